public import Positioning

/// Leaves out what the rules keep back, before a format sees it.
///
/// Where something is left out, a new segment begins, and so it does where a line between two fixes would be drawn
/// through a circle; segments are numbered anew.
public struct Redactor<Next: TrackSink>: TrackSink {
  /// How much was left out.
  public struct Removed: Equatable, Sendable {
    /// In circles.
    public var fixes = 0, stops = 0, marks = 0
    /// Outside the part of a session that may be shown.
    public var trimmedFixes = 0, trimmedStops = 0, trimmedMarks = 0
    /// Between fixes that are shown.
    public var lines = 0
  }

  /// How much was left out so far.
  public private(set) var removed = Removed()
  /// How many fixes were shown so far.
  public private(set) var shownFixes = 0
  private let rules: PrivacyRules
  private var next: Next
  private var segments = Segments()

  /// Stands before a sink.
  public init(_ rules: PrivacyRules, before next: Next) { (self.rules, self.next) = (rules, next) }

  /// Begins the file.
  public mutating func begin() throws { try next.begin() }

  /// A marked place, if it may be shown.
  public mutating func mark(_ mark: TrackMark, of session: Int64) throws {
    guard rules.part(session).contains(mark.time) else { return removed.trimmedMarks += 1 }
    guard !rules.isHidden(mark.latitudeE9, mark.longitudeE9) else { return removed.marks += 1 }
    var shown = mark
    shown.time = rules.shown(mark.time, of: session)
    (shown.latitudeE9, shown.longitudeE9) = (rules.shown(mark.latitudeE9), rules.shown(mark.longitudeE9))
    try next.mark(shown, of: session)
  }

  /// A stop, if all of it may be shown.
  public mutating func stop(_ stop: TrackStop, of session: Int64) throws {
    let part = rules.part(session)
    // A stay that reaches beyond the part is one at its end, where nothing is to be seen.
    guard part.contains(stop.arrival), part.contains(stop.arrival + stop.durationMS) else {
      return removed.trimmedStops += 1
    }
    guard !rules.isHidden(stop.latitudeE9, stop.longitudeE9) else { return removed.stops += 1 }
    var shown = stop
    shown.arrival = rules.shown(stop.arrival, of: session)
    shown.departure = stop.departure.map { rules.shown($0, of: session) }
    (shown.latitudeE9, shown.longitudeE9) = (rules.shown(stop.latitudeE9), rules.shown(stop.longitudeE9))
    try next.stop(shown, of: session)
  }

  /// Begins a session.
  public mutating func begin(_ session: TrackSession) throws {
    segments.begin()
    try next.begin(rules.shown(session))
  }

  /// The next row of the session, if it may be shown.
  public mutating func point(_ point: TrackPoint) throws {
    guard rules.isInPart(point) else {
      segments.interrupt()
      return removed.trimmedFixes += 1
    }
    guard !rules.isHidden(point.latitudeE9, point.longitudeE9) else {
      segments.interrupt()
      return removed.fixes += 1
    }
    if let last = segments.last, last.segment == point.segment, rules.isHidden(from: last, to: point) {
      segments.interrupt()
      removed.lines += 1
    }
    shownFixes += 1
    var shown = point
    shown.segment = segments.number(of: point)
    shown.time = rules.shown(point.time, of: point.session)
    (shown.latitudeE9, shown.longitudeE9) = (rules.shown(point.latitudeE9), rules.shown(point.longitudeE9))
    try next.point(shown)
  }

  /// Ends the session.
  public mutating func endSession() throws { try next.endSession() }

  /// Ends the file.
  public mutating func end() throws { try next.end() }
}
