import Positioning
import SQLite
import Tracking

/// Reads the rows that legs are made of.
struct RowQuery: ~Copyable {
  private let query: Statement

  init(_ connection: borrowing Connection) throws(SQLiteError) {
    query = try connection.prepare(
      """
      SELECT lat_e9, lon_e9, seq, segment, unix_ms, msl_e4, hae_e4, speed_mmps FROM fix_row
      WHERE session = ? AND seq BETWEEN ? AND ? ORDER BY seq
      """)
  }

  /// The rows with these numbers, cut where one segment ends and the next begins.
  borrowing func runs(of session: Int64, _ numbers: ClosedRange<Int64>) throws(SQLiteError) -> [[Leg.Row]] {
    query.bind(1, session)
    query.bind(2, numbers.lowerBound)
    query.bind(3, numbers.upperBound)
    defer { query.reset() }
    var runs: [[Leg.Row]] = []
    var segment: Int64?
    while try query.step() {
      guard let row = Leg.Row(query) else { continue }
      if runs.isEmpty || query.integer(3) != segment { runs.append([]) }
      segment = query.integer(3)
      runs[runs.count - 1].append(row)
    }
    return runs
  }
}

extension Leg.Row {
  fileprivate init?(_ row: borrowing Statement) {
    guard let place = row.place(0), let sequence = row.integer(2), let time = row.integer(4) else { return nil }
    var measured = Measurements()
    measured.altitudeMSLMetres = row.integer(5).map { Double($0) / 1e4 }
    measured.altitudeHAEMetres = row.integer(6).map { Double($0) / 1e4 }
    measured.speedMPS = row.integer(7).map { Double($0) / 1e3 }
    self.init(
      sequence: Int(sequence),
      fix: Fix(
        device: DeviceID(number: 0), time: Timestamp(milliseconds: time), coordinate: place, measurements: measured))
  }
}
