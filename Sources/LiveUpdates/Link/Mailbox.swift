import Synchronization

/// What waits for one consumer, in order; bounded, however long the consumer takes.
final class Mailbox<Content: Sendable>: Sendable {
  typealias Letter = Letters<Content>.Letter
  private typealias Outcome = Result<Letter?, LiveUpdatesError>
  private typealias Waiter = CheckedContinuation<Outcome, Never>

  private struct State {
    var letters = Letters<Content>()
    var end: Outcome?
    var waiter: Waiter?

    /// What can be handed out now; else whoever waits is noted.
    mutating func outcome(or waiter: Waiter) -> Outcome? {
      if let letter = letters.takeFirst() { return .success(letter) }
      if let end { return end }
      self.waiter = waiter
      return nil
    }
  }

  private let state = Mutex(State())

  /// Adds something; where too much waits, the oldest goes that may be dropped, else the oldest.
  func put(_ content: Content, mayBeDropped: Bool) {
    let (waiter, letter) = state.withLock { state -> (Waiter?, Letter?) in
      guard state.end == nil else { return (nil, nil) }
      state.letters.add(content, mayBeDropped: mayBeDropped)
      guard let waiter = state.waiter else { return (nil, nil) }
      state.waiter = nil
      return (waiter, state.letters.takeFirst())
    }
    waiter?.resume(returning: .success(letter))
  }

  /// Notes what was dropped before it came here.
  func countDropped(_ count: Int) { state.withLock { $0.letters.countDropped(count) } }

  /// Ends it after what waits.
  func close(throwing error: LiveUpdatesError? = nil) { finish(error.map { .failure($0) } ?? .success(nil)) }

  /// Ends it at once.
  func abandon() {
    state.withLock { $0.letters = Letters() }
    finish(.success(nil))
  }

  /// The next letter, waited for; nil at the end.
  ///
  /// - Parameters:
  ///   - actor: Where it is waited.
  ///   - leave: What else is to be done when the task is cancelled, at once.
  /// - Returns: The oldest that waits, or what comes next.
  /// - Throws: What it was closed with, after all else.
  func take(
    isolation actor: isolated (any Actor)?, whenCancelled leave: @escaping @Sendable () -> Void
  ) async throws(LiveUpdatesError) -> Letter? {
    try await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: Waiter) in
        if let outcome = state.withLock({ $0.outcome(or: waiter) }) { waiter.resume(returning: outcome) }
      }
    } onCancel: {
      abandon()
      leave()
    }.get()
  }

  /// The next letter, if it waits already and is one of those meant.
  func takeReady(where isMeant: (Content) -> Bool) -> Letter? {
    state.withLock { $0.letters.takeFirst(where: isMeant) }
  }

  private func finish(_ end: Outcome) {
    let waiter = state.withLock { state -> Waiter? in
      if state.end == nil { state.end = end }
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: end)
  }
}
