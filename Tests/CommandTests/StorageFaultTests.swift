import Foundation
import TestSupport
import Testing

@Suite("A store that fails while it records", .serialized, .backstop)
struct StorageFaultTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  private func inspect(seconds: Int, losing most: Int = 1) throws {
    #expect(try store.text("PRAGMA integrity_check") == "ok")
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
    #expect(try store.count("SELECT count(*) - max(seq) FROM fix") == 0)
    #expect(try store.count("SELECT count(*) - count(DISTINCT unix_ms) FROM fix") == 0)
    #expect(try store.count("SELECT count(*) FROM fix") >= seconds - most)
  }

  @Test("Another program's lock costs nothing: fixes wait, and are stored when it is gone")
  func foreignLock() throws {
    let gpsd = try StandInGPSD(.drive(0..<60).paced(), rate: 10)
    let recorder = try place.record(from: gpsd.port, ["--keep-all", "--commit", "0.1"])
    try recorder.waitUntilItSays("fix after")
    let lock = try place.start(
      "sqlite3", [store.path, "BEGIN IMMEDIATE;", ".shell sleep 3", "ROLLBACK;"])
    try recorder.waitUntilItSays("refuses writes")
    let mark = try place.waylog("mark", "a heron")
    try lock.wait()
    try recorder.waitUntilItSays("takes writes again")
    try recorder.waitUntilItSays(StandInGPSD.lastWords)
    let outcome = try recorder.stop()

    #expect(outcome.errors.occurrences(of: "refuses writes") == 1)
    #expect(outcome.errors.contains("nothing was lost"))
    #expect(mark.status == 0)
    #expect(mark.errors.contains("until it takes them, everything waits in the recorder's memory"))
    #expect(try store.column("SELECT text FROM mark") == ["a heron"])
    #expect(try store.count("SELECT count(*) FROM event WHERE kind = 'storage'") == 2)
    try inspect(seconds: 60)
  }

  @Test("A file that is damaged while it is written is kept, and another is begun in its place")
  func damage() throws {
    let gpsd = try StandInGPSD(.drive(0..<60).paced(), rate: 10)
    let recorder = try place.record(from: gpsd.port, ["--keep-all", "--commit", "0.1", "--name", "ours"])
    #expect(eventually(within: 10) { (try? store.count("SELECT count(*) FROM fix")) ?? 0 > 20 })
    // What SQLite holds in memory would hide the damage for long; a file in another's place is read anew.
    let damaged = try place.file("damaged", [UInt8](repeating: 0xa5, count: 8_192))
    #expect(rename(damaged, store.path) == 0)
    try recorder.waitUntilItSays("the database was damaged; it is kept as")
    try recorder.waitUntilItSays(StandInGPSD.lastWords)
    let outcome = try recorder.stop()

    #expect(outcome.status == 0)
    let aside = place.files.filter { $0.contains(".corrupt-") }
    #expect(aside.contains { $0.hasSuffix("-wal") } && aside.contains { $0.hasSuffix("Z") })
    #expect(try store.rows("SELECT session, name, end_reason FROM session_summary") == [["1", "ours", "stopped"]])
    #expect(try store.text("SELECT time FROM last_fix") == "2026-05-01T06:00:59.000Z")
    #expect(try store.text("SELECT started IS NOT NULL FROM session_summary") == "1")
    try inspect(seconds: 10)
  }

  @Test("A file that is removed while it is written is made again, with what was not stored yet")
  func removal() throws {
    let gpsd = try StandInGPSD(.drive(0..<120).paced(), rate: 10)
    let recorder = try place.record(from: gpsd.port, ["--keep-all", "--commit", "0.1"])
    #expect(eventually(within: 10) { (try? store.count("SELECT count(*) FROM fix")) ?? 0 > 20 })
    for suffix in ["", "-wal", "-shm"] { try FileManager.default.removeItem(atPath: store.path + suffix) }
    try recorder.waitUntilItSays(StandInGPSD.lastWords)
    let outcome = try recorder.stop()

    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("the database was gone; a new one is begun"))
    #expect(try store.count("SELECT count(*) FROM session_summary") == 1)
    try inspect(seconds: 60)
  }

  @Test("A store that is damaged before the recorder starts is kept, and another is begun", arguments: [0, 20_000])
  func damagedBefore(_ offset: Int) throws {
    try place.recording(.drive(0..<200), ["--keep-all"])
    let size = place.bytes(store.path).count
    #expect(size > 20_000)
    try spoil(store.path, from: offset)
    let outcome = try place.recording(.drive(300..<400), ["--keep-all"])

    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("the database was damaged; it is kept as"))
    #expect(outcome.errors.contains("waylog salvage"))
    #expect(place.files.contains { $0.hasPrefix("tracks.db.corrupt-") })
    try inspect(seconds: 100)
  }

  @Test("A full disk is waited for, with everything in memory, and nothing is lost")
  func fullDisk() throws {
    let disk = try SmallDisk(kilobytes: 2_048, in: place)
    let gpsd = try StandInGPSD(.drive(0..<400).paced(), rate: 50)
    let recorder = try place.start(
      Program.waylog,
      ["record", "127.0.0.1:\(gpsd.port)", "--keep-all", "--commit", "0.1", "-d", disk.store.path])
    #expect(eventually(within: 10) { (try? disk.store.count("SELECT count(*) FROM fix")) ?? 0 > 50 })
    try disk.fill()
    try recorder.waitUntilItSays("refuses writes")
    let status = try place.run(Program.waylog, ["status", "-d", disk.store.path])
    try disk.free()
    try recorder.waitUntilItSays("takes writes again", within: 40)
    try recorder.waitUntilItSays(StandInGPSD.lastWords)
    let outcome = try recorder.stop()

    #expect(status.output.contains("the database refuses writes"))
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("nothing was lost"))
    #expect(try disk.store.count("SELECT count(*) FROM fix") == 400)
    #expect(try disk.store.text("PRAGMA integrity_check") == "ok")
    #expect(try disk.store.sessionsWhoseLedgerIsWrong() == [])
  }

  /// Overwrites a file with nonsense.
  private func spoil(_ path: String, from offset: Int = 0) throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? file.close() }
    let size = Int(try file.seekToEnd())
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: Data(repeating: 0xa5, count: max(0, size - offset)))
  }
}

/// A file system in memory with little room, unmounted when nobody holds it any more.
private final class SmallDisk: Sendable {
  let store: Store
  private let folder: String

  init(kilobytes: Int, in place: Workplace) throws {
    folder = place.path("disk")
    store = Store(path: "\(folder)/tracks.db")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let outcome = try place.run("mount", ["-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", folder])
    guard outcome.status == 0 else { throw POSIXError(.EPERM) }
  }

  deinit { umount2(folder, Int32(MNT_DETACH)) }

  func fill() throws {
    let descriptor = open("\(folder)/filler", O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let bytes = [UInt8](repeating: 1, count: 1_024)
    while write(descriptor, bytes, bytes.count) > 0 {}
  }

  func free() throws { try FileManager.default.removeItem(atPath: "\(folder)/filler") }
}
