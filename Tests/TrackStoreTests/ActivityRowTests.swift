import LiveActivity
import Positioning
import Testing
import Tracking

@testable import TrackStore

@Suite("Activities in the store")
struct ActivityRowTests: ~Copyable {
  let store: TemporaryStore
  var writer: TrackWriter

  init() throws {
    let store = try TemporaryStore()
    writer = try store.writer()
    self.store = store
  }

  /// Runs requests through the state machine and stores what follows.
  private mutating func run(_ book: inout ActivityBook, _ work: (inout ActivityBook, (ActivityEffect) -> Void) -> Void)
    throws
  {
    var facts: [StoredFact] = []
    work(&book) { effect in
      switch effect {
      case .changed(let activity, _): facts.append(.activity(activity))
      case .append(let entry), .replace(let entry): facts.append(.activityLog(entry))
      }
    }
    try writer.commit(facts, nil, .process)
  }

  @Test("come back as they were, with the log going on behind its last row")
  mutating func roundTrip() throws {
    var book = ActivityBook()
    book.session = 1
    let start = StartRequest(
      uuid: "a", type: "trip", content: ProposedContent(state: .wellFormed(#"{"dynamicString":"😀"}"#)))
    try run(&book) { book, sink in _ = book.start(start, at: moment(0), into: sink) }
    for second: Int64 in 1...30 {
      var update = UpdateRequest(
        .live(type: "trip"), content: ProposedContent(state: .wellFormed(#"{"n":\#(second)}"#)), cause: .location)
      update.fixTime = moment(second).present
      try run(&book) { book, sink in _ = book.update(update, at: moment(second), into: sink) }
    }
    try run(&book) { book, sink in _ = book.end(EndRequest(.onlyLive), at: moment(40), into: sink) }
    let stored = try writer.storedActivities()
    #expect(stored.activities == book.activities)
    #expect(try store.ask("SELECT state, ended_by, content FROM activity") == [#"ended|user|{"n":30}"#])
    #expect(try store.ask("SELECT max(seq) + 1 FROM activity_log") == ["\(stored.nextSequence)"])
    #expect(
      try store.ask("SELECT sum(repeats) FROM activity_log WHERE cause <> 'system' AND kind <> 'alert'") == ["32"])
  }

  @Test("Outlive their session: a row of the log that grows after it was deleted belongs to none")
  mutating func deletedSession() throws {
    var book = ActivityBook()
    book.session = 1
    let start = StartRequest(uuid: "a", type: "trip", content: ProposedContent(state: .wellFormed("{}")))
    try run(&book) { book, sink in _ = book.start(start, at: moment(0), into: sink) }
    try writer.end([], snapshot(stored: 0), at: nil, .stopped)
    #expect(try writer.edit("one", .shorten(rows: 100)) == .shortened(rowsLeft: nil))
    for second: Int64 in 1...3 {
      var update = UpdateRequest(
        .live(type: "trip"), content: ProposedContent(state: .wellFormed(#"{"n":\#(second)}"#)), cause: .location)
      update.fixTime = moment(second).present
      try run(&book) { book, sink in _ = book.update(update, at: moment(second), into: sink) }
    }

    #expect(try store.ask("SELECT count(*), count(session) FROM activity") == ["1|0"])
    #expect(try store.ask("SELECT count(*) > 0, count(session) FROM activity_log") == ["1|0"])
    #expect(try store.ask("PRAGMA foreign_key_check") == [])
  }

  @Test("are one live one for each type, by the database's own word")
  mutating func oneLive() throws {
    var book = ActivityBook()
    try run(&book) { book, sink in
      _ = book.start(
        StartRequest(uuid: "a", type: "trip", content: ProposedContent(state: nil)), at: moment(0), into: sink)
    }
    let second = Activity(
      uuid: "b", session: nil, type: "trip", name: "", attributes: nil, state: .active,
      content: ActivityContent(state: nil), started: nil)
    #expect(throws: StoreError.self) { try writer.commit([.activity(second)], nil, .process) }
    #expect(try store.ask("SELECT uuid FROM activity") == ["a"])
  }

  @Test("Old rows of the log are forgotten, younger ones stay")
  mutating func forgetting() throws {
    var book = ActivityBook()
    for day: Int64 in 0..<10 {
      try run(&book) { book, sink in
        _ = book.update(
          UpdateRequest(.uuid("none"), content: ProposedContent(state: nil), cause: .command), at: moment(day * 86_400),
          into: sink)
      }
    }
    try writer.forgetActivityLog(before: Timestamp(milliseconds: morning + 5 * 86_400_000))
    #expect(try store.ask("SELECT count(*), min(asked_for) FROM activity_log") == ["5|none"])
  }
}

/// So many seconds after the morning began.
private func moment(_ second: Int64) -> Moment {
  Moment(
    monotonic: MonotonicTime(milliseconds: second * 1_000), present: Timestamp(milliseconds: morning + second * 1_000))
}
