import CGPS
import Glibc
public import Positioning

/// What one line from gpsd says.
public enum Message: Equatable, Sendable {
  /// A position report.
  case report(Report)
  /// A sky report.
  case sky(Sky)
  /// A receiver appeared (`isActive`) or went away.
  case device(String, isActive: Bool)
  /// All receivers that gpsd has.
  case devices([String])
  /// gpsd's greeting: its release.
  case version(String)
  /// gpsd refuses something, in its own words.
  case refusal(String)
  /// A line that is not one complete object, or a report with an impossible time or a word where a number belongs.
  case malformed
  /// Anything else.
  case other
}

/// Decodes gpsd's lines through libgps, the same for a socket and a file.
public final class ReportDecoder {
  private static let mostReceivers = 256

  private let data: UnsafeMutablePointer<gps_data_t>
  private var paths: [String] = []
  private var last: (path: [CChar], device: DeviceID)?

  /// Creates a decoder with libgps's structure, which is too large for the stack, zeroed.
  public init() {
    data = .allocate(capacity: 1)
    data.initialize(to: gps_data_t())
  }

  deinit { data.deallocate() }

  /// How many receivers were numbered.
  public var deviceCount: Int { paths.count }

  /// The path of a receiver that this decoder has numbered.
  public func path(of device: DeviceID) -> String { paths[Int(device.number)] }

  /// What gpsd takes a receiver for (`u-blox`, `NMEA0183`), if the line that was decoded last said so.
  public func driver(of path: String) -> String? {
    let driver = String(cString: waylog_driver(data, path))
    return driver.isEmpty ? nil : driver
  }

  /// Decodes one line; the byte behind it must be 0.
  public func decode(_ line: UnsafeMutableBufferPointer<UInt8>) -> Message {
    if line.allSatisfy({ $0 == 0x20 || (0x09...0x0d).contains($0) }) { return .other }
    guard let scanned = JSONScanner.scan(UnsafeBufferPointer(line)), let start = line.baseAddress else {
      return .malformed
    }
    if scanned.kind == .other { return .other }
    if scanned.kind == .tpv, scanned.hasWrongType || scanned.time == .impossible { return .malformed }
    if scanned.hasBlanks { removeBlanks(line) }
    if scanned.hasFurtherClass { hideFurtherClasses(line) }
    // libgps only adds to the mask and never clears the path: what the line does not say must not seem said.
    data.pointee.set = 0
    data.pointee.dev.path.0 = 0
    start.withMemoryRebound(to: CChar.self, capacity: line.count + 1) { _ = gps_unpack($0, data) }
    // A number for a time stops libgps 3.22 (gpsd writes 0 for a receiver that went away), but after the path.
    if scanned.kind == .device { return device(isActive: scanned.isActive) }
    // Not recognised by libgps: what the structure holds is from another line.
    guard data.pointee.set != 0 else { return .other }
    switch scanned.kind {
    case .tpv: return .report(report(scanned.time))
    case .sky: return .sky(sky(scanned))
    case .devices: return devices()
    case .version: return .version(withUnsafeBytes(of: data.pointee.version.release) { text(in: $0) })
    case .error: return .refusal(withUnsafeBytes(of: data.pointee.error) { text(in: $0) })
    case .device, .other: return .other
    }
  }

  private func device(isActive: Bool) -> Message {
    let path = String(cString: waylog_device_path(data))
    return path.isEmpty ? .other : .device(path, isActive: isActive)
  }

  /// Leaves libgps only the first `class` of a line: where it gives a line up (a fifth receiver, a member that has
  /// members) it goes on behind that, and in what is left another class keeps it going round for ever.
  private func hideFurtherClasses(_ line: UnsafeMutableBufferPointer<UInt8>) {
    let key = Array("\"class\":".utf8)
    var isFirst = true
    for index in line.indices.dropLast(key.count - 1)
    where line[index] == key[0] && line[index..<(index + key.count)].elementsEqual(key) {
      if !isFirst { line[index + 1] = UInt8(ascii: "C") }
      isFirst = false
    }
  }

