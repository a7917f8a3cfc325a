public import Positioning

/// What the pipeline is fed, in the order of arrival.
public enum Input: Sendable {
  /// A TPV report; when it was received, and the present time where a trustworthy clock knows it.
  case report(Report, at: MonotonicTime?, present: Timestamp?)
  /// A SKY report.
  case sky(Sky)
  /// A report that cannot even be judged: a broken line, or one from a receiver that is not wanted.
  case refused(Rejection)
  /// The stream was cut.
  case interrupted(GapReason)
  /// Time passed without a report.
  case tick(MonotonicTime, present: Timestamp?)
}

/// The way of a fix: merged, judged, told rest from movement, thinned, put into segments, added up.
///
/// Fed with reports and ticks it hands out effects, the new facts in the order of time. What still changes (the
/// tip, the open rest and leg, the ledger) is read from it whenever the store wants to be up to date.
public struct TrackPipeline {
  /// How fixes are turned into a track.
  public struct Settings: Equatable, Sendable {
    /// What kind of movement to expect.
    public var profile: Profile
    /// Which fixes become rows.
    public var thinning: Thinning
    /// Silence in milliseconds after which a new segment begins.
    public var longestHole: Int64
    /// What happens to fixes at rest.
    public var atRest = AtRest.pause

    /// What happens to fixes at rest.
    public enum AtRest: Sendable {
      /// One update tells of it, then there is silence and no row.
      case pause
      /// Fixes flow and are thinned as those of a movement, told apart by their flag.
      case flow
    }

    /// Creates settings; half a minute is more than any bridge or row of houses takes.
    public init(profile: Profile = .standard, thinning: Thinning = .bounded, longestHole: Int64 = 30_000) {
      self.profile = profile
      self.thinning = thinning
      self.longestHole = longestHole
    }
  }

  /// A rest is touched this often, in milliseconds: the most that a power cut can take from it.
  static let restTouch: Int64 = 300_000

  let settings: Settings
  /// Updates flow at rest, too.
  public let flows: Bool
  var merger = EpochMerger()
  var gate: PlausibilityGate
  var detector: RestDetector
  var thinner: TrackThinner
  var segments: SegmentPlanner
  var legs = LegPlanner()

  /// Kept between steps only so that no step allocates.
  var decisions: [PlausibilityGate.Decision] = []

  var counts = Ledger()
  var held = 0
  /// Of the line that is being drawn; the planner may be one ahead while a gap is crossed.
  var segment = 0
  var lastRow: TrackRow?
  var tally: RestTally?
  /// The row before the rest and those at it that a departure may still be dated before.
  var rowsAtRest: [TrackRow] = []
  var rests = 0
  /// When the rest was last told; nil while it has to be told with the next fix.
  var touched: Timestamp?
  var greatestSpeedMPS: Double?
  /// Nothing is dated back beyond this.
  var datingLimit: Timestamp?
  var repairedTimes = false
  var present: Timestamp?

  /// How many fixes were accepted.
  public internal(set) var accepted = 0
  /// The newest accepted fix.
  public internal(set) var newest: Fix?
  /// How many located updates were delivered: every accepted fix, but at rest only its first.
  public internal(set) var updates = 0

  /// Creates an empty pipeline, for one session.
  public init(_ settings: Settings) {
    self.settings = settings
    gate = PlausibilityGate(profile: settings.profile)
    detector = RestDetector(profile: settings.profile)
    thinner = TrackThinner(profile: settings.profile, thinning: settings.thinning)
    flows = settings.atRest == .flow || settings.thinning == .keepAll
    segments = SegmentPlanner(longestHole: settings.longestHole)
  }

  /// Takes the next input and hands out what follows from it.
  public mutating func step(_ input: Input, into sink: (Effect) -> Void) {
    switch input {
    case .report(let report, let receipt, let present):
      counts.received += 1
      self.present = present
      take(report, at: receipt, sink)
    case .sky(let sky): merger.note(sky)
    case .refused(let reason):
      counts.received += 1
      counts[reason] += 1
    case .interrupted(let reason):
      flushEpochs(sink)
      segments.noteInterruption(reason)
    case .tick(let now, let present):
      self.present = present
      while let epoch = merger.takeComplete(at: now) { judge(epoch, sink) }
    }
  }

