import Positioning
import Testing
import Tracking

@Suite("Plausibility")
struct GateTests {
  private let all = TrackPipeline.Settings(thinning: .keepAll)

  @Test("What is no fix is counted by its reason and stored nowhere")
  func refusals() {
    var untimed = Report.at(0)
    untimed.time = nil
    var placeless = Report.at(1)
    placeless.coordinate = nil
    var nowhere = Report.at(2)
    nowhere.coordinate = LocalPlane.place(0, 0)
    var early = Report.at(3)
    early.time = Timestamp(iso8601: "1999-08-21T23:59:59Z")
    let track = Track([untimed, placeless, nowhere, early, .noFix(4)].map(\.input) + [.refused(.malformed)])
    #expect(track.rows.isEmpty)
    #expect(track.ledger[.noTime] == 1 && track.ledger[.noFix] == 2 && track.ledger[.nullIsland] == 1)
    #expect(track.ledger[.beforeFloor] == 1 && track.ledger[.malformed] == 1)
  }

  @Test("Only both degrees at zero are suspicious")
  func equator() {
    let reports = (-5...5).map { step in
      var report = Report.at(Double(step + 5))
      report.coordinate = LocalPlane.place(Double(step) * 1e-5, 8.1)
      return report
    }
    #expect(Track(reports.map(\.input), all).rows.count == 11)
  }

  @Test("A spike is rejected though it claims to be accurate, and the walk goes on")
  func spike() {
    var reports = walk(0..<60)
    reports[20] = .at(20, north: 400, speed: 1.4)
    reports[40] = .at(40, north: 9_800, speed: 1.4, error: 800)
    let track = Track(reports.map(\.input), all)
    #expect(track.rows.count == 58 && track.ledger[.impossibleSpeed] == 2 && track.segments == 1)
  }

  @Test("After a real move the gate gives in, loses nothing and begins a new segment")
  func givingIn() {
    let reports = walk(0..<30) + walk(60..<90, from: 300_000)
    let track = Track(reports.map(\.input), all)
    #expect(track.rows.count == 60 && track.segments == 2)
    #expect(track.distanceMetres < 90)
    #expect(track.gaps.map { $0.to - $0.from } == [31_000])
  }

  @Test("A burst of a fast receiver is not taken for agreement")
  func burst() {
    let before = walk(0..<20)
    let burst = (0..<20).map { Report.at(19.1 + Double($0) * 0.04, north: 900, speed: 1) }
    let track = Track((before + burst + walk(20..<40, from: 28)).map(\.input), all)
    #expect(track.ledger[.impossibleSpeed] == 20 && track.segments == 1)
  }

  @Test("A fix from the future is dropped and poisons nothing")
  func future() {
    var reports = walk(0..<25)
    reports[5].time = Timestamp(iso8601: "2031-05-01T06:00:05Z")
    let track = Track(reports.map(\.input), all)
    #expect(track.rows.count == 24 && track.ledger[.future] == 1 && track.ended == start + 24_000)
  }

  @Test("A wrong clock of this machine does not keep a good receiver out for ever")
  func wrongPresent() {
    let present = start + -30 * Calendar.millisecondsPerDay
    let track = Track(walk(0..<20).map { $0.input(present: present) }, all)
    #expect(track.rows.count == 20)
  }

  @Test("A clock that steps back a little is waited for")
  func smallStepBack() {
    let track = Track((walk(0..<20) + walk(10..<30, from: 28)).map(\.input), all)
    #expect(track.ledger[.duplicate] + track.ledger[.outOfOrder] == 10 && track.rows.count == 30)
  }

  @Test("A clock that steps back for good begins a new session with all that it said since")
  func stepBack() {
    let track = Track((walk(100_000..<100_010) + walk(0..<5)).map(\.input), all)
    #expect(track.restart == walk(0..<5) && track.alwaysAddedUp)
    #expect(track.ledger.received == 10)
  }

  @Test("The clock stepping ahead for good is a gap of its own kind")
  func stepAhead() {
    let days = 10 * 86_400
    let present = start + 20_000
    let track = Track((walk(0..<10) + walk(days..<(days + 10))).map { $0.input(present: present) }, all)
    #expect(track.gaps.map(\.reason) == [.clock] && track.rows.count == 20)
    let unknown = Track((walk(0..<10) + walk(days..<(days + 10))).map(\.input), all)
    #expect(unknown.gaps.map(\.reason) == [.noData])
  }