  /// Takes out the blanks between members: libgps recognises a report only by its first bytes, written without any.
  private func removeBlanks(_ line: UnsafeMutableBufferPointer<UInt8>) {
    var isInString = false
    var isEscaped = false
    var end = 0
    for index in line.indices {
      let byte = line[index]
      if !isInString, byte == 0x20 || (0x09...0x0d).contains(byte) { continue }
      if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
      isEscaped = isInString && byte == UInt8(ascii: "\\") && !isEscaped
      line[end] = byte
      end += 1
    }
    if end < line.count { line[end] = 0 }
  }

  /// The number of the receiver that the line names.
  private func device() -> DeviceID {
    guard let path = waylog_device_path(data) else { return number(of: "") }
    if let last, last.path.withUnsafeBufferPointer({ strncmp($0.baseAddress ?? path, path, $0.count) }) == 0 {
      return last.device
    }
    let name = String(cString: path)
    let device = number(of: name)
    last = (Array(name.utf8CString), device)
    return device
  }

  /// The number of a receiver, the same for as long as the decoder lives; given on first use.
  public func number(of path: String) -> DeviceID {
    if let known = paths.firstIndex(of: path) { return DeviceID(number: Int32(known)) }
    // gpsd knows a handful; a server that invents names without end gets one number for all the rest.
    guard paths.count < Self.mostReceivers else { return DeviceID(number: Int32(paths.count - 1)) }
    paths.append(path)
    return DeviceID(number: Int32(paths.count - 1))
  }

  private func devices() -> Message {
    let all = 0..<max(0, min(waylog_device_count(data), Int32(MAXUSERDEVS)))
    let names = all.map { String(cString: waylog_listed_device(data, $0)) }
    return .devices(names)
  }

  private func text(in bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

extension ReportDecoder {
  private func report(_ time: ScannedLine.Time) -> Report {
    var raw = waylog_report()
    waylog_read_report(data, &raw)
    var measured = Measurements()
    measured.mode = FixMode(rawValue: Int(raw.mode)) ?? .unknown
    measured.status = FixStatus(code: Int(raw.status))
    if measured.mode == .threeD { readHeights(raw, into: &measured) }
    measured.speedMPS = finite(raw.speed)
    measured.courseDegrees = finite(raw.track)
    measured.climbMPS = finite(raw.climb)
    measured.horizontalErrorMetres = horizontalError(raw)
    measured.verticalErrorMetres = notNegative(raw.epv)
    var moment: Timestamp?
    if case .valid(let valid) = time { moment = valid }
    return Report(
      device: device(), time: moment,
      coordinate: Coordinate(latitude: raw.latitude, longitude: raw.longitude), measurements: measured)
  }

  /// `altHAE` and `altMSL` say what they are; the old `alt` is the height above the sea wherever gpsd still sends it.
  private func readHeights(_ raw: waylog_report, into measured: inout Measurements) {
    let separation = finite(raw.geoid_separation)
    let ellipsoid = finite(raw.altitude_hae)
    let sea = finite(raw.altitude_msl) ?? both(ellipsoid, separation, -) ?? finite(raw.altitude_undefined)
    measured.altitudeMSLMetres = sea
    measured.altitudeHAEMetres = ellipsoid ?? both(sea, separation, +)
  }

  private func horizontalError(_ raw: waylog_report) -> Double? {
    if let error = notNegative(raw.eph) { return error }
    guard let east = notNegative(raw.epx), let north = notNegative(raw.epy) else { return nil }
    return (east * east + north * north).squareRoot()
  }

  private func sky(_ scanned: ScannedLine) -> Sky {
    var raw = waylog_report()
    waylog_read_report(data, &raw)
    return Sky(
      device: device(), hdop: notNegative(raw.hdop),
      satellitesUsed: scanned.listsSatellites && raw.satellites_used >= 0 ? Int(raw.satellites_used) : nil,
      satellitesSeen: scanned.listsSatellites && raw.satellites_visible >= 0 ? Int(raw.satellites_visible) : nil)
  }

  private func finite(_ value: Double) -> Double? { value.isFinite ? value : nil }

  private func notNegative(_ value: Double) -> Double? { value.isFinite && value >= 0 ? value : nil }

  private func both(_ a: Double?, _ b: Double?, _ operation: (Double, Double) -> Double) -> Double? {
    guard let a, let b else { return nil }
    return operation(a, b)
  }
}
