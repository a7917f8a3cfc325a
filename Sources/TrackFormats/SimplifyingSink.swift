public import Positioning

/// Lets only those fixes through that a line needs.
///
/// It stands before whatever keeps places back: a line that is drawn more simply must not be drawn through them.
public struct SimplifyingSink<Next: TrackSink>: TrackSink {
  /// What it stands before.
  public private(set) var next: Next
  private var simplifier: Simplifier?

  /// Stands before a sink; without a tolerance in metres everything goes through.
  public init(toleranceMetres: Double?, before next: Next) {
    simplifier = toleranceMetres.map { Simplifier(toleranceMetres: $0) }
    self.next = next
  }

  /// Begins the file.
  public mutating func begin() throws { try next.begin() }

  /// A marked place.
  public mutating func mark(_ mark: TrackMark, of session: Int64) throws { try next.mark(mark, of: session) }

  /// A stop.
  public mutating func stop(_ stop: TrackStop, of session: Int64) throws { try next.stop(stop, of: session) }

  /// Begins a session.
  public mutating func begin(_ session: TrackSession) throws { try next.begin(session) }

  /// The next row of the session.
  public mutating func point(_ point: TrackPoint) throws {
    guard simplifier != nil else { return try next.point(point) }
    try simplifier?.step(point) { try next.point($0) }
  }

  /// Ends the session.
  public mutating func endSession() throws {
    try simplifier?.end { try next.point($0) }
    try next.endSession()
  }

  /// Ends the file.
  public mutating func end() throws { try next.end() }
}
