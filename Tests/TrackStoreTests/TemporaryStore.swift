import Foundation
import Positioning
import Tracking

@testable import TrackStore

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

  /// A writer with a first session and a receiver with number 0.
  func writer(named uuid: String = "one") throws -> TrackWriter {
    var writer = try TrackWriter(path: path)
    try writer.begin(Self.start(uuid), bootID: "boot")
    try writer.name(DeviceID(number: 0), path: "/dev/ttyACM0")
    return writer
  }

  /// The same, with a first row.
  func writerWithARow() throws -> TrackWriter {
    var writer = try writer()
    try writer.commit([.began(fix(at: morning)), .row(row(1, at: morning))], snapshot(stored: 1), .power)
    return writer
  }

  static func start(_ uuid: String) -> SessionStart {
    SessionStart(uuid: uuid, name: nil, profile: "default", origin: .record, version: "0")
  }

  /// What Debian's plain `sqlite3` shell answers, one line a row.
  func ask(_ sql: String) throws -> [String] {
    try sqlite3(["-readonly", path, "PRAGMA trusted_schema = OFF; \(sql)"])
  }

  /// Puts bytes where the store would be.
  func put(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }

  /// The bytes where the store would be.
  func bytes() throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

  /// Everything in the folder.
  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

  /// The permission bits of a file in the folder.
  func mode(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.posixPermissions] as? Int
  }
}

extension TrackWriter {
  mutating func begin(_ start: SessionStart, bootID: String?) throws {
    try commit([.opened(start, bootID: bootID)], nil, .process)
  }

  mutating func name(_ device: DeviceID, path: String) throws {
    try commit([.receiver(device, path: path)], nil, .process)
  }

  mutating func end(
    _ facts: [StoredFact], _ snapshot: Snapshot, at moment: Timestamp?, _ reason: EndReason
  ) throws {
    try commit(facts + [.ended(snapshot, at: moment, reason)], nil, .power)
  }

  mutating func endLeftovers(bootID: String?) throws {
    try commit([.abandoned(except: nil, bootID: bootID)], nil, .power)
  }
}

/// The shell did not like what it was told.
struct ShellFailure: Error { var words: String }

/// Runs the `sqlite3` shell; what it prints, line by line.
func sqlite3(_ arguments: [String], input: String? = nil) throws -> [String] {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["sqlite3", "-init", "/dev/null", "-batch", "-nullvalue", "NULL"] + arguments
  let (output, errors, words) = (Pipe(), Pipe(), Pipe())
  (process.standardOutput, process.standardError, process.standardInput) = (output, errors, words)
  try process.run()
  try words.fileHandleForWriting.write(contentsOf: Data((input ?? "").utf8))
  try words.fileHandleForWriting.close()
  let said = try output.fileHandleForReading.readToEnd() ?? Data()
  let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw ShellFailure(words: String(decoding: complaints, as: UTF8.self)) }
  return String(decoding: said, as: UTF8.self).split(separator: "\n").map(String.init)
}

/// The text of schema.sql.
func schemaText() throws -> String {
  let top = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  return try String(contentsOf: top.appendingPathComponent("schema.sql"), encoding: .utf8)
}

/// The text of schema.sql as it was when a version was released; kept when the next one is begun.
func releasedSchema(_ version: Int) throws -> String {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  return try String(contentsOf: folder.appendingPathComponent("Released/\(version).sql"), encoding: .utf8)
}
