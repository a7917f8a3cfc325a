public import Positioning
public import TextOutput

/// A file format for tracks: told the parts of a track in order, it appends their bytes to a buffer.
///
/// Whoever drives it empties the buffer whenever it likes, so that a track of any length takes constant memory.
public protocol TrackFormat {
  /// Begins the file.
  mutating func begin(into text: inout TextBuffer)
  /// A marked place; all marks come before the first session.
  mutating func mark(_ mark: TrackMark, into text: inout TextBuffer)
  /// Begins a session.
  mutating func begin(_ session: TrackSession, into text: inout TextBuffer)
  /// The next row of the session; a new segment number begins a new unbroken run.
  mutating func point(_ point: TrackPoint, into text: inout TextBuffer)
  /// Ends the session.
  mutating func endSession(into text: inout TextBuffer)
  /// Ends the file.
  mutating func end(into text: inout TextBuffer)
}

/// The formats, by the name on the command line.
public enum FormatName: String, CaseIterable, Sendable {
  case gpx, csv

  /// The format that a file name asks for by its suffix.
  public init?(suffixOf path: String) {
    guard let dot = path.lastIndex(of: "."), let name = FormatName(rawValue: path[dot...].dropFirst().lowercased())
    else { return nil }
    self = name
  }

  /// A writer that has not written anything.
  public func make(creator: String) -> any TrackFormat {
    switch self {
    case .gpx: GPXFormat(creator: creator)
    case .csv: CSVFormat()
    }
  }
}
