import Arguments
import Positioning
import TrackFormats
import TrackStore

/// What `waylog export` is asked to keep back.
struct PrivacySettings: Sendable {
  /// As typed: no error repeats them, as they tell where somebody lives.
  var zones: [String] = []
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
        Option<PrivacySettings>.value(
          "privacy-zone", "LAT,LON,RADIUS", "Leave out what is within RADIUS metres of a place",
          details: "Also its surroundings, so that the place is not in the middle of what is missing: the same part "
            + "each time. May be given more than once. Lines that would lead through are interrupted.",
          as: .text
        ) { $0.zones.append($1) },
        .value(
          "trim", "METRES", "Leave out both ends of each session, up to METRES from where it begins and ends",
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
      let zones = try zones.map(Self.zone)
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

  private static func zone(_ text: String) throws -> PrivacyZone {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      let isPlain = part.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }
      return isPlain ? Double(part) : nil
    }
    if numbers.count == 3, let latitude = numbers[0], let longitude = numbers[1], let radius = numbers[2],
      let place = Coordinate(latitude: latitude, longitude: longitude),
      let zone = PrivacyZone(around: place, radiusMetres: radius)
    {
      return zone
    }
    throw UsageError(
      "--privacy-zone: expected degrees north and east and a radius from 10 to 50000 metres",
      hint: "such as --privacy-zone 12.3456,-65.4321,300")
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
