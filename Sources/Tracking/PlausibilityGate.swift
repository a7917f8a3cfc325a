import Positioning

/// Lets through what can be true, and says of the rest why it cannot.
///
/// Only accepted fixes are a reference for later ones. A fix that contradicts the reference is held as a suspect:
/// if the track goes on as before, it was an outlier; if suspects agree with each other for long enough, the
/// reference was wrong or the receiver really is elsewhere, and the gate gives in without losing any of them.
struct PlausibilityGate {
  /// Suspects that agree with each other before the gate gives in: an outlier by multipath rarely lasts that long.
  static let agreeingSuspects = 5
  /// The shortest time they must span, in milliseconds, so that a fast receiver's burst is not taken for agreement.
  static let agreeingSpan: Int64 = 3_000
  /// More are never held.
  static let mostSuspects = 64
  /// Silence of the followed receiver after which another one takes over, in milliseconds.
  static let takeOver: Int64 = 10_000
  /// A clock that steps back less than this is waited for, in milliseconds: leap seconds and cold-start corrections.
  static let smallStepBack: Int64 = 60_000
  /// Before the first GPS week rollover no receiver that gpsd reads gave a date: 1999-08-22T00:00:00Z.
  static let floor = Timestamp(milliseconds: 935_280_000_000)

  /// What a contradicting run of fixes meant, once the gate gave in.
  enum GiveIn { case elsewhere, clockAhead }

  /// What the gate decided; handed out in the order of the fixes.
  enum Decision {
    case accepted(Fix)
    /// The first fix after the gate gave in, or from another receiver.
    case acceptedAfter(GiveIn, Fix)
    case acceptedFromOtherDevice(Fix)
    case rejected(Rejection)
    /// All suspects, oldest first: the clock stepped back for good, so that a new session has to begin with them.
    case clockWentBack([Report])
  }

  private struct Suspect {
    var report: Report
    var fix: Fix
    var reason: Rejection
  }

  private let profile: Profile
  private var settling = SettlingPeriod()
  private var reference: Fix?
  private var referenceSpeedMPS: Double?
  private var suspects: [Suspect] = []
  private var meter = DistanceMeter()
  /// A hole that is not taken for a wrong clock where no clock is known, in milliseconds.
  private var longestHole = Calendar.millisecondsPerDay
  private var knowsPresent = false

  init(profile: Profile) {
    self.profile = profile
    suspects.reserveCapacity(Self.mostSuspects)
  }

  /// Goes on after a restart: the newest fix that is known is the reference.
  mutating func resume(after last: Fix) { reference = last }

  /// Fixes held until it is known which of the contradicting places is true.
  var waiting: Int { suspects.count }

  /// The reports that are held, oldest first.
  var suspected: [Report] { suspects.map(\.report) }

  /// Judges the next epoch; `present` is the present time where a trustworthy clock knows it.
  mutating func judge(_ report: Report, present: Timestamp?, into decisions: inout [Decision]) {
    knowsPresent = present != nil
    switch fix(from: report, present: present) {
    case .failure(let refusal): decisions.append(.rejected(refusal.reason))
    case .success(let fix): judge(fix, report, present, &decisions)
    }
  }

  /// Ends the judgement: suspects that were never confirmed are rejected.
  mutating func finish(into decisions: inout [Decision]) { rejectSuspects(&decisions) }

  private mutating func judge(_ fix: Fix, _ report: Report, _ present: Timestamp?, _ decisions: inout [Decision]) {
    guard let reference else {
      if let present, fix.time - present > Calendar.millisecondsPerDay {
        return suspect(Suspect(report: report, fix: fix, reason: .future), &decisions)
      }
      rejectSuspects(&decisions)
      return accept(settled: fix, &decisions) { .accepted($0) }
    }
    if fix.device != reference.device { return judgeOther(fix, report, reference, present, &decisions) }
    switch contradiction(of: fix, to: reference, present) {
    case nil:
      rejectSuspects(&decisions)
      accept(fix)
      decisions.append(.accepted(fix))
    case .duplicate?: decisions.append(.rejected(.duplicate))
    case .outOfOrder? where reference.time - fix.time <= Self.smallStepBack: decisions.append(.rejected(.outOfOrder))
    case let reason?: suspect(Suspect(report: report, fix: fix, reason: reason), &decisions)
    }
  }