  /// Ends the session: an open rest departs at its last fix, the newest fix becomes the last row.
  public mutating func finish(into sink: (Effect) -> Void) {
    flushEpochs(sink)
    gate.finish(into: &decisions)
    settleDecisions(sink)
    closeLine(because: .end, sink)
    if let tally { sink(.rest(tally.ended(at: tally.seen, released: tally.seen, without: 0))) }
    tally = nil
  }
}

// MARK: - What is read at a commit

extension TrackPipeline {
  /// Where every report went, at this moment.
  public var ledger: Ledger {
    var ledger = counts
    ledger.pending = merger.waiting + gate.waiting
    ledger.stored = (lastRow?.sequence ?? 0) + (tip == nil ? 0 : 1)
    ledger.held = held
    ledger.thinned = accepted - held - ledger.stored
    return ledger
  }

  /// The newest fix as a row that a later one replaces.
  public var tip: TrackRow? { thinner.tip.map { row(for: $0, because: .tip) } }

  /// The rest that lasts.
  public var openRest: Rest? { tally?.open }

  /// The totals of the movement since the last leg.
  public var openLeg: Leg? { legs.open(tip: tip) }

  /// When a tick is due, if nothing comes before.
  public var deadline: MonotonicTime? { merger.deadline }

  /// When it is worth while to look at a copy of it that has had its tick already.
  public var glanceDeadline: MonotonicTime? { merger.glanceDeadline }
}

// MARK: - From a report to an accepted fix

extension TrackPipeline {
  private mutating func take(_ report: Report, at receipt: MonotonicTime?, _ sink: (Effect) -> Void) {
    guard report.measurements.mode >= .twoD, report.time != nil else {
      if report.time != nil, let epoch = merger.takeEpoch(before: report) { judge(epoch, sink) }
      return judge(report, sink)
    }
    switch merger.add(report, at: receipt) {
    case .folded: counts.merged += 1
    case .opened(let complete?): judge(complete, sink)
    case .opened(nil): break
    }
  }

  private mutating func flushEpochs(_ sink: (Effect) -> Void) {
    while let epoch = merger.takeAny() { judge(epoch, sink) }
  }

  mutating func judge(_ report: Report, _ sink: (Effect) -> Void) {
    if report.measurements.mode < .twoD, newest == nil || newest?.device == report.device { segments.noteNoFix() }
    gate.judge(report, present: present, into: &decisions)
    settleDecisions(sink)
  }

  private mutating func settleDecisions(_ sink: (Effect) -> Void) {
    for index in decisions.indices { settle(decisions[index], sink) }
    decisions.removeAll(keepingCapacity: true)
  }

  private mutating func settle(_ decision: PlausibilityGate.Decision, _ sink: (Effect) -> Void) {
    switch decision {
    case .accepted(let fix): accept(fix, after: nil, sink)
    case .acceptedAfter(.elsewhere, let fix): accept(fix, after: .noFix, sink)
    case .acceptedAfter(.clockAhead, let fix): accept(fix, after: .clock, sink)
    case .acceptedFromOtherDevice(let fix): accept(fix, after: .deviceGone, sink)
    case .rejected(let reason): counts[reason] += 1
    case .clockWentBack(let reports):
      // They, and what still waits after them, are received by the session that begins with them.
      var reports = reports
      while let epoch = merger.takeAny() { reports.append(epoch) }
      counts.received -= reports.count
      sink(.clockWentBack(reports))
    }
  }

  private mutating func accept(_ fix: Fix, after discontinuity: GapReason?, _ sink: (Effect) -> Void) {
    tellFirsts(fix, sink)
    accepted += 1
    if let gap = segments.step(fix, discontinuity: discontinuity) { cross(gap, to: fix, sink) }
    segment = segments.segment
    let change = detector.step(fix)
    switch (change, tally != nil) {
    case (.arrived(let arrival), false): arrive(at: arrival, with: fix, sink)
    case (.departed(let departure), true): depart(at: departure, with: fix, sink)
    case (_, true): hold(fix, sink)
    case (_, false): move(fix, sink)
    }
    newest = fix
  }

  private mutating func tellFirsts(_ fix: Fix, _ sink: (Effect) -> Void) {
    if newest == nil { sink(.began(fix)) }
    guard fix.isTimeRepaired != repairedTimes else { return }
    repairedTimes = fix.isTimeRepaired
    sink(
      .event(
        fix.time, .clock,
        repairedTimes
          ? "GPS week rollover: the receiver's dates are moved by a multiple of 1024 weeks"
          : "GPS week rollover is over: the receiver's dates are taken as they are"))
  }
}
