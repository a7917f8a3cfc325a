/// Lines that wait until a client reads them; bounded, however long that takes.
public struct Outbox: Sendable {
  /// What becomes of a line that the client does not read.
  public enum Manner: Equatable, Sendable {
    /// It waits: an answer, or news that must not be missed.
    case everyOne
    /// It waits, and is dropped and counted if more than 1,024 wait.
    case everyOneWhileThereIsRoom
    /// A newer one with the same word takes its place.
    case newest
  }

  private struct Waiting {
    var word: String
    var text: String
    var manner: Manner
  }

  /// So many lines that may be dropped wait at most.
  static let mostLines = 1_024
  /// A client that leaves so many unread which must not be missed is given up.
  static let mostAnswers = 4_096

  /// What is left of the line that is being sent.
  private var sending: ArraySlice<UInt8> = []
  private var waiting: [Waiting] = []
  private var droppable = 0
  /// Lines that were dropped and not yet told.
  private var dropped = 0

  /// Nothing waits.
  var isEmpty: Bool { sending.isEmpty && waiting.isEmpty }

  /// The client does not read at all.
  var isOverfull: Bool { waiting.count - droppable > Self.mostAnswers }

  /// Adds a line.
  mutating func add(_ line: ControlLine, _ manner: Manner) {
    if manner == .newest, let index = waiting.firstIndex(where: { $0.manner == .newest && $0.word == line.word }) {
      waiting[index].text = line.text
      return
    }
    if manner == .everyOneWhileThereIsRoom {
      droppable += 1
      if droppable > Self.mostLines { dropOldest() }
    }
    waiting.append(Waiting(word: line.word, text: line.text, manner: manner))
  }

  /// Hands out what waits, in order, until `send` takes no more; it gives the bytes that it took, nil for a client that
  /// is gone. False for one that is gone.
  mutating func flush(_ send: (ArraySlice<UInt8>) -> Int?) -> Bool {
    while true {
      if sending.isEmpty {
        guard let next = takeNext() else { return true }
        sending = ArraySlice(next.utf8)
      }
      guard let count = send(sending) else { return false }
      if count == 0 { return true }
      sending = sending.dropFirst(count)
    }
  }

  private mutating func takeNext() -> String? {
    if dropped > 0 {
      defer { dropped = 0 }
      return ControlLine("dropped", ["count": String(dropped)]).text
    }
    guard !waiting.isEmpty else { return nil }
    let next = waiting.removeFirst()
    if next.manner == .everyOneWhileThereIsRoom { droppable -= 1 }
    return next.text
  }

  private mutating func dropOldest() {
    guard let oldest = waiting.firstIndex(where: { $0.manner == .everyOneWhileThereIsRoom }) else { return }
    waiting.remove(at: oldest)
    droppable -= 1
    dropped += 1
  }
}