  /// Another receiver takes over once the followed one has been silent for a while. Where their times are too far
  /// apart to tell that, it has to speak for as long without a word from the followed one.
  private mutating func judgeOther(
    _ fix: Fix, _ report: Report, _ reference: Fix, _ present: Timestamp?, _ decisions: inout [Decision]
  ) {
    let silence = fix.time - reference.time
    if silence < -Self.smallStepBack || isFuture(fix, after: reference, present) {
      return suspect(Suspect(report: report, fix: fix, reason: .otherDevice), &decisions)
    }
    guard silence > Self.takeOver else { return decisions.append(.rejected(.otherDevice)) }
    rejectSuspects(&decisions)
    settling = SettlingPeriod()
    accept(settled: fix, &decisions) { .acceptedFromOtherDevice($0) }
  }

  private mutating func accept(settled fix: Fix, _ decisions: inout [Decision], as decision: (Fix) -> Decision) {
    guard settling.isOver(with: fix) else { return decisions.append(.rejected(.settling)) }
    accept(fix)
    decisions.append(decision(fix))
  }

  private mutating func accept(_ fix: Fix) {
    if let reference, fix.time > reference.time {
      let seconds = Double(fix.time - reference.time) / 1000
      referenceSpeedMPS = meter.distance(reference.coordinate, fix.coordinate) / seconds
    }
    reference = fix
  }

  private mutating func suspect(_ next: Suspect, _ decisions: inout [Decision]) {
    if let last = suspects.last, !agree(last, next) { rejectSuspects(&decisions) }
    let isOther = next.reason == .otherDevice
    if isOther, suspects.count == Self.mostSuspects { decisions.append(.rejected(suspects.remove(at: 1).reason)) }
    suspects.append(next)
    let span = next.fix.time - suspects[0].fix.time
    guard suspects.count >= Self.agreeingSuspects,
      span >= (isOther ? Self.takeOver : Self.agreeingSpan) || !isOther && suspects.count == Self.mostSuspects
    else { return }
    giveIn(&decisions)
  }

  private mutating func giveIn(_ decisions: inout [Decision]) {
    let confirmed = suspects
    suspects.removeAll(keepingCapacity: true)
    let first = confirmed[0]
    if let reference, first.fix.time < reference.time {
      return decisions.append(.clockWentBack(confirmed.map(\.report)))
    }
    if let reference { longestHole = max(longestHole, 4 * (first.fix.time - reference.time)) }
    referenceSpeedMPS = nil
    for (index, suspect) in confirmed.enumerated() {
      accept(suspect.fix)
      decisions.append(index == 0 ? meaning(of: first) : .accepted(suspect.fix))
    }
  }

  private func meaning(of first: Suspect) -> Decision {
    switch first.reason {
    case .otherDevice: .acceptedFromOtherDevice(first.fix)
    case .impossibleSpeed: .acceptedAfter(.elsewhere, first.fix)
    // Without a present nobody can say that the time was wrong: it was a long hole.
    default: knowsPresent ? .acceptedAfter(.clockAhead, first.fix) : .accepted(first.fix)
    }
  }

  private mutating func rejectSuspects(_ decisions: inout [Decision]) {
    for suspect in suspects { decisions.append(.rejected(suspect.reason)) }
    suspects.removeAll(keepingCapacity: true)
  }

  private mutating func agree(_ a: Suspect, _ b: Suspect) -> Bool {
    a.reason == b.reason && a.fix.device == b.fix.device && a.fix.time < b.fix.time
      && isReachable(b.fix, from: a.fix, formerSpeedMPS: nil)
  }

  private mutating func contradiction(of fix: Fix, to reference: Fix, _ present: Timestamp?) -> Rejection? {
    if fix.time == reference.time { return .duplicate }
    if fix.time < reference.time { return .outOfOrder }
    if isFuture(fix, after: reference, present) { return .future }
    return isReachable(fix, from: reference, formerSpeedMPS: referenceSpeedMPS) ? nil : .impossibleSpeed
  }

  /// Later than any trustworthy clock has it; without one, after a longer hole than there was before.
  private func isFuture(_ fix: Fix, after reference: Fix, _ present: Timestamp?) -> Bool {
    guard let present else { return fix.time - reference.time > longestHole }
    return fix.time - max(present, reference.time) > Calendar.millisecondsPerDay
  }

