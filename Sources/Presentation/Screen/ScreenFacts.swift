import Positioning
import TextOutput

/// What a screen says of a state at a moment, line by line.
struct ScreenFacts {
  private static let labelColumns = 10
  private static let unknown = "–"

  let state: ScreenState
  let units: Units
  let zone: ScreenZone
  let now: MonotonicTime

  /// Whether what is known of the receiver is the present.
  var isLive: Bool { state.isLive(at: now) }

  private var age: String? { state.fixAge(at: now).map { HumanText.duration(milliseconds: $0) } }

  private func row(_ label: String, _ value: String?, _ tone: Tone = .plain) -> StyledLine {
    StyledLine(DisplayWidth.padded(label, to: Self.labelColumns) + " ", .faint)
      + StyledLine(value ?? Self.unknown, value == nil ? .faint : tone)
  }

  private func speed(_ metresPerSecond: Double) -> String {
    "\(units.speedDigits(metresPerSecond: metresPerSecond)) \(units.speedUnit)"
  }
}

// MARK: - At the top

extension ScreenFacts {
  /// What the recorder is doing.
  var headline: StyledLine {
    StyledLine("waylog  ", .faint) + StyledLine(doing, .heading)
      + StyledLine(isFollowing ? state.gpsd.map { "  from gpsd at \($0)" } ?? "" : "", .faint)
  }

  private var isFollowing: Bool { state.recorder == .recording || state.recorder == .waiting }

  private var doing: String {
    let session = state.session.map { " \($0.number)" + ($0.name.map { " “\($0)”" } ?? "") }
    return switch state.recorder {
    case .recording: "recording session\(session ?? "")"
    case .waiting: "waiting; the first fix decides whether session\(session ?? "") goes on"
    case .idle: "idle" + (session.map { "; last session\($0)" } ?? "")
    case .none: session.map { "last session\($0)" } ?? "nothing recorded"
    }
  }

  /// What is amiss, the worst first; nil where nothing is.
  var alarm: StyledLine? {
    if let trouble = state.store.trouble { return StyledLine("! the database cannot be read: \(trouble)", .alarm) }
    switch state.recorder {
    case .none where state.session == nil: return StyledLine("! no recorder runs: waylog record", .alarm)
    case .none: return StyledLine("! no recorder runs; all this is old", .alarm)
    case .idle: return StyledLine("! nothing is recorded: waylog start", .alarm)
    case .recording, .waiting: return complaint.map { StyledLine("! \($0)", .alarm) }
    }
  }

  private var complaint: String? {
    let snapshot = Snapshot(sequence: 0, recorder: state.recorder, link: state.link, storage: state.storage)
    let words = DisplayState(of: snapshot, at: Timestamp(milliseconds: 0)).complaint
    guard state.storage == .ok, !isLive, let age else { return words }
    return "\(words ?? "no fix"), for \(age)"
  }
}

// MARK: - In the middle

extension ScreenFacts {
  /// What matters, the most first; what belongs together, together.
  var groups: [[StyledLine]] { [present, totals, health].filter { !$0.isEmpty } }

  /// What is known of the present or, where that is over, of the moment of the newest fix, and then said so.
  private var present: [StyledLine] {
    guard let fix = state.fix else { return [row("Fix", state.recorder == .none ? nil : "none yet", .alarm)] }
    let satellites = fix.satellites.map { ", \($0) satellites" } ?? ""
    let kind = (fix.mode == .threeD ? "3D" : fix.mode == .twoD ? "2D" : "fix") + satellites
    let rests = state.isAtRest == true
    return [
      row("Fix", isLive ? kind : "STALE: \(kind)", isLive ? .well : .alarm),
      row("Age", age.map { isLive ? $0 : "\($0), not live" }, isLive ? .plain : .alarm),
      past("Speed", fix.speedMPS.map(speed)),
      past("Course", rests ? nil : fix.courseDegrees.flatMap(Self.course)),
      past("State", state.isAtRest.map { $0 ? "at rest" : "moving" }),
      past("Accuracy", fix.accuracyMetres.map { "\(decimal($0, places: $0 < 9.95 ? 1 : 0)) m" }),
    ] + [fix.coordinate.map { past("Position", Self.degrees($0)) }].compactMap(\.self)
  }

  private func past(_ label: String, _ value: String?) -> StyledLine {
    isLive ? row(label, value) : row(label, value.map { "was \($0)" }, .faint)
  }

  private var totals: [StyledLine] {
    guard let session = state.session else { return [] }
    func duration(_ milliseconds: Int64) -> String { HumanText.duration(milliseconds: milliseconds) }
    return [
      row("Distance", units.distanceText(metres: session.distanceMetres)),
      row("Duration", duration(session.durationMS)),
      row("Moving", duration(session.movingMS)),
      row("At rest", duration(session.restMS) + (session.gapMS > 0 ? ", gaps \(duration(session.gapMS))" : "")),
      row("Fastest", session.greatestSpeedMPS.map(speed)),
      row("Started", session.started.map { "\(wall($0)) \(zone.title)" }),
    ]
  }

  private var health: [StyledLine] {
    let rows = state.session.map { ", \(HumanText.grouped($0.rows)) rows" } ?? ""
    let size = ", \(HumanText.size(bytes: state.store.bytes))"
    let storage =
      switch (state.store.trouble, state.storage) {
      case (.some, _): row("Store", "cannot be read", .alarm)
      case (nil, .refused): row("Store", "refuses, \(state.waitingFacts ?? 0) facts wait", .alarm)
      case (nil, .ok): row("Store", "ok\(rows)\(size)")
      }
    return [storage, row("Activity", state.activity)]
  }

  /// The newest first.
  var stops: [StyledLine] {
    state.stops.reversed().map { stop in
      let kind = stop.departure == nil ? "still there" : stop.kind == "off" ? "switched off" : "at rest"
      return StyledLine("\(wall(stop.arrival).prefix(11))  ", .faint)
        + StyledLine(DisplayWidth.padded(HumanText.duration(milliseconds: stop.durationMS), to: 11, .right))
        + StyledLine("  \(kind)", .faint)
    }
  }

  /// `05-01 06:00:00`.
  private func wall(_ time: Timestamp) -> String {
    let iso = zone.wall(time).iso8601
    return "\(iso.dropFirst(5).prefix(5)) \(iso.dropFirst(11).prefix(8))"
  }

  /// `213° SW`: the nearest of eight points of the compass.
  private static func course(_ degrees: Double) -> String? {
    guard (0...360).contains(degrees) else { return nil }
    let points = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    let whole = Int(degrees.rounded()) % 360
    return "\(whole)° \(points[(whole * 2 + 45) / 90 % 8])"
  }

  /// To a decimetre: no receiver knows better.
  private static func degrees(_ place: Coordinate) -> String {
    "\(decimal(place.latitude, places: 6)) \(decimal(place.longitude, places: 6))"
  }
}