  @Test("A track follows one receiver; another takes over after ten seconds of silence, in a new segment")
  func otherReceiver() {
    let mine = walk(0..<20)
    let other = (0..<60).map { Report.at(Double($0) + 0.5, north: 500, device: 1) }
    let merged = (mine + other).sorted { ($0.time ?? start) < ($1.time ?? start) }
    let track = Track(merged.map(\.input), all)
    #expect(track.ledger[.otherDevice] == 29)
    #expect(track.gaps.map(\.reason) == [.deviceGone])
    #expect(Set(track.rows.filter { $0.segment == 2 }.map(\.fix.device.number)) == [1])
  }

  @Test("A receiver that comes back under another name takes over, be it after days", arguments: [1_000, 200_000])
  func anotherName(pause: Int) {
    let later = walk(pause..<(pause + 60)).map { report in
      var report = report
      report.device = DeviceID(number: 1)
      return report
    }
    let track = Track((walk(0..<60) + later).map(\.input), all)
    #expect(track.rows.filter { $0.segment == 2 }.count == 60)
    #expect(track.gaps.map(\.reason) == [.deviceGone])
  }

  @Test("A fast receiver with a clock of its own does not take over from a slow one that goes on")
  func otherClock() {
    let slow = (0..<60).map { Report.at(Double($0) * 5, north: Double($0), device: 0) }
    let fast = (0..<3_000).map { Report.at(Double($0) * 0.1 - 5_000, north: 300, device: 1) }
    var merged = [Report.at(-10), .at(-5)].map(\.input)
    for (index, report) in fast.enumerated() {
      if index % 50 == 0 { merged.append(slow[index / 50].input) }
      merged.append(report.input)
    }
    let track = Track(merged, all)
    #expect(track.rows.count == 62 && track.restart.isEmpty && track.ledger[.otherDevice] == 3_000)
  }

  @Test("The first fixes after a cold start are left out until the error is small, a minute at most")
  func settling() {
    let cold = (0..<30).map { Report.at(Double($0), error: 190) }
    #expect(Track((cold + walk(30..<40)).map(\.input)).ledger[.settling] == 30)
    let never = (0..<100).map { Report.at(Double($0), error: 190) }
    #expect(Track(never.map(\.input)).ledger[.settling] == 60)
  }

  @Test("A speed that nothing reaches and a course that is none are left out of a good fix")
  func repairs() throws {
    var report = Report.at(0, speed: 1e6)
    report.measurements.courseDegrees = 500
    let fix = try #require(Track([report.input]).rows.first?.fix)
    #expect(fix.measurements.speedMPS == nil && fix.measurements.courseDegrees == nil)
  }
}

@Suite("GPS week rollover")
struct RolloverTests {
  private let weeks: Int64 = 1024 * 7 * Calendar.millisecondsPerDay

  private func early(_ periods: Int64) -> [Report] {
    walk(0..<30).map { report in
      var report = report
      report.time = report.time.map { $0 + -periods * weeks }
      return report
    }
  }

  @Test("Times whole periods early are put right by the present, and it is told once", arguments: [1, 2] as [Int64])
  func repair(periods: Int64) {
    let present = start + Calendar.millisecondsPerDay
    let track = Track(early(periods).map { $0.input(present: present) }, .init(thinning: .keepAll))
    #expect(track.began == start && track.rows.count == 30)
    #expect(track.rows.allSatisfy { $0.fix.isTimeRepaired })
    #expect(track.events.count == 1 && track.events[0].contains("GPS week rollover"))
  }

  @Test("Nothing is corrected without a present, or where no period fits it")
  func noRepair() {
    let unknown = Track(early(1).map(\.input))
    #expect(unknown.began == start + -weeks && unknown.events.isEmpty)
    let unfit = Track(early(1).map { $0.input(present: start + 3 * Calendar.millisecondsPerDay) })
    #expect(unfit.began == start + -weeks)
  }
}
