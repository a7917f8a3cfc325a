import Positioning
public import TrackReaders
import TrackStore
import Tracking

extension Importer {
  /// What an import of GPX did.
  public struct GPXSummary: Equatable, Sendable {
    /// Points read.
    public var points = 0
    /// Points left out because they have no time, or none that exists.
    public var untimed = 0
    /// Points left out because there is no such place.
    public var unplaced = 0
    /// Points left out because their time is yet to come.
    public var future = 0
    /// The line of the first point that was left out for one of these reasons.
    public var firstLeftOut: Int?
    /// Waypoints that became marks.
    public var marks = 0
    /// Waypoints left out: without a time or a place, or too many.
    public var waypointsLeftOut = 0
    /// Routes, which are no tracks.
    public var routes = 0
    /// Where the file ended early, or where its damage begins.
    public var end: GPXFault?
  }
}

/// Makes sessions of what a GPX file holds.
///
/// A track is a session of its own. It goes on with the one before it where the file says no different name and the
/// hole between them is short: gpxlogger begins a track after every hole. Segments stay segments.
struct GPXSessions: ~Copyable {
  /// Waypoints that are kept in memory until their session is there.
  private static let mostWaypoints = 20_000
  private static let receiver = DeviceID(number: 0)

  private let settings: Importer.Settings
  /// No time is later than a day after it; nil if no clock is to be trusted.
  private let present: Timestamp?
  private(set) var summary = Importer.GPXSummary()
  /// Some point became part of a session.
  private(set) var hasTrack = false
  var recording: Recording
  private var source = "GPX"
  /// The track that begins with the next point.
  private var next: GPXTrack?
  private var name: String?
  private var newest: Timestamp?
  private var waypoints: [(fix: Fix, text: String?)] = []
  /// Points left out before there was a session whose ledger they could be in.
  private var homeless: [Rejection: Int] = [:]

  init(_ settings: Importer.Settings, present: Timestamp?) {
    (self.settings, self.present) = (settings, present)
    recording = Recording(settings.recording, bootID: nil)
  }

  /// Takes the next item; what it adds waits in the recording.
  mutating func take(_ item: GPXItem) {
    switch item {
    case .file(let creator): source = creator.isEmpty ? source : creator
    case .track(let track): next = track
    case .segment: recording.step(.interrupted(.noData))
    case .point(let point): take(point)
    case .waypoint(let waypoint): take(waypoint)
    case .route: summary.routes += 1
    }
  }

  /// Ends the last session, with the marks that are left.
  mutating func finish(at fault: GPXFault?) {
    summary.end = fault
    endSession(marksUntil: nil)
  }
}

// MARK: - Points

extension GPXSessions {
  private mutating func take(_ point: GPXPoint) {
    summary.points += 1
    guard let time = point.time else {
      summary.untimed += 1
      return leaveOut(point, because: .noTime)
    }
    if let present, time - present > Calendar.millisecondsPerDay {
      summary.future += 1
      return leaveOut(point, because: .future)
    }
    guard let coordinate = point.coordinate else {
      summary.unplaced += 1
      return leaveOut(point, because: .malformed)
    }
    if let track = next.take() { begin(track, at: time) }
    newest = time
    let report = Report(
      device: Self.receiver, time: time, coordinate: coordinate, measurements: point.measurements)
    recording.step(.report(report, at: nil, present: settings.present))
  }

  private mutating func leaveOut(_ point: GPXPoint, because reason: Rejection) {
    summary.firstLeftOut = summary.firstLeftOut ?? point.line
    if recording.isOpen { recording.step(.refused(reason)) } else { homeless[reason, default: 0] += 1 }
  }

  private mutating func begin(_ track: GPXTrack, at time: Timestamp) {
    if let newest, track.name == name, (0..<settings.recording.sessionGap).contains(time - newest) { return }
    endSession(marksUntil: newest)
    name = track.name
    var session = settings.recording
    session.pipeline = settings.points
    session.name = session.name ?? track.name
    session.note = track.note
    recording.settings = session
    recording.open()
    recording.note(.receiver(Self.receiver, path: track.source ?? source))
    for (reason, count) in homeless { for _ in 0..<count { recording.step(.refused(reason)) } }
    homeless = [:]
  }

  private mutating func endSession(marksUntil end: Timestamp?) {
    guard recording.isOpen else { return }
    mark(until: end)
    recording.end(.imported)
    hasTrack = hasTrack || recording.acceptedFixes > 0
  }
}

// MARK: - Waypoints

extension GPXSessions {
  private mutating func take(_ waypoint: GPXWaypoint) {
    guard waypoints.count < Self.mostWaypoints, let time = waypoint.time, let coordinate = waypoint.coordinate else {
      summary.waypointsLeftOut += 1
      return
    }
    let fix = Fix(device: Self.receiver, time: time, coordinate: coordinate, measurements: Measurements())
    waypoints.append((fix, waypoint.text))
  }

  /// They belong to the session that ends after them, and those that are left to the last one.
  private mutating func mark(until end: Timestamp?) {
    for (fix, text) in waypoints where end.map({ fix.time <= $0 }) ?? true {
      recording.note(.mark(fix, text))
      summary.marks += 1
    }
    waypoints.removeAll { fix, _ in end.map { fix.time <= $0 } ?? true }
  }
}
