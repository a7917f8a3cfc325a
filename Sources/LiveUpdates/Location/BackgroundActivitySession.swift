import Synchronization

/// The wish that recording goes on while nothing is attached, in the manner of Core Location's
/// `CLBackgroundActivitySession`.
///
/// Creating one begins it, or rejoins what an earlier run of the program left behind when it was killed. It can only
/// begin while something is attached to the recorder, such as a loop over ``LocationUpdate/liveUpdates(_:from:)``;
/// one that is created earlier begins as soon as that is so. It ends with ``invalidate()`` or with the last reference,
/// so keep it in a property. A program that ends without either leaves it to be rejoined.
public final class BackgroundActivitySession: Sendable {
  private let held: HeldSession
  private let membership: Membership

  /// Begins a session, or rejoins the one that is there.
  public init(of recorder: RecorderAddress = .usual) {
    let held = HeldSession()
    self.held = held
    membership = Link.to(recorder).join(Interest(backgroundSession: true)) { news in
      switch news {
      case .background(let state): held.take(state)
      case .unavailable: held.take(BackgroundState(isOn: false))
      case .failed: held.end()
      case .update, .dropped, .authorization, .paused, .resumed, .activity: break
      }
    }
  }

  /// The recorder's name for the session; nil while it is not held.
  public var id: String? { held.state.flatMap { $0.isOn ? $0.uuid : nil } }

  /// Whether the recorder holds it. False before its answer, while no recorder runs, and after its end.
  public var isHeld: Bool { held.state?.isOn ?? false }

  /// It cannot begin yet, as nothing is attached to the recorder.
  public var insufficientlyInUse: Bool { held.state?.isInsufficientlyInUse ?? false }

  /// Waits until the recorder has said whether it holds the session, or the task is cancelled; not at all if it has.
  ///
  /// - Returns: ``isHeld``.
  public func settled() async -> Bool {
    await held.settle()
    return isHeld
  }

  /// Ends the session for good; the next one is another. A second time changes nothing.
  public func invalidate() {
    held.end()
    membership.leave()
  }
}

/// What is known of a session, and who waits for that.
private final class HeldSession: Sendable {
  private typealias Waiter = CheckedContinuation<Void, Never>

  private struct Knowledge {
    var state: BackgroundState?
    /// Whatever is still heard is not meant for it.
    var isOver = false
    var waiters: [Int: Waiter] = [:]
    var everWaited = 0

    mutating func takeWaiters() -> [Waiter] {
      defer { waiters = [:] }
      return Array(waiters.values)
    }
  }

  private let knowledge = Mutex(Knowledge())

  var state: BackgroundState? { knowledge.withLock(\.state) }

  func take(_ state: BackgroundState) {
    let waiters = knowledge.withLock { knowledge -> [Waiter] in
      guard !knowledge.isOver else { return [] }
      knowledge.state = state
      return knowledge.takeWaiters()
    }
    for waiter in waiters { waiter.resume() }
  }

  func end() {
    let waiters = knowledge.withLock { knowledge in
      (knowledge.state, knowledge.isOver) = (BackgroundState(isOn: false), true)
      return knowledge.takeWaiters()
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until something is known of it, or the task is cancelled.
  func settle() async {
    let number = knowledge.withLock { knowledge in
      knowledge.everWaited += 1
      return knowledge.everWaited
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: Waiter) in
        let mustWait = knowledge.withLock { knowledge in
          // A task that was cancelled before has nobody to wake it.
          let mustWait = knowledge.state == nil && !Task.isCancelled
          if mustWait { knowledge.waiters[number] = waiter }
          return mustWait
        }
        if !mustWait { waiter.resume() }
      }
    } onCancel: {
      knowledge.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
    }
  }
}
