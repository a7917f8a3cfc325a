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

    /// Creates settings; half a minute is more than any bridge or row of houses takes.
    public init(profile: Profile = .standard, thinning: Thinning = .bounded, longestHole: Int64 = 30_000) {
      self.profile = profile
      self.thinning = thinning
      self.longestHole = longestHole
    }
  }

  /// A rest is touched this often, in milliseconds: the most that a power cut can take from it.
  static let restTouch: Int64 = 300_000

  private let settings: Settings
  private var merger = EpochMerger()
  private var gate: PlausibilityGate
  private var detector: RestDetector
  private var thinner: TrackThinner
  private var segments: SegmentPlanner
  private var legs = LegPlanner()

  /// Kept between steps only so that no step allocates.
  private var decisions: [PlausibilityGate.Decision] = []

  private var counts = Ledger()
  private var held = 0
  /// Of the line that is being drawn; the planner may be one ahead while a gap is crossed.
  private var segment = 0
  private var lastRow: TrackRow?
  private var tally: RestTally?
  private var rests = 0
  private var touched: Timestamp?
  private var greatestSpeedMPS: Double?
  /// Nothing is dated back beyond this.
  private var datingLimit: Timestamp?
  private var repairedTimes = false
  private var present: Timestamp?

  /// How many fixes were accepted.
  public private(set) var accepted = 0
  /// The newest accepted fix.
  public private(set) var newest: Fix?
  /// How many located updates were delivered: every accepted fix, but at rest only its first.
  public private(set) var updates = 0

  /// Creates an empty pipeline, for one session.
  public init(_ settings: Settings) {
    self.settings = settings
    gate = PlausibilityGate(profile: settings.profile)
    detector = RestDetector(profile: settings.profile)
    thinner = TrackThinner(profile: settings.profile)
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

  private mutating func judge(_ report: Report, _ sink: (Effect) -> Void) {
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
      // They are received by the session that begins with them.
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

// MARK: - Movement and rest

extension TrackPipeline {
  private mutating func cross(_ gap: Gap, to fix: Fix, _ sink: (Effect) -> Void) {
    if let tally, !detector.isSamePlace(fix) {
      sink(.rest(tally.ended(at: tally.seen, released: fix.time, without: 0)))
      self.tally = nil
    }
    if tally == nil, let arrival = detector.arrivalAcrossHole(to: fix) { rest(since: arrival, knownAt: fix.time, sink) }
    if tally == nil {
      closeLine(because: .gap, sink)
      detector.forget()
    } else {
      tally?.add(gap: gap)
    }
    datingLimit = fix.time
    sink(.gap(gap))
  }

  private mutating func move(_ fix: Fix, _ sink: (Effect) -> Void) {
    updates += 1
    switch settings.thinning {
    case .bounded: thin(fix, after: newest, sink)
    case .keepAll:
      noteSpeed(fix, after: newest)
      keep(fix, because: .all, sink)
    }
  }

  private mutating func thin(_ fix: Fix, after former: Fix?, _ sink: (Effect) -> Void) {
    if let (row, because) = thinner.step(fix) { keep(row, because: because, sink) }
    noteSpeed(fix, after: former)
  }

  private mutating func hold(_ fix: Fix, _ sink: (Effect) -> Void) {
    tally?.add(fix)
    switch settings.thinning {
    case .bounded: held += 1
    case .keepAll:
      updates += 1
      keep(fix, because: .all, sink)
    }
    guard let tally, let touched, fix.time - touched >= Self.restTouch else { return }
    self.touched = fix.time
    sink(.rest(tally.open))
  }

  /// The fixes since the arrival were taken for movement; those after the last row belong to the rest.
  private mutating func arrive(at detected: Timestamp, with fix: Fix, _ sink: (Effect) -> Void) {
    let arrival = max(detected, datingLimit ?? detected)
    updates += 1
    switch settings.thinning {
    // Only a fix that the cone has seen may end a line.
    case .bounded: if arrival == fix.time { thin(fix, after: newest, sink) }
    case .keepAll: keep(fix, because: .all, sink)
    }
    rest(since: arrival, knownAt: fix.time, sink)
  }

  private mutating func rest(since detected: Timestamp, knownAt moment: Timestamp, _ sink: (Effect) -> Void) {
    let arrival = max(detected, datingLimit ?? detected)
    let since = detector.window.fixes(since: arrival)
    guard let first = since.first else { return }
    if settings.thinning == .bounded {
      thinner.end()
      if isAfterLastRow(first) { keep(first, because: .arrival, sink) }
      held += since.count { isAfterLastRow($0) }
    }
    legs.end(at: arrival) { sink(.leg($0)) }
    rests += 1
    var tally = RestTally(number: rests, arrival: arrival, detected: moment, at: first.coordinate)
    for fix in since { tally.add(fix) }
    self.tally = tally
    touched = moment
    greatestSpeedMPS = nil
    sink(.rest(tally.open))
  }

  /// The fixes since the departure were held; now they are movement.
  private mutating func depart(at detected: Timestamp, with fix: Fix, _ sink: (Effect) -> Void) {
    guard let tally else { return }
    var departure = max(detected, tally.arrival, datingLimit ?? detected, detector.settledUntil ?? detected)
    if settings.thinning == .bounded, let lastRow { departure = max(departure, lastRow.fix.time) }
    let since = detector.window.fixes(since: departure)
    sink(.rest(tally.ended(at: departure, released: fix.time, without: since.count - 1)))
    self.tally = nil
    datingLimit = departure
    updates += 1
    switch settings.thinning {
    case .bounded: replay(since, sink)
    case .keepAll:
      addLegRows(since.dropLast(), sink)
      keep(fix, because: .all, sink)
    }
  }

  private mutating func replay(_ since: [Fix], _ sink: (Effect) -> Void) {
    held -= since.dropLast().count { isAfterLastRow($0) }
    var former: Fix?
    for fix in since {
      if let lastRow, lastRow.fix.time == fix.time {
        thinner.begin(at: lastRow.fix)
        legs.add(lastRow, settledUntil: lastRow.fix.time) { sink(.leg($0)) }
      } else if former == nil {
        thinner.begin(at: fix)
        keep(fix, because: .departure, sink)
      } else {
        thin(fix, after: former, sink)
      }
      former = fix
    }
  }

  /// Rows that were stored at rest and turn out to be movement: the newest ones, one for each fix.
  private mutating func addLegRows(_ fixes: ArraySlice<Fix>, _ sink: (Effect) -> Void) {
    guard let lastRow else { return }
    for (index, fix) in fixes.enumerated() {
      let row = TrackRow(
        sequence: lastRow.sequence - fixes.count + 1 + index, segment: lastRow.segment, fix: fix, keeping: .all,
        isStationary: true, greatestSpeedMPS: fix.measurements.speedMPS)
      legs.add(row, settledUntil: fix.time) { sink(.leg($0)) }
    }
  }

  private mutating func closeLine(because reason: Keeping, _ sink: (Effect) -> Void) {
    if let tip = thinner.tip { keep(tip, because: reason, sink) }
    thinner.end()
    if let lastRow { legs.end(at: lastRow.fix.time) { sink(.leg($0)) } }
    greatestSpeedMPS = nil
  }

  private mutating func keep(_ fix: Fix, because reason: Keeping, _ sink: (Effect) -> Void) {
    let row = row(for: fix, because: reason)
    lastRow = row
    greatestSpeedMPS = nil
    sink(.row(row))
    guard tally == nil else { return }
    legs.add(row, settledUntil: detector.settledUntil ?? fix.time) { sink(.leg($0)) }
  }

  private func row(for fix: Fix, because reason: Keeping) -> TrackRow {
    TrackRow(
      sequence: (lastRow?.sequence ?? 0) + 1, segment: segment, fix: fix, keeping: reason,
      isStationary: tally != nil || reason == .arrival, greatestSpeedMPS: greatestSpeedMPS)
  }

  private func isAfterLastRow(_ fix: Fix) -> Bool { lastRow.map { fix.time > $0.fix.time } ?? true }

  /// A speed counts when two successive fixes agree on it, so that no outlier becomes the session's greatest.
  private mutating func noteSpeed(_ fix: Fix, after former: Fix?) {
    guard let speed = fix.measurements.speedMPS, let before = former?.measurements.speedMPS else { return }
    greatestSpeedMPS = max(greatestSpeedMPS ?? 0, min(speed, before))
  }
}
