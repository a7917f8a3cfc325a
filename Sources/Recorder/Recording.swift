public import GPSClient
public import Positioning
public import TrackStore
public import Tracking

/// Sessions in the making: what the pipeline finds becomes facts that wait for the store.
///
/// `record`, the service and `import` are this with different feeds and different owners.
public struct Recording: ~Copyable {
  /// What does not change while it lasts.
  public struct Settings: Sendable {
    /// How fixes become a track.
    public var pipeline: TrackPipeline.Settings
    /// What the owner calls the session.
    public var name: String?
    /// What the owner says about it.
    public var note: String?
    /// Who fills it.
    public var origin: SessionStart.Origin
    /// A session goes on after a restart if the hole is shorter than this, in milliseconds.
    public var sessionGap: Int64 = 3_600_000

    /// Creates settings.
    public init(pipeline: TrackPipeline.Settings, name: String?, origin: SessionStart.Origin) {
      self.pipeline = pipeline
      self.name = name
      self.origin = origin
    }
  }

  /// What the first accepted fix after a restart decided.
  public enum Decision: Equatable, Sendable {
    /// The session goes on after a hole of so many milliseconds.
    case goesOn(Int64, after: Int64)
    /// Its last fix is too old, by so many milliseconds, or newer than that.
    case beginsAnother(insteadOf: Int64, after: Int64?)
  }

  /// Whether a session is being recorded.
  enum Stage {
    case idle
    /// The first accepted fix decides whether this session goes on.
    case undecided(UnfinishedSession)
    case open
    /// Somebody wants to know where they are; nothing of it is kept.
    case listening
  }

  /// Those of the sessions that begin from now on.
  var settings: Settings
  let bootID: String?
  var stage = Stage.idle
  var backlog = Backlog()
  var numbering = Numbering()
  /// The pipeline of the running session.
  public internal(set) var pipeline: TrackPipeline
  /// As they were stored last, by the pipeline's own count.
  var committed: (tip: TrackRow?, ledger: Ledger)?
  /// The ledger of the session that was open at the last commit, as it is stored.
  var storedLedger: Ledger?
  var name: String?
  private var namedDevices = 0
  private var present: Timestamp?
  var formerlyAccepted = 0
  var newestSegment = 0
  var newestRest = 0
  var closedDistanceMetres = 0.0
  var closedMovingMilliseconds: Int64 = 0
  var decision: Decision?

  /// Nothing is recorded yet.
  public init(_ settings: Settings, bootID: String?) {
    self.settings = settings
    self.bootID = bootID
    pipeline = TrackPipeline(settings.pipeline)
  }
}

// MARK: - Sessions

extension Recording {
  /// A session is open, so that fixes become rows.
  public var isOpen: Bool {
    if case .open = stage { true } else { false }
  }

  /// The first accepted fix will decide whether a former session goes on.
  public var isUndecided: Bool {
    if case .undecided = stage { true } else { false }
  }

  /// Begins a session; others that have no end get one.
  public mutating func begin(named name: String? = nil) {
    backlog.append(.abandoned(except: nil, bootID: bootID))
    openSession(named: name ?? settings.name)
  }

  /// Begins a session beside others that may go on.
  public mutating func open() { openSession(named: settings.name) }

  /// Goes on with a session, if the first accepted fix is near enough in time; else that begins another.
  public mutating func resume(_ session: UnfinishedSession) {
    backlog.append(.abandoned(except: session.number, bootID: bootID))
    forgetSession()
    pipeline = TrackPipeline(settings.pipeline, resuming: session.resumption)
    if session.resumption.lastRow == nil { goOn(with: session) } else { stage = .undecided(session) }
  }

  /// Follows the receiver without keeping anything, where nothing is recorded.
  public mutating func listen() {
    guard case .idle = stage else { return }
    pipeline = TrackPipeline(settings.pipeline)
    forgetSession()
    stage = .listening
  }

  /// Ends that.
  public mutating func stopListening() {
    if case .listening = stage { stage = .idle }
  }

  /// Ends the session for good.
  public mutating func end(_ reason: EndReason) {
    switch stage {
    case .idle, .listening: return
    case .undecided: backlog.append(.abandoned(except: nil, bootID: bootID))
    case .open: finishSession(reason)
    }
    stage = .idle
  }

  /// Leaves the session as it is, to go on later.
  public mutating func suspend() {
    // What waits for the rest of its epoch waits in vain.
    step(.interrupted(.restart))
    if case .open = stage {
      if let rest = pipeline.openRest { backlog.append(.rest(numbering.number(rest))) }
      backlog.append(.suspended(numbering.snapshot(of: pipeline)))
    }
    stage = .idle
  }

  private mutating func openSession(named name: String?) {
    pipeline = TrackPipeline(settings.pipeline)
    forgetSession()
    self.name = name
    backlog.append(.opened(start, bootID: bootID))
    stage = .open
  }

  private mutating func goOn(with session: UnfinishedSession) {
    name = session.name
    closedDistanceMetres = session.distanceMetres
    closedMovingMilliseconds = session.movingMilliseconds
    storedLedger = session.resumption.settledLedger
    newestSegment = session.resumption.lastRow?.segment ?? 0
    newestRest = session.resumption.rests
    backlog.append(.resumed(session.number, bootID: bootID))
    stage = .open
  }

