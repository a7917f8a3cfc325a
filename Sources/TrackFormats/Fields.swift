import Positioning
import TextOutput

/// What several formats write alike.
extension TextBuffer {
  /// Adds `YYYY-MM-DDThh:mm:ss.mmmZ`.
  mutating func append(iso8601 time: Timestamp) { append(time, milliseconds: true) }

  /// Adds the time with milliseconds only where there are some: the form without is the most widely read.
  mutating func append(shortISO8601 time: Timestamp) {
    append(time, milliseconds: time.milliseconds % 1000 != 0)
  }

  private mutating func append(_ time: Timestamp, milliseconds hasMilliseconds: Bool) {
    let civil = Calendar.civil(time.milliseconds)
    guard (0...9999).contains(civil.year) else { return append(time.iso8601) }
    append(atMost: 24) { text in
      text.append(twoDigits: civil.year / 100)
      text.append(twoDigits: civil.year % 100)
      text.append("-", twoDigits: civil.month)
      text.append("-", twoDigits: civil.day)
      text.append("T", twoDigits: civil.hour)
      text.append(":", twoDigits: civil.minute)
      text.append(":", twoDigits: civil.second)
      if hasMilliseconds {
        text.append(UInt8(ascii: "."))
        text.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: civil.millisecond / 100))
        text.append(twoDigits: civil.millisecond % 100)
      }
      text.append(UInt8(ascii: "Z"))
    }
  }

  /// Adds degrees with as many places as they have, nine at most.
  mutating func append(degreesE9: Int64) { append(decimal: degreesE9, places: 9, zeros: .trimmed) }
}

extension OutputSpan<UInt8> {
  fileprivate mutating func append(_ separator: Unicode.Scalar, twoDigits value: Int) {
    append(UInt8(ascii: separator))
    append(twoDigits: value)
  }

  fileprivate mutating func append(twoDigits value: Int) {
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10))
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
  }
}

extension TrackPoint {
  /// Height of the geoid above the ellipsoid in 1e-4 metres, where both heights are known.
  var separationE4: Int64? {
    guard let sea = altitudeMSLE4, let ellipsoid = altitudeHAEE4 else { return nil }
    return ellipsoid - sea
  }
}

extension TrackSession {
  /// What to call it: its owner's name for it, else its beginning.
  var title: String {
    if let name, !name.isEmpty { return name }
    return started.map { "Track of \($0.iso8601)" } ?? "Track \(number)"
  }
}

extension TrackStop {
  /// What to call it, such as `Stop of 1 h 5 min`.
  var title: String { "Stop of \(HumanText.duration(milliseconds: durationMS))" }
}

/// Elements that are left out where there is nothing to stand in them.
extension TextBuffer {
  /// Adds a number between its tags, or nothing.
  mutating func append(_ start: String, _ scaled: Int64?, places: Int, _ end: String) {
    guard let scaled else { return }
    append(start)
    append(decimal: scaled, places: places, zeros: .trimmed)
    append(end)
  }

  /// Adds a text between its tags, or nothing.
  mutating func append(_ start: String, content: String?, _ end: String) {
    guard let content, !content.isEmpty else { return }
    append(start)
    append(xmlText: content)
    append(end)
  }
}
