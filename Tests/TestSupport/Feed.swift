import Foundation

/// What a stand-in for gpsd says, and how it cuts it into pieces.
public struct Feed: Sendable {
  enum Step: Sendable {
    case line(String)
    /// Without a line end.
    case raw(String)
    case lineEnd
    /// Seconds, shortened by the rate.
    case pause(Double)
    /// Seconds as they are.
    case hang(Double)
    case close
    /// Bytes in a write from here on; 0 for whole lines.
    case chunk(Int)
    case carriageReturns
    /// The next two lines in one write.
    case glue
  }

  let steps: [Step]

  /// Says these lines.
  public init(lines: [String]) { steps = lines.map { .line($0) } }

  init(steps: [Step]) { self.steps = steps }

  /// Reads a script of gpsd's lines and `#!` directives, or a table of fixes.
  public init(_ path: String) throws {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    steps = path.hasSuffix(".csv") ? Self.steps(ofTable: lines) : lines.compactMap(Self.step)
  }

  /// Some of the rows of a table, from 0, at their pace.
  public init(_ path: String, rows: Range<Int>) throws {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    steps = Self.steps(ofTable: Array(lines.prefix(1) + lines.dropFirst(1 + rows.lowerBound).prefix(rows.count)))
  }

  /// One feed after the other.
  public static func + (a: Feed, b: Feed) -> Feed { Feed(steps: a.steps + b.steps) }

  /// A silence, with the connection kept.
  public static func silence(_ seconds: Double) -> Feed { Feed(steps: [.hang(seconds)]) }

  /// The lines alone, as `gpspipe -w` would have written them.
  public var json: String {
    steps.compactMap { if case .line(let line) = $0 { line + "\n" } else { nil } }.joined()
  }

  private static func step(_ line: String) -> Step? {
    guard line.hasPrefix("#!") else { return line.hasPrefix("#") ? nil : .line(line) }
    let words = line.dropFirst(2).split(separator: " ", maxSplits: 1).map(String.init)
    let argument = words.count > 1 ? words[1] : ""
    switch words[0] {
    case "sleep": return Double(argument).map { .pause($0) }
    case "hang": return Double(argument).map { .hang($0) }
    case "close": return .close
    case "chunk": return Int(argument).map { .chunk($0) }
    case "crlf": return .carriageReturns
    case "glue": return .glue
    case "raw": return .raw(argument)
    case "eol": return .lineEnd
    default: return nil
    }
  }
}

extension Feed {
  /// Rows of `t_unix_s,lat,lon,alt_m,speed_mps,hacc_m,mode` as gpsd would report them, at their pace.
  private static func steps(ofTable lines: [String]) -> [Step] {
    var steps: [Step] = []
    var former: TableRow?
    for row in lines.dropFirst().compactMap(TableRow.init) {
      if let former, row.time > former.time { steps.append(.pause(row.time - former.time)) }
      steps.append(.line(row.report(after: former)))
      former = row
    }
    return steps
  }
}

/// One fix of a table.
private struct TableRow {
  /// Height of the sea above the ellipsoid in all tables, in metres.
  static let geoidSeparation = 47.9

  let time: Double
  let latitude: Double?
  let longitude: Double?
  let altitude: Double?
  let speed: Double?
  let error: Double?
  let mode: Int

  init?(_ line: String) {
    let fields = line.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard fields.count == 7, let time = fields[0], let mode = fields[6] else { return nil }
    (self.time, latitude, longitude, altitude) = (time, fields[1], fields[2], fields[3])
    (speed, error, self.mode) = (fields[4], fields[5], Int(mode))
  }

  func report(after former: TableRow?) -> String {
    var members = [
      #""class":"TPV","device":"/dev/ttyFAKE0""#, #""mode":\#(mode)"#, #""time":"\#(iso8601)""#, #""ept":0.005"#,
    ]
    func add(_ name: String, _ value: Double?, places: Int) {
      if let value { members.append("\"\(name)\":" + String(format: "%.\(places)f", value)) }
    }
    guard mode >= 2 else { return "{" + members.joined(separator: ",") + "}" }
    add("lat", latitude, places: 9)
    add("lon", longitude, places: 9)
    if mode == 3, let altitude {
      add("altHAE", altitude + Self.geoidSeparation, places: 3)
      add("altMSL", altitude, places: 3)
      add("alt", altitude, places: 3)
      add("geoidSep", Self.geoidSeparation, places: 1)
    }
    add("speed", speed, places: 6)
    add("track", course(from: former), places: 4)
    add("eph", error, places: 3)
    return "{" + members.joined(separator: ",") + "}"
  }

