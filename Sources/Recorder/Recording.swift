public import GPSClient
public import Positioning
public import TrackStore
public import Tracking

/// A session in the making: what the pipeline finds goes to the store, each commit whole.
///
/// `record` and `import` are this with different feeds.
public struct Recording: ~Copyable {
  /// What does not change while it lasts.
  public struct Settings: Sendable {
    /// How fixes become a track.
    public var pipeline: TrackPipeline.Settings
    /// What the owner calls the session.
    public var name: String?
    /// Who fills it.
    public var origin: SessionStart.Origin

    /// Creates settings.
    public init(pipeline: TrackPipeline.Settings, name: String?, origin: SessionStart.Origin) {
      self.pipeline = pipeline
      self.name = name
      self.origin = origin
    }
  }

  /// New facts, in a box of their own so that the pipeline can fill it while it is stepped.
  fileprivate final class Waiting {
    var facts: [StoredFact] = []
    var isUrgent = false
    var restart: [Report] = []
    /// Of the legs that are final.
    var distanceMetres = 0.0
  }

  private let settings: Settings
  private var writer: TrackWriter
  /// The pipeline of the running session.
  public private(set) var pipeline: TrackPipeline
  private let waiting = Waiting()
  private var committed: Snapshot?
  private var namedDevices = 0
  private var present: Timestamp?
  private var accepted = 0

  /// Sessions begun so far, as far as they are stored.
  public var sessions: [Int64] { writer.sessions }

  /// Fixes accepted so far, in all sessions.
  public var acceptedFixes: Int { accepted + pipeline.accepted }

  /// Begins a session in a store.
  public init(_ settings: Settings, into writer: consuming TrackWriter) throws(StoreError) {
    self.settings = settings
    pipeline = TrackPipeline(settings.pipeline)
    self.writer = writer
    if settings.origin == .record { try self.writer.endLeftovers(bootID: Identity.bootID()) }
    try self.writer.begin(start, bootID: Identity.bootID())
  }

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
    let waiting = self.waiting
    pipeline.step(input) { waiting.take($0) }
    guard !waiting.restart.isEmpty else { return }
    let reports = waiting.restart
    waiting.restart = []
    beginAnew(.clock)
    for report in reports { step(.report(report, at: nil, present: present)) }
  }

  /// Keeps something that happened.
  public mutating func note(_ event: StoredEvent) { waiting.facts.append(.event(event)) }

  /// Ends the session.
  public mutating func finish(_ reason: EndReason) throws(StoreError) {
    let waiting = self.waiting
    pipeline.finish { waiting.take($0) }
    // The last reports may turn out to belong to a session of their own.
    while !waiting.restart.isEmpty {
      let reports = waiting.restart
      waiting.restart = []
      beginAnew(.clock)
      for report in reports { step(.report(report, at: nil, present: present)) }
      pipeline.finish { waiting.take($0) }
    }
    try writer.end(waiting.facts, Snapshot(of: pipeline), at: pipeline.newest?.time, reason)
    waiting.empty()
  }

  /// Lets go of the store, once finished.
  public consuming func close() -> TrackWriter { writer }
}

// MARK: - Commits

extension Recording {
  /// How pressing the next commit is.
  public enum Need: Comparable, Sendable {
    case none
    /// Only counts have changed.
    case counts
    /// There are new facts, or a newer tip.
    case facts
    /// A rest began or ended: the store must not say otherwise for long.
    case urgent
  }

  /// How pressing the next commit is.
  public var need: Need {
    if waiting.isUrgent { return .urgent }
    if !waiting.facts.isEmpty || pipeline.tip != committed?.tip { return .facts }
    return pipeline.ledger == committed?.ledger ? .none : .counts
  }

  /// Facts that are not stored yet.
  public var waitingFacts: Int { waiting.facts.count }

  /// Stores everything up to now.
  public mutating func commit(_ durability: TrackWriter.Durability) throws(StoreError) {
    let snapshot = Snapshot(of: pipeline)
    try writer.commit(waiting.facts, snapshot, durability)
    committed = snapshot
    waiting.empty()
  }

  /// Marks the place of the newest fix, stored before this returns; nil without a fix.
  public mutating func mark(_ text: String?) throws(StoreError) -> Fix? {
    guard let newest = pipeline.newest else { return nil }
    let snapshot = Snapshot(of: pipeline)
    waiting.facts.append(.mark(newest, text))
    do {
      try writer.commit(waiting.facts, snapshot, .power)
    } catch {
      // Its owner is told that it failed and may try again: it must not be stored later as well.
      waiting.facts.removeLast()
      throw error
    }
    committed = snapshot
    waiting.empty()
    return newest
  }

  /// Remembers the input, so that it is not taken twice.
  public borrowing func remember(import digest: String, name: String) throws(StoreError) {
    try writer.remember(import: digest, name: name)
  }

  private var start: SessionStart {
    SessionStart(
      uuid: Identity.uuid(), name: settings.name, profile: settings.pipeline.profile.name, origin: settings.origin,
      version: Release.version)
  }

  /// Ends the session and begins another, both with the next commit: the store may be busy just now.
  private mutating func beginAnew(_ reason: EndReason) {
    let waiting = self.waiting
    pipeline.finish { waiting.take($0) }
    waiting.facts.append(.ended(Snapshot(of: pipeline), at: pipeline.newest?.time, reason))
    waiting.facts.append(.opened(start, bootID: Identity.bootID()))
    waiting.isUrgent = true
    waiting.distanceMetres = 0
    accepted += pipeline.accepted
    pipeline = TrackPipeline(settings.pipeline)
    committed = nil
  }

  /// Length of the session's movement up to now, in metres.
  public var distanceMetres: Double { waiting.distanceMetres + (pipeline.openLeg?.distanceMetres ?? 0) }

  private mutating func name(devicesOf decoder: ReportDecoder) {
    while namedDevices < decoder.deviceCount {
      let device = DeviceID(number: Int32(namedDevices))
      let path = decoder.path(of: device)
      writer.name(device, path: path.isEmpty ? "unknown" : path)
      namedDevices += 1
    }
  }
}

extension Recording.Waiting {
  func take(_ effect: Effect) {
    switch effect {
    case .began(let fix): facts.append(.began(fix))
    case .row(let row): facts.append(.row(row))
    case .gap(let gap): facts.append(.gap(gap))
    case .leg(let leg):
      facts.append(.leg(leg))
      distanceMetres += leg.distanceMetres
    case .event(let time, let kind, let detail):
      facts.append(.event(StoredEvent(time: time, kind: kind, detail: detail)))
    case .clockWentBack(let reports): restart = reports
    case .rest(let rest):
      facts.append(.rest(rest))
      isUrgent = true
    }
  }

  func empty() {
    facts.removeAll(keepingCapacity: true)
    isUrgent = false
  }
}
