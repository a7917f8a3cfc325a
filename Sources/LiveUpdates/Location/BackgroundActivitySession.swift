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
      case .failed: held.mailbox.close()
      case .update, .dropped, .authorization, .paused, .resumed, .activity: break
      }
    }
  }

  deinit { held.mailbox.close() }

  /// The recorder's name for the session; nil while it is not held.
  public var id: String? { held.state.flatMap { $0.isOn ? $0.uuid : nil } }

  /// Whether the recorder holds it. False before its answer, while no recorder runs, and after its end.
  public var isHeld: Bool { held.state?.isOn ?? false }

  /// It cannot begin yet, as nothing is attached to the recorder.
  public var insufficientlyInUse: Bool { held.state?.isInsufficientlyInUse ?? false }

  /// Waits until the recorder has said whether it holds the session; at once if it has.
  ///
  /// - Returns: ``isHeld``.
  public func settled() async -> Bool {
    if held.state == nil { _ = try? await held.mailbox.take(isolation: nil) {} }
    return isHeld
  }

  /// Ends the session for good; the next one is another. A second time changes nothing.
  public func invalidate() {
    held.end()
    membership.leave()
  }
}

/// What is known of a session.
private final class HeldSession: Sendable {
  let mailbox = Mailbox<Void>()
  private let current = Mutex<BackgroundState?>(nil)

  var state: BackgroundState? { current.withLock { $0 } }

  func take(_ state: BackgroundState) {
    current.withLock { $0 = state }
    mailbox.put((), mayBeDropped: true)
  }

  func end() {
    current.withLock { $0 = BackgroundState(isOn: false) }
    mailbox.close()
  }
}
