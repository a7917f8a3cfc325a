import Foundation
import TestSupport

/// What a simulated car really did.
struct Truth {
  private struct Row {
    var time: Int
    var latitude: Double
    var longitude: Double
    var height: Double
    var speed: Double
    var isStopped: Bool
    var hasReception: Bool
  }

  private let rows: [Row]

  /// Reads the simulator's table.
  init(_ path: String) throws {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").dropFirst()
    rows = lines.compactMap { line in
      let fields = line.split(separator: ",")
      guard fields.count == 8, let time = Int(fields[0]), let latitude = Double(fields[1]),
        let longitude = Double(fields[2]), let height = Double(fields[3]), let speed = Double(fields[4])
      else { return nil }
      return Row(
        time: time, latitude: latitude, longitude: longitude, height: height, speed: speed,
        isStopped: fields[6] == "stopped",
        hasReception: fields[7] != "none")
    }
  }

  /// The time of the last row, as the recorder prints it.
  var lastTime: String {
    Date(timeIntervalSince1970: Double(rows.last?.time ?? 0) / 1000).ISO8601Format().dropLast() + "."
  }

  /// Metres travelled where the receiver could see the sky.
  var distance: Double {
    zip(rows, rows.dropFirst()).filter { $0.hasReception && $1.hasReception }.reduce(0) { sum, leg in
      let north = (leg.1.latitude - leg.0.latitude) * 111_170
      let east = (leg.1.longitude - leg.0.longitude) * 111_320 * cos(leg.0.latitude * .pi / 180)
      return sum + (north * north + east * east).squareRoot()
    }
  }

  /// The greatest speed in metres per second and height above the sea in metres, where the receiver could see the sky.
  var greatestSpeed: Double { rows.filter(\.hasReception).map(\.speed).max() ?? 0 }
  var greatestHeight: Double { rows.filter(\.hasReception).map(\.height).max() ?? 0 }

  /// How far a place is from where the car was at a moment.
  func metres(from latitude: Double, _ longitude: Double, at time: Int) -> Double {
    guard let row = rows.first(where: { $0.time == time }) else { return .nan }
    let north = (latitude - row.latitude) * 111_170
    let east = (longitude - row.longitude) * 111_320 * cos(row.latitude * .pi / 180)
    return (north * north + east * east).squareRoot()
  }

  /// When it stood still for longer than so many seconds, from beginning to end in milliseconds.
  func stops(longerThan seconds: Int) -> [Range<Int>] {
    var stops: [Range<Int>] = []
    var begin: Int?
    for row in rows where row.hasReception {
      switch (row.isStopped, begin) {
      case (true, nil): begin = row.time
      case (false, let start?):
        if row.time - start > seconds * 1000 { stops.append(start..<row.time) }
        begin = nil
      default: break
      }
    }
    if let begin, let end = rows.last?.time, end - begin > seconds * 1000 { stops.append(begin..<end) }
    return stops
  }
}
