public import Positioning

/// Takes the parts of a track in order. Formats are sinks; so is what stands before them and leaves something out.
public protocol TrackSink {
  /// Begins the file.
  mutating func begin() throws
  /// A marked place; all marks come before the first session.
  mutating func mark(_ mark: TrackMark, of session: Int64) throws
  /// A stop; all stops come before the first session.
  mutating func stop(_ stop: TrackStop, of session: Int64) throws
  /// Begins a session.
  mutating func begin(_ session: TrackSession) throws
  /// The next row of the session; a new segment number begins a new unbroken run.
  mutating func point(_ point: TrackPoint) throws
  /// Ends the session.
  mutating func endSession() throws
  /// Ends the file.
  mutating func end() throws
}

/// A file format that is text: told the parts of a track in order, it appends their bytes.
protocol TrackFormat {
  mutating func begin(into text: inout TrackText) throws
  mutating func mark(_ mark: TrackMark, of session: Int64, into text: inout TrackText) throws
  mutating func stop(_ stop: TrackStop, of session: Int64, into text: inout TrackText) throws
  mutating func begin(_ session: TrackSession, into text: inout TrackText) throws
  mutating func point(_ point: TrackPoint, into text: inout TrackText) throws
  mutating func endSession(into text: inout TrackText) throws
  mutating func end(into text: inout TrackText) throws
}

/// Writes a format that is text, a chunk at a time, so that a track of any length takes constant memory.
struct TextSink<Format: TrackFormat>: TrackSink {
  private var format: Format
  private var text: TrackText

  init(_ format: Format, into text: TrackText) { (self.format, self.text) = (format, text) }

  mutating func begin() throws { try format.begin(into: &text) }

  mutating func mark(_ mark: TrackMark, of session: Int64) throws {
    try format.mark(mark, of: session, into: &text)
    try text.passOn()
  }

  mutating func stop(_ stop: TrackStop, of session: Int64) throws {
    try format.stop(stop, of: session, into: &text)
    try text.passOn()
  }

  mutating func begin(_ session: TrackSession) throws { try format.begin(session, into: &text) }

  mutating func point(_ point: TrackPoint) throws {
    try format.point(point, into: &text)
    try text.passOn()
  }

  mutating func endSession() throws {
    try format.endSession(into: &text)
    try text.passOn()
  }

  mutating func end() throws {
    try format.end(into: &text)
    try text.finish()
  }
}
