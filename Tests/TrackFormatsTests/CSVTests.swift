import Positioning
import Testing

@testable import TrackFormats

@Suite("CSV")
struct CSVTests {
  /// The fields of each record (RFC 4180).
  private static func records(_ text: String) -> [[String]] {
    var records: [[String]] = []
    var fields: [String] = []
    var field = String.UnicodeScalarView()
    var isQuoted = false
    var rest = text.unicodeScalars.makeIterator()
    var pending: Unicode.Scalar?
    func end() {
      fields.append(String(field))
      field = String.UnicodeScalarView()
    }
    while let scalar = pending ?? rest.next() {
      pending = nil
      switch (scalar, isQuoted) {
      case ("\"", true):
        pending = rest.next()
        if pending == "\"" { field.append("\"") } else { isQuoted = false }
        if pending == "\"" { pending = nil }
      case ("\"", false): isQuoted = true
      case (",", false): end()
      case ("\n", false):
        end()
        records.append(fields)
        fields = []
      default: field.append(scalar)
      }
    }
    #expect(fields.isEmpty && field.isEmpty && !isQuoted, "the last line has an end")
    return records
  }

  @Test("Every row has as many fields as there are columns, whatever receivers are called")
  func hostileNames() throws {
    for name in try Golden.hostileNames() {
      var track = Track.sample
      for index in track.sessions[0].points.indices { track.sessions[0].points[index].device = name }
      let records = Self.records(try track.text(as: .csv))
      #expect(records.first == CSVFormat.columns)
      #expect(records.count == 17)
      #expect(records.allSatisfy { $0.count == CSVFormat.columns.count }, "\(name)")
    }
  }

  @Test("What is unknown is empty, and what is known stands under its name")
  func columns() throws {
    let records = Self.records(try Track.sample.text(as: .csv))
    let full = Dictionary(uniqueKeysWithValues: zip(CSVFormat.columns, records[1]))
    #expect(
      full == [
        "time": "2026-05-01T06:00:00.250Z", "lat": "47.123456789", "lon": "-8.987654321", "ele": "431.2",
        "speed": "13.888", "course": "45.5", "accuracy": "7.7", "vertical_accuracy": "5.3", "climb": "-0.25",
        "hdop": "1.1",
        "sat": "9", "fix": "3d", "geoidheight": "47.9", "hae": "479.1", "stationary": "0", "device": "/dev/ttyACM0",
        "segment": "1", "session": "1",
      ])
    let bare = Dictionary(uniqueKeysWithValues: zip(CSVFormat.columns, records[2])).filter { !$0.value.isEmpty }
    #expect(
      bare == [
        "time": "2026-05-01T06:00:01.000Z", "lat": "47", "lon": "8", "fix": "2d", "stationary": "0", "segment": "1",
        "session": "1",
      ])
  }
}