  /// Whether the distance fits the speeds that the receiver itself reports, or without them the speed before.
  ///
  /// The slack covers the error of both places, and a static-hold receiver that lets go after some 30 m; 10 m/s² is
  /// more than anything accelerates that carries a logger.
  private mutating func isReachable(_ fix: Fix, from reference: Fix, formerSpeedMPS: Double?) -> Bool {
    let seconds = Double(fix.time - reference.time) / 1000
    let errors = (fix.measurements.horizontalErrorMetres ?? 0) + (reference.measurements.horizontalErrorMetres ?? 0)
    let slack = min(200, max(30, 1.5 * errors))
    var speedMPS = profile.speedCeilingMPS
    if let reported = larger(fix.measurements.speedMPS, reference.measurements.speedMPS) ?? formerSpeedMPS {
      speedMPS = min(speedMPS, 1.5 * reported + 10 * seconds)
    }
    return meter.distance(reference.coordinate, fix.coordinate) <= slack + speedMPS * seconds
  }

  private func larger(_ a: Double?, _ b: Double?) -> Double? {
    guard let a, let b else { return a ?? b }
    return max(a, b)
  }
}

extension PlausibilityGate {
  private struct Refusal: Error { let reason: Rejection }

  /// A fix if the report can be one at all, its time repaired and impossible measurements left out.
  private func fix(from report: Report, present: Timestamp?) -> Result<Fix, Refusal> {
    guard report.measurements.mode >= .twoD, let coordinate = report.coordinate else {
      return .failure(Refusal(reason: .noFix))
    }
    guard let time = report.time else { return .failure(Refusal(reason: .noTime)) }
    guard !coordinate.isNullIsland else { return .failure(Refusal(reason: .nullIsland)) }
    let repaired = present.flatMap { WeekRollover.repaired(time, present: $0) }
    guard (repaired ?? time) >= Self.floor else { return .failure(Refusal(reason: .beforeFloor)) }
    var fix = Fix(
      device: report.device, time: repaired ?? time, coordinate: coordinate, measurements: report.measurements)
    fix.isTimeRepaired = repaired != nil
    fix.measurements.forgetAbsurdities()
    if let speed = fix.measurements.speedMPS, !(0...profile.speedCeilingMPS * 1.5).contains(speed) {
      fix.measurements.speedMPS = nil
    }
    if let course = fix.measurements.courseDegrees, !(0..<360).contains(course) {
      fix.measurements.courseDegrees = course == 360 ? 0 : nil
    }
    return .success(fix)
  }
}

/// After a cold start the first fixes are far off and say so; they are left out until the error is small, for a
/// minute at most.
struct SettlingPeriod {
  /// A receiver with a good sky says 19 m or less even where gpsd has to guess from the HDOP.
  static let goodErrorMetres = 50.0
  /// The longest settling, in milliseconds of fix time.
  static let longest: Int64 = 60_000

  private var begun: Timestamp?

  mutating func isOver(with fix: Fix) -> Bool {
    if fix.measurements.horizontalErrorMetres ?? 0 <= Self.goodErrorMetres { return true }
    let begun = self.begun ?? fix.time
    self.begun = begun
    return (fix.time - begun).magnitude >= Self.longest
  }
}

extension Measurements {
  /// Leaves out numbers that nothing on Earth has: no ground lies below −1 km and no air above 100 km, and an error
  /// beyond a million metres is none.
  fileprivate mutating func forgetAbsurdities() {
    altitudeMSLMetres = altitudeMSLMetres.flatMap { (-1_000...100_000).contains($0) ? $0 : nil }
    altitudeHAEMetres = altitudeHAEMetres.flatMap { (-1_000...100_000).contains($0) ? $0 : nil }
    climbMPS = climbMPS.flatMap { $0.magnitude <= 10_000 ? $0 : nil }
    horizontalErrorMetres = horizontalErrorMetres.flatMap { (0...1e6).contains($0) ? $0 : nil }
    verticalErrorMetres = verticalErrorMetres.flatMap { (0...1e6).contains($0) ? $0 : nil }
    hdop = hdop.flatMap { (0...1e4).contains($0) ? $0 : nil }
    satellites = satellites.flatMap { (0...1_000).contains($0) ? $0 : nil }
  }
}
