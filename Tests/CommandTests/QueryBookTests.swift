import TestSupport
import Testing

@Suite("The query book", .serialized, .backstop)
struct QueryBookTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  private struct Question {
    var title: String
    var sql: String
  }

  private func questions() throws -> [Question] {
    try place.waylogOutput("generate", "queries").components("\n\n").dropFirst().map { text in
      let lines = text.split(separator: "\n")
      return Question(
        title: lines.prefix { $0.hasPrefix("--") }.joined(separator: " "),
        sql: lines.drop { $0.hasPrefix("--") }.joined(separator: "\n"))
    }
  }

  /// As a careful owner asks: the shell may not write, and nothing in the file may run.
  private func ask(_ question: Question) throws -> [[String]] {
    try store.rows(question.sql, options: ["-cmd", "PRAGMA trusted_schema = OFF"])
  }

  @Test("ten questions are answered while the recorder writes, and the answers are those of the truth")
  func truth() throws {
    let drive = try SimulatedDrive(rate: 100, in: place)
    let gpsd = try RealGPSD(receiver: drive.port, in: place)
    let recorder = try place.record(from: gpsd.port, ["--print", "--commit", "1"])
    let truth = try Truth(drive.truth)
    let book = try questions()
    #expect(book.count == 10)
    #expect(eventually(within: 20) { (try? store.count("SELECT count(*) FROM fix")) ?? 0 > 0 })
    while recorder.isRunning && !recorder.output.contains(truth.lastTime) {
      for question in book { _ = try ask(question) }
    }
    #expect(recorder.isRunning)
    _ = try place.waylog("mark")

    let answers = try book.map { try ask($0) }
    func number(_ question: Int, _ column: Int) throws -> Double {
      let row = try #require(answers[question].first, "\(book[question].title)")
      return Double(row[column]) ?? .nan
    }
    // The rest at the end lasts, and is told of every five minutes.
    let stops = truth.stops(longerThan: 150).dropLast()

    #expect(answers[0].map { $0[0] } == ["2026-05"])
    #expect(abs(try number(0, 1) - truth.distance / 1000) < 0.3)
    #expect(answers[1][0][4] == "1")
    #expect(try truth.metres(from: number(1, 1), number(1, 2), at: 1_777_616_825_000) < 20)
    #expect(try truth.metres(from: number(2, 2), number(2, 3), at: 1_777_615_980_000) < 25)
    #expect(answers[3].count == stops.count)
    let longest = stops.map { Double($0.count) / 60_000 }.max() ?? 0
    #expect(abs(try number(3, 2) - longest) <= 1)
    #expect(try truth.metres(from: number(3, 4), number(3, 5), at: 1_777_615_800_000) < 20)
    #expect(answers[4] == answers[3].filter { $0[2] == answers[3][0][2] }.map { Array($0.prefix(3)) })
    #expect(abs(try number(5, 4) - truth.greatestSpeed * 3.6) < 4)
    #expect(abs(try number(6, 2) - truth.greatestHeight) < 15)
    #expect(answers[7].map { $0[0] } == ["no-fix"])
    #expect(answers[8][0][0] == "received")
    #expect(abs(answers[8].dropFirst().compactMap { Double($0[2]) }.reduce(0, +) - 100) < 0.5)
    #expect(answers[9].count == 1)
    #expect(try recorder.stop().status == 0)
  }

  @Test("the newest fix is found without a look at the others and without sorting")
  func lastFixIsQuick() throws {
    try place.importing(try place.file("drive.json", place.run(Program.simulator, ["--json"]).output))
    for sql in [try questions()[1].sql, "SELECT * FROM last_fix"] {
      let plan = try store.rows("EXPLAIN QUERY PLAN \(sql)").map { $0.joined(separator: " ") }
      #expect(!plan.contains { $0.contains("SCAN f") || $0.contains("TEMP B-TREE") }, "\(sql)")
    }
  }
}

extension Workplace {
  fileprivate func waylogOutput(_ words: String...) throws -> String { try run(Program.waylog, words).output }
}

extension String {
  fileprivate func components(_ separator: String) -> [Substring] { split(separator: separator) }
}
