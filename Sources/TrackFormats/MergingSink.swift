public import Positioning

/// Makes one session of all: the first, with the segments of all of them.
public struct MergingSink<Next: TrackSink>: TrackSink {
  private var next: Next
  private var first: TrackSession?
  private var segments = Segments()

  /// Stands before a sink.
  public init(before next: Next) { self.next = next }

  /// Begins the file.
  public mutating func begin() throws { try next.begin() }

  /// A marked place.
  public mutating func mark(_ mark: TrackMark, of session: Int64) throws { try next.mark(mark, of: session) }

  /// A stop.
  public mutating func stop(_ stop: TrackStop, of session: Int64) throws { try next.stop(stop, of: session) }

  /// Begins the session, or goes on in it.
  public mutating func begin(_ session: TrackSession) throws {
    segments.interrupt()
    guard first == nil else { return }
    first = session
    try next.begin(session)
  }

  /// The next row.
  public mutating func point(_ point: TrackPoint) throws {
    var merged = point
    merged.segment = segments.number(of: point)
    merged.session = first?.number ?? point.session
    try next.point(merged)
  }

  /// Nothing ends before the file does.
  public mutating func endSession() {}

  /// Ends the session and the file.
  public mutating func end() throws {
    if first != nil { try next.endSession() }
    try next.end()
  }
}
