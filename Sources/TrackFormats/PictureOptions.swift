public import Positioning
public import TextOutput

/// What may be chosen about pictures.
public struct PictureOptions: Sendable {
  /// What speeds, distances and heights are shown in.
  public var units = Units.metric
  /// What times are shown by.
  public var clock = PictureClock.utc
  /// Where a page finds a map to lay below the track; nil for none, and no network.
  public var tiles: TileAddress?
  /// What a page is made of.
  public var page = PageParts()

  /// What is usual; a page has nothing to show it with.
  public init() {}
}

/// What a page is made of, beside its track: the texts of files.
public struct PageParts: Sendable {
  /// CSS.
  public var style = ""
  /// HTML: what stands in the body.
  public var body = ""
  /// JavaScript, a module.
  public var script = ""

  /// A page without anything.
  public init() {}
}

/// The address of map tiles 256 pixels wide in the Web Mercator projection, with {z}, {x} and {y} in it.
public struct TileAddress: Equatable, Sendable {
  /// As it was given.
  public let text: String

  /// Reads `https://HOST/PATH`, `http://` or `file://` with the three in its path; nil for anything else, and for
  /// characters that an address has no room for.
  public init?(_ text: String) {
    guard ["https://", "http://", "file://"].contains(where: text.hasPrefix),
      ["{z}", "{x}", "{y}"].allSatisfy({ text.contains(text: $0) }),
      text.utf8.allSatisfy(\.mayStandInAddress),
      !Self.origin(of: text).utf8.contains(where: { [UInt8(ascii: "{"), UInt8(ascii: "?")].contains($0) })
    else { return nil }
    self.text = text
  }

  /// The scheme and host, as a content security policy names them.
  var origin: String { Self.origin(of: text) }

  private static func origin(of text: String) -> String {
    text.hasPrefix("file://")
      ? "file:"
      : text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
  }
}

extension UInt8 {
  /// What could end an attribute or an entry of a policy may not.
  fileprivate var mayStandInAddress: Bool {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "-._~:/?[]@!$&()*+=%{}".utf8.contains(self)
    }
  }
}

/// What the times of a picture are shown by.
public enum PictureClock: Sendable {
  /// A clock on the wall: what to call its zone, and what it shows at a moment.
  case wall(zone: String, @Sendable (Timestamp) -> Timestamp)
  /// Times count from a start, and say no date.
  case sinceStart

  /// UTC.
  public static let utc = PictureClock.wall(zone: "UTC") { $0 }

  /// The zone's name, where there is one.
  var zone: String? {
    guard case .wall(let zone, _) = self else { return nil }
    return zone
  }

  /// How far the clock is ahead of UTC at a moment, in milliseconds.
  func offset(at time: Timestamp) -> Int64 {
    guard case .wall(_, let wall) = self else { return 0 }
    return wall(time) - time
  }

  /// `2026-05-01`, or nothing where there is no date.
  func date(_ time: Timestamp) -> String? {
    guard case .wall(_, let wall) = self else { return nil }
    return String(wall(time).iso8601.prefix(10))
  }

  /// `06:05`; hours may be more than a day's where times count from a start.
  func hoursAndMinutes(_ time: Timestamp) -> String {
    let shown = time.milliseconds + offset(at: time)
    let minutes = shown.flooredQuotient(60_000)
    let hours = minutes.flooredQuotient(60)
    let hour = if case .sinceStart = self { hours } else { hours - hours.flooredQuotient(24) * 24 }
    return "\(hour < 10 ? "0" : "")\(hour):\(minutes - hours * 60 < 10 ? "0" : "")\(minutes - hours * 60)"
  }
}
