import Foundation
import Positioning
import Testing
import TrackStore
import Tracking

@testable import Recorder

@Suite("Imports")
struct ImporterTests {
  let store: TemporaryStore
  private let settings = Importer.Settings(
    recording: Recording.Settings(pipeline: TrackPipeline.Settings(), name: nil, origin: .import),
    points: TrackPipeline.Settings(thinning: .keepAll, longestHole: 300_000), present: nil)

  init() throws { store = try TemporaryStore() }

  private func run(_ text: String, named name: String = "feed.json") throws -> Importer.Summary {
    let path = "\(store.folder)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? file.close() }
    return try Importer.run(
      reading: file.fileDescriptor, named: name, settings, into: TrackWriter(path: store.path))
  }

  @Test("A file becomes a session, whatever its line ends, its last line without one")
  func becomesSession() throws {
    let summary = try run(Feed.drive(0..<100).joined(separator: "\r\n"))
    #expect(summary == Importer.Summary(sessions: [1], content: .lines(100)))
    #expect(try store.addsUp(1))
    #expect(try store.ledger(1)["received"] == 100)
    #expect(
      try store.ask("SELECT ended, end_reason FROM session_summary", columns: 2) == [
        ["2026-05-01T06:01:39.000Z", "imported"]
      ])
    #expect(try store.ask("SELECT name, session FROM imported", columns: 2) == [["feed.json", "1"]])
  }

  @Test("The same file twice is refused, under another name too, and nothing is stored")
  func twice() throws {
    let text = Feed.drive(0..<100).joined(separator: "\n")
    _ = try run(text)
    #expect(throws: StoreError.alreadyImported(session: 1)) { _ = try run(text, named: "copy.json") }
    #expect(try store.number("SELECT count(*) FROM session") == 1)
    #expect(try store.number("SELECT count(DISTINCT session) FROM fix") == 1)
    #expect(try run(text + "\n", named: "longer.json").sessions == [2])
  }

  @Test(
    "What is not gpsd's is refused, and nothing is stored",
    arguments: ["", "\n\n", "gpx\n", "{\"a\":1}\n", String(repeating: "x", count: 200_000)])
  func notGPSD(text: String) throws {
    #expect(throws: ImportError.notGPSD) { _ = try run(text) }
    for table in ["session", "fix_row", "counter", "imported"] {
      #expect(try store.number("SELECT count(*) FROM \(table)") == 0, "\(table)")
    }
  }

  @Test("An input that cannot be read to its end leaves nothing behind")
  func unreadable() throws {
    let folder = open(store.folder, O_RDONLY)
    defer { close(folder) }
    #expect(throws: ImportError.unreadable(String(cString: strerror(EISDIR)))) {
      _ = try Importer.run(
        reading: folder, named: "folder", settings, into: TrackWriter(path: store.path))
    }
    #expect(try store.number("SELECT count(*) FROM session") == 0)
  }

  @Test("Broken lines between good ones are counted, and too long ones too")
  func brokenLines() throws {
    let endless = String(repeating: "x", count: 100_000)
    let lines = Feed.drive(0..<50) + ["", "broken", endless] + Feed.drive(50..<100)
    let summary = try run(lines.joined(separator: "\n") + "\n")
    #expect(summary.content == .lines(103))
    #expect(try store.addsUp(1))
    #expect(try store.ledger(1)["rejected:malformed"] == 2)
    #expect(try store.ledger(1)["received"] == 102)
  }

  @Test("A greeting in the middle of a file is a cut: the recording was joined from two")
  func greeting() throws {
    let greeting = #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
    _ = try run(([greeting] + Feed.drive(0..<20) + [greeting] + Feed.drive(22..<40)).joined(separator: "\n"))
    #expect(try store.ask("SELECT reason, duration_s FROM gap", columns: 2) == [["gpsd-gone", "3.0"]])
  }

  @Test("Where the receiver's clock stepped back for good, a second session begins")
  func clockStepsBack() throws {
    let summary = try run((Feed.drive(86_400..<86_460) + Feed.drive(0..<60)).joined(separator: "\n"))
    #expect(summary.sessions == [1, 2])
    #expect(try store.addsUp(1))
    #expect(try store.addsUp(2))
  }
}