  private var iso8601: String {
    let milliseconds = Int((time * 1000).rounded())
    var parts = tm()
    var second = time_t(milliseconds / 1000)
    gmtime_r(&second, &parts)
    let numbers = [parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec]
    return String(format: "%04d-%02d-%02dT%02d:%02d:%02d", arguments: numbers)
      + String(format: ".%03dZ", milliseconds % 1000)
  }

  private func course(from former: TableRow?) -> Double? {
    guard let former, let latitude, let longitude, let before = former.latitude, let west = former.longitude,
      (latitude, longitude) != (before, west)
    else { return nil }
    let degrees = atan2((longitude - west) * cos(latitude * .pi / 180), latitude - before) * 180 / .pi
    return (degrees + 360).truncatingRemainder(dividingBy: 360)
  }
}

extension Feed {
  /// Says nothing.
  public static let empty = Feed(steps: [])

  /// The same lines with a text in them replaced.
  public func replacing(_ text: String, with other: String) -> Feed {
    Feed(
      steps: steps.map {
        if case .line(let line) = $0 { .line(line.replacingOccurrences(of: text, with: other)) } else { $0 }
      })
  }

  /// So many megabytes without a line end between two feeds.
  public init(endless megabytes: Int, between first: Feed, and last: Feed) {
    let megabyte = Step.raw(String(repeating: "x", count: 1_000_000))
    steps = first.steps + Array(repeating: megabyte, count: megabytes) + [.lineEnd] + last.steps
  }
}

extension Workplace {
  /// What makes programs speak a language, its locale made for them; `C` for none.
  public func speaking(_ language: String) throws -> [String: String] {
    guard language != "C" else { return ["LC_ALL": "C"] }
    let locale = "\(language).UTF-8"
    if !files.contains(locale) {
      let outcome = try run("localedef", ["-i", language, "-f", "UTF-8", path(locale)])
      guard files.contains(locale) else { throw Launching.Failure(what: outcome.errors) }
    }
    return ["LC_ALL": locale, "LOCPATH": folder]
  }
}

extension Feed {
  /// A straight drive to the north at 10 m/s, a fix a second from 2026-05-01T06:00:00Z on, that many seconds after it.
  public static func drive(_ seconds: Range<Int>) -> Feed {
    Feed(lines: seconds.map { fix(at: $0, metres: Double($0) * 10, speed: 10) })
  }

  /// How such a drive goes on that stood still for so many seconds.
  public static func drive(_ seconds: Range<Int>, afterStanding pause: Int) -> Feed {
    Feed(lines: seconds.map { fix(at: $0, metres: Double($0 - pause) * 10, speed: 10) })
  }

  /// The same receiver standing where a drive of so many seconds ends.
  public static func standing(_ seconds: Range<Int>, after drive: Int) -> Feed {
    Feed(lines: seconds.map { fix(at: $0, metres: Double(drive) * 10, speed: 0) })
  }

  /// The feed with a pause of so many seconds after each line, shortened by the rate.
  public func paced(_ seconds: Double = 1) -> Feed { Feed(steps: steps.flatMap { [$0, .pause(seconds)] }) }

  /// Says nothing of a place: the receiver has no fix.
  public static func noFix(_ count: Int) -> Feed {
    Feed(lines: Array(repeating: #"{"class":"TPV","device":"/dev/ttyFAKE0","mode":1}"#, count: count))
  }

  private static func fix(at second: Int, metres: Double, speed: Double) -> String {
    let time = Date(timeIntervalSince1970: 1_777_615_200 + Double(second))
      .ISO8601Format(.init(includingFractionalSeconds: true))
    let latitude = String(format: "%.9f", 47.1 + metres / 111_170)
    return #"{"class":"TPV","device":"/dev/ttyFAKE0","mode":3,"time":"\#(time)","lat":\#(latitude),"lon":8.1,"#
      + #""altMSL":430.0,"speed":\#(speed),"track":0.0,"eph":4.0}"#
  }
}
