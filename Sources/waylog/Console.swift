import Positioning
import Recorder
import TextOutput
import Tracking

/// Tells the user of a foreground recording what happens: lines for changes, and on a terminal one line that is
/// always new. Coordinates appear only where they were asked for.
final class Console: RecordLoop.Observer {
  private let printsFixes: Bool
  private let log: Log
  private let showsStatus: Bool
  private var hasStatus = false
  private var locations = 0

  init(printsFixes: Bool, log threshold: LogLevel) {
    self.printsFixes = printsFixes
    log = Log(threshold: threshold)
    showsStatus = Standard.error.canTakeBack && threshold > .warning
  }

  var wantsStatus: Bool { showsStatus }

  func announce(_ announcement: Announcement) { say(announcement.text, LogLevel(announcement.kind)) }

  /// A line of the program's own.
  func say(_ text: String, _ level: LogLevel = .info) {
    guard let line = log.line(text, level) else { return }
    clearStatus()
    Standard.error.write(line)
  }

  func show(_ fix: Fix) {
    locations += 1
    if log.threshold >= .debug { say(Self.line(fix, number: locations), .debug) }
    guard printsFixes else { return }
    var line = TextBuffer()
    line.append(fix.time.iso8601 + " ")
    line.append(fix.coordinate.latitude, places: 7, zeros: .kept)
    line.append(" ")
    line.append(fix.coordinate.longitude, places: 7, zeros: .kept)
    line.append("\n")
    try? Standard.output.print(line)
  }

  func show(_ status: RecordLoop.Status) {
    let text = DisplayWidth.cut(Self.line(status), to: Standard.error.width - 1)
    Standard.error.write("\r\u{1b}[K\(text)")
    hasStatus = true
  }

  /// Takes the line away that is always new.
  func clearStatus() {
    guard hasStatus else { return }
    Standard.error.write("\r\u{1b}[K")
    hasStatus = false
  }

  /// A fix without its position.
  private static func line(_ fix: Fix, number: Int) -> String {
    let measured = fix.measurements
    let satellites = measured.satellites.map { ", \($0) satellites" } ?? ""
    return "Location \(number): \(measured.mode == .threeD ? "3D" : "2D") of \(fix.time.iso8601)\(satellites)"
  }

  private static func line(_ status: RecordLoop.Status) -> String {
    let without = HumanText.duration(milliseconds: status.millisecondsWithoutFix)
    var parts: [String]
    switch status.link {
    case .unreachable: parts = ["gpsd is away", "no fix for \(without)"]
    case .noDevice: parts = ["no receiver", "no fix for \(without)"]
    case .silent: parts = ["the receiver is silent", "no fix for \(without)"]
    case .noFix: parts = ["waiting for a fix", without]
    case .fix(let mode): parts = [mode == .threeD ? "3D" : "2D", "fix \(without) old", movement(status)]
    }
    parts.append(HumanText.distance(metres: status.distanceMetres))
    return parts.joined(separator: " · ")
  }

  private static func movement(_ status: RecordLoop.Status) -> String {
    if status.isStationary { return "at rest" }
    guard let speed = status.newest?.measurements.speedMPS else { return "moving" }
    return "\(Int((speed * 3.6).rounded())) km/h"
  }
}
