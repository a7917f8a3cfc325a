internal import Control
import Synchronization

/// This program's connection to a recorder: there while somebody needs it, one for all who do.
final class Link: Sendable {
  private static let all = Mutex<[RecorderAddress: Link]>([:])

  /// The connection to a recorder, which all of the program share.
  static func to(_ recorder: RecorderAddress) -> Link {
    all.withLock { links in
      let link = links[recorder] ?? Link(recorder)
      links[recorder] = link
      return link
    }
  }

  let recorder: RecorderAddress
  let bell = Bell()
  private let state = Mutex(LinkState())

  private init(_ recorder: RecorderAddress) { self.recorder = recorder }

  /// Becomes a member, who is told all news, on the connection's thread.
  func join(_ interest: Interest, _ listener: @escaping @Sendable (News) -> Void) -> Membership {
    Membership(self, number: change { $0.join(interest, listener) })
  }

  /// Asks something and waits for the answer.
  ///
  /// - Returns: The answer, which is no error, and the lines that it announced.
  /// - Throws: Why there is none, or the refusal.
  func ask(_ line: ControlLine) async throws(LiveUpdatesError) -> [ControlLine] {
    let lines = try await withCheckedContinuation { waiter in
      change { state in state.ask(line) { waiter.resume(returning: $0) } }
    }.get()
    if let answer = lines.first, answer.word != "ok" { throw LiveUpdatesError(refusal: answer) }
    return lines
  }

  /// Has the user asked for authorization, once a recorder is there.
  func askForAuthorization() {
    change { $0.add(errand: ControlLine("authorization", ["set": "request"])) }
  }

  /// Changes what is wanted, and sees to it that somebody sees to it.
  fileprivate func change<Outcome: Sendable>(_ body: (inout LinkState) -> Outcome) -> Outcome {
    let (outcome, needsThread) = state.withLock { state in
      let outcome = body(&state)
      defer { state.isServed = state.isServed || state.isNeeded }
      return (outcome, state.isNeeded && !state.isServed)
    }
    if needsThread, !runOnThread({ self.serve() }) {
      state.withLock { $0.isServed = false }
      tell { $0.fail(.outOfResources) }
    }
    bell.ring()
    return outcome
  }

  /// Lets the state take something in, and tells whoever is to be told.
  func tell(_ body: (inout LinkState) -> [Telling]) {
    for telling in state.withLock({ body(&$0) }) { telling() }
  }

  /// What is to be said, and whether somebody needs the connection besides: asked later, that would be true of somebody
  /// whose leaving was not said.
  func takeRequests() -> (requests: [Request], isNeeded: Bool) {
    state.withLock { state in
      let requests = state.takeRequests()
      return (requests, state.isNeeded)
    }
  }

  func note(_ body: (inout LinkState) -> Void) { state.withLock { body(&$0) } }

  var isNeeded: Bool { state.withLock(\.isNeeded) }

  /// The thread's work: connects, converses, and tries again, until nobody needs it.
  private func serve() {
    var retries = RetryPlan()
    while isNeededStill() {
      guard let connection = recorder.connect() else {
        tell { $0.lose(.recorderNotRunning) }
        if isNeeded { bell.wait(milliseconds: retries.next()) }
        continue
      }
      var conversation = Conversation(connection, for: self)
      if conversation.run() { retries = RetryPlan() }
      if isNeeded, conversation.wasBrokenOff { bell.wait(milliseconds: retries.next()) }
    }
  }

  /// Whether the thread goes on; it decides and says so in one step, so that who comes later starts another.
  private func isNeededStill() -> Bool {
    state.withLock { state in
      state.isServed = state.isNeeded
      return state.isServed
    }
  }
}

/// A place among the listeners of a connection, given up with the last reference at the latest.
final class Membership: Sendable {
  private let link: Link
  private let number: Int

  init(_ link: Link, number: Int) {
    self.link = link
    self.number = number
  }

  deinit { leave() }

  /// Wants something else from now on.
  func change(_ interest: Interest) { link.change { $0.change(number, interest) } }

  /// Leaves; a second time changes nothing.
  func leave() { link.change { $0.leave(number) } }
}
