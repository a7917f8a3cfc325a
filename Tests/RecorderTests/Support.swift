import Foundation
import GPSClient
import Positioning
import SQLite
import TrackStore
import Tracking

@testable import Recorder

/// SplitMix64 (Steele, Lea, Flood 2014): the same seed gives the same inputs, so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}

/// A place for a store of this test's own, removed with it.
final class TemporaryStore {
  let folder: String
  let path: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("waylog-\(UUID().uuidString)").path
    path = "\(folder)/waylog.db"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// The first columns of every row that a query gives, NULL as a dash.
  func ask(_ sql: String, columns: Int32 = 1) throws -> [[String]] {
    let statement = try Connection(path, .read).prepare(sql)
    var rows: [[String]] = []
    while try statement.step() { rows.append((0..<columns).map { statement.text($0) ?? "-" }) }
    return rows
  }

  /// The only number that a query gives.
  func number(_ sql: String) throws -> Int64? { try Connection(path, .read).number(sql) }

  /// The ledger of a session.
  func ledger(_ session: Int64) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for row in try ask("SELECT disposition, count FROM ledger WHERE session = \(session)", columns: 2) {
      counts[row[0]] = Int(row[1])
    }
    return counts
  }

  /// Everything received is in exactly one other place, and what is stored are rows.
  func addsUp(_ session: Int64) throws -> Bool {
    let counts = try ledger(session)
    let parts = counts.filter { $0.key != "received" }.values.reduce(0, +)
    let rows = try number("SELECT count(*) FROM fix WHERE session = \(session)")
    return counts["received"] == parts && rows == Int64(counts["stored"] ?? 0)
  }
}

/// gpsd's lines of a receiver that moves north along 8.1° E.
enum Feed {
  static func line(_ second: Int, metres: Double, speed: Double = 10, from device: String = "/dev/a") -> String {
    let time = Timestamp(milliseconds: 1_777_615_200_000 + Int64(second) * 1_000).iso8601
    return #"{"class":"TPV","device":"\#(device)","mode":3,"time":"\#(time)","lat":\#(47.1 + metres / 111_170),"#
      + #""lon":8.1,"altMSL":430,"speed":\#(speed),"track":0,"eph":4}"#
  }

  /// A straight drive at 10 m/s, one fix a second.
  static func drive(_ seconds: Range<Int>) -> [String] { seconds.map { line($0, metres: Double($0) * 10) } }
}

/// A recording fed with lines, and the store that it goes to.
struct FedRecording: ~Copyable {
  var recording: Recording
  var writer: TrackWriter
  private let decoder = ReportDecoder()

  init(into store: TemporaryStore, _ settings: Recording.Settings = .test) throws {
    var recording = Recording(settings, bootID: "boot")
    var writer = try TrackWriter(path: store.path)
    recording.begin()
    try writer.commit(recording.facts, recording.snapshot, .process)
    recording.noteStored()
    self.recording = recording
    self.writer = writer
  }

  mutating func take(_ lines: [String], wanted: String? = nil) throws {
    for line in lines {
      var bytes = Array(line.utf8) + [0]
      let message = bytes.withUnsafeMutableBufferPointer {
        decoder.decode(UnsafeMutableBufferPointer(rebasing: $0.dropLast()))
      }
      recording.take(message, from: decoder, at: nil, present: nil, wanted: wanted)
    }
  }

  mutating func commit(_ durability: TrackWriter.Durability) throws {
    try writer.commit(recording.facts, recording.snapshot, durability)
    recording.noteStored()
  }

  mutating func finish(_ reason: EndReason) throws {
    recording.end(reason)
    try commit(.power)
  }
}

extension Recording.Settings {
  static let test = Recording.Settings(pipeline: TrackPipeline.Settings(), name: "a name", origin: .record)
}