  /// The last reports may turn out to belong to a session of their own.
  private mutating func finishSession(_ reason: EndReason) {
    while true {
      let reports = take { $0.finish(into: $1) }
      guard !reports.isEmpty else { break }
      beginAnew(with: reports)
    }
    backlog.append(.ended(numbering.snapshot(of: pipeline), at: pipeline.newest?.time, reason))
  }

  /// The receiver's clock stepped back for good: another session begins with what it says now.
  private mutating func beginAnew(with reports: [Report]) {
    finishSession(.clock)
    formerlyAccepted += pipeline.accepted
    openSession(named: name)
    for report in reports { step(.report(report, at: nil, present: present)) }
  }

  private mutating func forgetSession() {
    numbering = Numbering()
    committed = nil
    newestSegment = 0
    newestRest = 0
    closedDistanceMetres = 0
    closedMovingMilliseconds = 0
  }

  var start: SessionStart {
    SessionStart(
      uuid: Identity.uuid(), name: name, note: settings.note, profile: settings.pipeline.profile.name,
      origin: settings.origin, version: Release.version)
  }
}

// MARK: - What comes in

extension Recording {
  /// Takes what gpsd said.
  public mutating func take(
    _ message: Message, from decoder: ReportDecoder, at receipt: MonotonicTime?, present: Timestamp?,
    wanted: String? = nil
  ) {
    self.present = present
    switch message {
    case .report(let report):
      name(devicesOf: decoder)
      if let wanted, decoder.path(of: report.device) != wanted { return step(.refused(.otherDevice)) }
      step(.report(report, at: receipt, present: present))
    case .sky(let sky): step(.sky(sky))
    case .malformed: step(.refused(.malformed))
    case .device(let path, isActive: false):
      if let newest = pipeline.newest, decoder.path(of: newest.device) == path { step(.interrupted(.deviceGone)) }
    case .device, .devices, .version, .refusal, .other: break
    }
  }

  /// Takes an input of another kind.
  public mutating func step(_ input: Input) {
    switch stage {
    case .idle: break
    case .undecided(let session): decide(on: session, with: input)
    case .listening: follow(input)
    case .open:
      let reports = take { $0.step(input, into: $1) }
      if !reports.isEmpty { beginAnew(with: reports) }
    }
  }

  private mutating func follow(_ input: Input) {
    var effects: [Effect] = []
    pipeline.step(input) { effects.append($0) }
    guard let reports = effects.restart else { return }
    pipeline = TrackPipeline(settings.pipeline)
    for report in reports { follow(.report(report, at: nil, present: present)) }
  }

  /// Keeps something that happened.
  public mutating func note(_ fact: StoredFact) { backlog.append(fact) }

  private mutating func decide(on session: UnfinishedSession, with input: Input) {
    var attempt = pipeline
    var effects: [Effect] = []
    attempt.step(input) { effects.append($0) }
    if let reports = effects.restart {
      decision = .beginsAnother(insteadOf: session.number, after: nil)
      pipeline = attempt
      beginInstead(of: session)
      for report in reports { step(.report(report, at: nil, present: present)) }
    } else if let hole = effects.hole {
      let length = hole.to - hole.from
      if length < settings.sessionGap {
        decision = .goesOn(session.number, after: length)
        goOn(with: session)
      } else {
        decision = .beginsAnother(insteadOf: session.number, after: length)
        beginInstead(of: session)
      }
      step(input)
    } else {
      pipeline = attempt
      keep(effects)
    }
  }

  mutating func beginInstead(of session: UnfinishedSession) {
    var effects: [Effect] = []
    let fresh = pipeline.instead(of: session.resumption) { effects.append($0) }
    backlog.append(.abandoned(except: nil, bootID: bootID))
    openSession(named: settings.name)
    pipeline = fresh
    keep(effects)
  }

  /// Lets the pipeline do something and keeps what it found; gives the reports that begin another session.
  private mutating func take(_ work: (inout TrackPipeline, (Effect) -> Void) -> Void) -> [Report] {
    var effects: [Effect] = []
    work(&pipeline) { effects.append($0) }
    keep(effects)
    return effects.restart ?? []
  }

  private mutating func keep(_ effects: [Effect]) {
    for effect in effects {
      guard let fact = numbering.fact(effect) else { continue }
      switch effect {
      case .row(let row): newestSegment = row.segment
      case .rest(let rest): newestRest = rest.number
      case .leg(let leg):
        closedDistanceMetres += leg.distanceMetres
        closedMovingMilliseconds += leg.to - leg.from
      default: break
      }
      backlog.append(fact)
    }
  }

  private mutating func name(devicesOf decoder: ReportDecoder) {
    while namedDevices < decoder.deviceCount {
      let device = DeviceID(number: Int32(namedDevices))
      let path = decoder.path(of: device)
      backlog.append(.receiver(device, path: path.isEmpty ? "unknown" : path))
      namedDevices += 1
    }
  }
}

extension [Effect] {
  /// The hole before the first accepted fix after a restart.
  fileprivate var hole: Gap? {
    for case .gap(let gap) in self { return gap }
    return nil
  }

  /// The reports that begin another session.
  fileprivate var restart: [Report]? {
    for case .clockWentBack(let reports) in self { return reports }
    return nil
  }
}
