import Arguments
import Positioning
import TrackFormats
import TrackStore

/// What `waylog export` is asked to keep back.
struct PrivacySettings: Sendable {
  var zones: [PrivacyZone] = []
  var trimMetres: Double?
  var hasRelativeTimes = false
  var precision: Int?

  var isUsed: Bool { !zones.isEmpty || trimMetres != nil || hasRelativeTimes || precision != nil }

  static func options<Settings>(
    _ part: any WritableKeyPath<Settings, PrivacySettings> & Sendable
  ) -> OptionGroup<Settings> {
    OptionGroup(
      "Privacy",
      [
        Option<PrivacySettings>.values(
          "privacy-zone", "LAT,LON,RADIUS", "Leave out what is within RADIUS metres of a place",
          details: "Also its surroundings, so that the place is not in the middle of what is missing: the same part "
            + "each time. Lines that would lead through are interrupted. Those of the configuration are cut out as well, "
            + "unless you say --no-privacy-zone.",
          as: zone
        ) { $0.zones.append($1) },
        .value(
          "trim", "METRES", "Leave out METRES at both ends of each session",
          details: "As the crow flies from where it begins and ends, so that a receiver that drifts uses nothing up.",
          as: .decimal(in: 1...1_000_000)
        ) { $0.trimMetres = $1 },
        .flag(
          "relative-time", "Count times from the start of each session",
          details: "The first fix gets the time 1970-01-01T00:00:00Z."
        ) { $0.hasRelativeTimes = true },
        .value("precision", "DIGITS", "Round degrees to DIGITS decimals (3 is about 100 m)", as: .integer(in: 0...9)) {
          $0.precision = $1
        },
      ].map { $0.lifted(to: part) })
  }

  /// The rules for parts of a store, of which `narrowing` says what is meant.
  func rules(
    for parts: [Selection.Part], _ narrowing: Narrowing, _ sessions: Export.Sessions, in reader: borrowing TrackReader
  ) throws -> PrivacyRules {
    var rules = PrivacyRules()
    rules.precision = precision
    if !zones.isEmpty {
      let secret = try ExportSecret.load()
      rules.circles = zones.map { $0.cut(secret) }
    }
    var start: Timestamp?
    for part in parts {
      let session = part.session.number
      if let trimMetres { rules.parts[session] = try Self.trimmed(session, by: trimMetres, in: reader) }
      guard hasRelativeTimes else { continue }
      let first = try reader.firstPoint(of: session, from: part.from, to: part.to) {
        narrowing.isMeant($0) && rules.shows($0)
      }
      // Sessions that become one have one start.
      start = sessions == .merged ? start ?? first?.time : first?.time
      rules.parts[session, default: PrivacyRules.Part()].start = start
    }
    return rules
  }

  /// As the crow flies, so that a receiver that drifts for hours where it is parked does not use up the metres.
  private static func trimmed(
    _ session: Int64, by metres: Double, in reader: borrowing TrackReader
  ) throws -> PrivacyRules.Part {
    var part = PrivacyRules.Part()
    var start: TrackPoint?
    let first = try reader.firstPoint(of: session, from: nil, to: nil) { point in
      start = start ?? point
      return start.map { $0.distance(to: point) >= metres } ?? false
    }
    var end: TrackPoint?
    let last = try reader.lastPoint(of: session) { point in
      end = end ?? point
      return end.map { $0.distance(to: point) >= metres } ?? false
    }
    part.from = first?.time ?? .init(milliseconds: .max)
    part.to = last.map { $0.time + 1 } ?? .init(milliseconds: .min)
    return part
  }

  private static let zone = Reader<PrivacyZone>(
    expecting: "degrees north and east and a radius from 10 to 50000 metres", example: "12.3456,-65.4321,300",
    telling: .discreet
  ) { text in
    let numbers = numbers(text)
    guard numbers.count == 3, let place = Coordinate(latitude: numbers[0], longitude: numbers[1]) else { return nil }
    return PrivacyZone(around: place, radiusMetres: numbers[2])
  }

  /// Numbers with commas between them, in plain decimals; none if one of them is not.
  static func numbers(_ text: String) -> [Double] {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D } ? Double(part) : nil
    }
    return numbers.contains(nil) ? [] : numbers.compactMap(\.self)
  }
}

extension TrackPoint {
  /// Over the ground, in metres.
  fileprivate func distance(to other: TrackPoint) -> Double {
    guard let a = Coordinate(latitude: Double(latitudeE9) / 1e9, longitude: Double(longitudeE9) / 1e9),
      let b = Coordinate(latitude: Double(other.latitudeE9) / 1e9, longitude: Double(other.longitudeE9) / 1e9)
    else { return 0 }
    return Ellipsoid.distance(a, b)
  }
}
