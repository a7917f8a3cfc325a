import Recorder
import TextOutput
import TrackReaders

/// What an import did, in words.
enum ImportText {
  static func tell(_ summary: Importer.Summary, of file: String) {
    let numbers = summary.sessions.map(String.init).joined(separator: ", ")
    let noun = summary.sessions.count == 1 ? "session" : "sessions"
    switch summary.content {
    case .lines(let lines): say("imported \(lines) lines as \(noun) \(numbers)")
    case .gpx(let gpx):
      if let end = gpx.end { say("'\(file)' \(words(end)): what comes before is taken") }
      for line in leftOut(gpx) { say(line) }
      let marks = gpx.marks == 0 ? "" : " and \(count(gpx.marks, "waypoint"))"
      say("imported \(count(gpx.taken, "point"))\(marks) as \(noun) \(numbers)")
    }
  }

  static func failure(_ error: ImportError, of file: String) -> Failure {
    switch error {
    case .notGPSD:
      Failure(
        .badData, "nothing imported from '\(file)': no line of it is gpsd's, and it is no GPX",
        advice:
          "record with: gpspipe -w; for other formats: gpsbabel -t -i FORMAT -f FILE -o gpx -F - | waylog import -")
    case .nmea(let fault): unplayed(fault, file)
    case .unreadable(let reason):
      Failure(.inputOutput, "cannot read '\(file)': \(reason)", advice: "check the disk")
    case .damaged(let fault): damaged(fault, file)
    case .noTrack(let summary): noTrack(summary, file)
    }
  }

  private static func unplayed(_ fault: NMEAFault, _ file: String) -> Failure {
    let what = "nothing imported from '\(file)': it is NMEA, as the receiver speaks it"
    let gpsbabel = "gpsbabel -t -i nmea -f FILE -o gpx -F - | waylog import -"
    return switch fault {
    case .noGPSD:
      Failure(.badData, "\(what), and there is no gpsd to read it", advice: "install gpsd, or use: \(gpsbabel)")
    case .gpsdFailed(let reason):
      Failure(.unavailable, "\(what), and gpsd cannot read it: \(reason)", advice: "try: \(gpsbabel)")
    case .noFix:
      Failure(
        .badData, "\(what), and gpsd finds no fix with a date in it",
        advice: "a date is in RMC and ZDA sentences; if the log has none of them, try: \(gpsbabel)")
    }
  }

  private static func damaged(_ fault: GPXFault, _ file: String) -> Failure {
    let what = "nothing imported from '\(file)': it \(words(fault))"
    return switch fault.kind {
    case .malformed, .endsEarly:
      Failure(.badData, what, advice: "take what comes before that with: waylog import --partial")
    case .untrustworthy: Failure(.badData, what, advice: "look at where it comes from")
    case .notGPX:
      Failure(.badData, what, advice: "turn it into GPX: gpsbabel -t -i FORMAT -f FILE -o gpx -F - | waylog import -")
    }
  }

  private static func noTrack(_ gpx: Importer.GPXSummary, _ file: String) -> Failure {
    let reasons = gpx.end.map { ["it \(words($0))"] } ?? []
    let said = reasons + leftOut(gpx)
    let why = said.isEmpty ? "no point in it can be part of a track" : said.joined(separator: "; ")
    return Failure(
      .badData, "nothing imported from '\(file)': \(why)",
      advice: "a track needs points with a time (trk, trkseg, trkpt, time)")
  }

  /// A line for each kind of thing that was left out.
  private static func leftOut(_ gpx: Importer.GPXSummary) -> [String] {
    let first = gpx.firstLeftOut.map { ", the first in line \($0)" } ?? ""
    let points = [
      (gpx.untimed, "without a time that exists"), (gpx.unplaced, "at no place on Earth"),
      (gpx.future, "from the future"),
    ]
    var reasons = points.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if !reasons.isEmpty { reasons = ["left out points: \(reasons.joined(separator: ", "))\(first)"] }
    if gpx.waypointsLeftOut > 0 { reasons.append("left out \(count(gpx.waypointsLeftOut, "waypoint")) without a time") }
    if gpx.routes > 0 { reasons.append("left out \(count(gpx.routes, "route")), which is no track") }
    return reasons
  }

  private static func words(_ fault: GPXFault) -> String {
    switch fault.kind {
    case .endsEarly: "ends in the middle, in line \(fault.line)"
    case .malformed(let reason): "is damaged in line \(fault.line) (\(reason))"
    case .untrustworthy(let reason): "is not to be trusted in line \(fault.line): \(reason)"
    case .notGPX(let element): "is no GPX but XML of another kind ('\(Terminal.harmless(element))')"
    }
  }

  private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

  private static func say(_ text: String) { Standard.error.write("waylog: \(Terminal.harmless(text))\n") }
}

extension Importer.GPXSummary {
  /// Points that went into the pipeline.
  fileprivate var taken: Int { points - untimed - unplaced - future }
}
