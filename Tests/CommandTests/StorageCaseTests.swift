import Foundation
import TestSupport
import Testing

@Suite("Cases: what a store survives", .serialized, .backstop)
struct StorageCaseTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  /// A walk of 300 s at ten times its pace, with as much of it in a commit as at its own.
  private func walk(_ rows: Range<Int>) throws -> StandInGPSD {
    try StandInGPSD(try Feed(Cases.path("30-kill-dash-nine/walk.csv"), rows: rows), rate: 10)
  }

  private let options = ["--keep-all", "--commit", "0.5"]

  private func fixes() throws -> Int { (try? store.count("SELECT count(*) FROM fix")) ?? 0 }

  @Test("case 30: killed in the middle, a recording is whole but for a few seconds, and another goes on")
  func killedRecording() throws {
    let first = try walk(0..<300)
    let killed = try place.record(from: first.port, options)
    #expect(eventually(within: 30) { (try? fixes()) ?? 0 >= 100 })
    killed.kill()
    let left = try fixes()
    #expect(try store.text("PRAGMA integrity_check") == "ok")
    let half = GPX(try place.exporting(to: "half.gpx"), in: place)
    #expect(try half.count("trkpt") == left)
    #expect(try half.faults() == "")
    #expect(try place.waylog("sessions").output.contains("not ended"))

    let second = try walk(150..<300)
    let recorder = try place.record(from: second.port, options)
    try recorder.waitUntilItSays(StandInGPSD.lastWords, within: 30)
    try recorder.stop(by: .terminate)
    #expect(try store.column("SELECT end_reason FROM session_summary ORDER BY session") == ["crash", "stopped"])
    #expect(try store.count("SELECT count(*) FROM fix WHERE session = 1") == left)
    #expect(try store.count("SELECT count(*) FROM fix WHERE session = 2") == 150)
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
  }

  @Test("case 30: a service that is killed twenty times has one session, with nothing twice")
  func killedService() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var next = 0
    var kills = 0
    while kills < 20, next < 280 {
      let gpsd = try walk(next..<300)
      let service = try place.daemon(from: gpsd.port, ["--keep-all", "--commit", "0.1"])
      let wanted = try fixes() + Int.random(in: 1...4, using: &random)
      #expect(eventually(within: 20) { (try? fixes()) ?? 0 >= wanted })
      let seen = try store.rows("SELECT seq, unix_ms, latitude, longitude FROM fix WHERE kept_because <> 'tip'")
      service.kill()
      kills += 1
      #expect(try store.text("PRAGMA integrity_check") == "ok")
      let kept = try Set(store.rows("SELECT seq, unix_ms, latitude, longitude FROM fix"))
      #expect(seen.allSatisfy { kept.contains($0) })
      next = try store.count("SELECT (max(unix_ms) - 1777615200000) / 1000 FROM fix") + 3
    }

    #expect(try store.count("SELECT count(*) FROM session_summary") == 1)
    #expect(try store.count("SELECT count(*) - count(DISTINCT unix_ms) FROM fix") == 0)
    #expect(try store.count("SELECT count(*) FROM gap WHERE reason = 'restart'") == kills - 1)
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
  }

  @Test("case 44: an hour is recorded whole beside readers, a foreign lock, copies and a second recorder")
  func someoneElseReads() throws {
    let gpsd = try StandInGPSD(try Feed(Cases.path("39-time-range-export/hour.csv")), rate: 200)
    let recorder = try place.record(from: gpsd.port, ["--keep-all", "--commit", "0.2"])
    #expect(eventually(within: 20) { (try? fixes()) ?? 0 > 100 })
    let lock = try place.start("sqlite3", [store.path, "BEGIN IMMEDIATE;", ".shell sleep 5", "COMMIT;"])
    let second = try place.record(from: gpsd.port).wait()
    for round in 0..<10 {
      let points = try GPX(try place.exporting(to: "\(round).gpx"), in: place).count("trkpt")
      #expect(points > 0)
      #expect(try place.waylog("sessions").status == 0)
    }
    try lock.wait()
    let backup = try place.waylog("backup", "-o", place.path("copy.db"))
    try recorder.waitUntilItSays(StandInGPSD.lastWords, within: 60)
    let outcome = try recorder.stop()

    #expect(second.status == 75)
    #expect(second.errors.contains("process \(recorder.pid) records into it"))
    #expect(backup.status == 0)
    #expect(try Store(path: place.path("copy.db")).text("PRAGMA integrity_check") == "ok")
    #expect(outcome.errors.contains("refuses writes") && outcome.errors.contains("nothing was lost"))
    #expect(try fixes() == 3_600)
    #expect(try store.text("PRAGMA journal_mode") == "wal")
    #expect(try store.text("PRAGMA integrity_check") == "ok")
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
  }
}
