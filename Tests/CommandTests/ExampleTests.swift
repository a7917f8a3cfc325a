import Arguments
import Foundation
import TestSupport
import Testing

@testable import waylog

@Suite("Examples in the help", .backstop)
struct ExampleTests {
  private let place: Workplace

  /// A place where everything is that examples speak of: tracks of the first of May and of today, files to import, and
  /// stand-ins for other machines and for root. It is made once and copied, since that takes a while.
  private static let model = Result {
    let place = try Workplace()
    let script = """
      set -e
      cd
      mkdir -p bin root/media/stick root/etc root/usr/local/share .local/share/waylog
      ln -s '\(Program.waylog)' bin/waylog
      printf '#!/bin/sh\\nexec "$@"\\n' > bin/sudo
      printf '#!/bin/sh\\nshift\\nexec "$@"\\n' > bin/ssh
      chmod +x bin/*
      drive() { '\(Program.simulator)' --json "$@"; }
      drive > all.json
      bin/waylog import all.json
      for hour in $(seq 8 17); do
        drive --start "2026-05-01T$(printf %02d $hour):00:00Z" 2>/dev/null | head -n 100 > part.json
        bin/waylog import part.json
      done
      for start in 2026-05-01T12:10:00Z 2026-05-01T12:45:00Z 2024-07-01T09:00:00Z; do
        drive --start "$start" > part.json
        bin/waylog import part.json
      done
      drive --start "$(date -u -d '2 hours ago' +%FT%TZ)" > today.json
      bin/waylog import today.json
      bin/waylog sessions rename 2 'To the lake'
      drive --seed 2 > drive.json
      drive --seed 3 | gzip > drive.json.gz
      '\(Program.simulator)' --nmea --seed 4 > log.nmea
      bin/waylog export -o ride.gpkg 1
      bin/waylog export --stops -o 2019-01.gpx 2
      bin/waylog export 3 | gpsbabel -t -i gpx -f - -o garmin_fit -F ride.fit
      bin/waylog backup -o broken.db
      mkdir -p .config/waylog
      echo 'units = imperial' > .config/waylog/config
      rm all.json part.json today.json
      """
    let outcome = try place.run("bash", ["-c", script], within: 120)
    guard outcome.status == 0 else { throw Unprepared(what: outcome.errors) }
    return place
  }

  private struct Unprepared: Error { let what: String }

  init() throws {
    place = try Workplace()
    let copied = try place.run("cp", ["-a", "\(Self.model.get().folder)/.", place.folder])
    try #require(copied.status == 0, "\(copied.errors)")
  }

  private static let examples = Main.tool.listed.flatMap { command in
    command.manual("waylog").examples.map(\.words)
  }

  /// The programs of a line that this machine does not have.
  private func missing(_ line: String) -> [String] {
    line.split(separator: "|").compactMap { $0.split(separator: " ").first.map(String.init) }.filter {
      !["waylog", "sudo", "ssh"].contains($0) && !Program.isInstalled($0)
        && !FileManager.default.isExecutableFile(atPath: "/bin/\($0)")
    }
  }

  @Test("each does what it says", arguments: examples)
  func run(_ line: String) throws {
    guard missing(line).isEmpty else { return }
    if line.contains("Parquet"), try !place.run("ogrinfo", ["--formats"]).output.contains("Parquet") { return }
    let recorder = line.contains(#/waylog (background|activity (?!watch))/#) ? try beginRecording(for: line) : nil
    defer { recorder?.kill() }
    let inside = line.replacing(#/ \/(etc|usr|media)/#) { " \(place.path("root"))/\($0.1)" }
    let words = ["-o", "pipefail", "-c", "cd; \(inside)"]
    let environment = ["PATH": "\(place.path("bin")):\(try #require(place.environment["PATH"]))", "TERM": "xterm"]
    // A full screen needs somebody who looks at it and goes.
    let sitting = [Readers.terminal, "80x24", "see q quits", "type q", "end", "--", "bash"]
    let shell =
      try line.hasPrefix("waylog watch")
      ? place.start("/usr/bin/python3", sitting + words, environment: environment)
      : place.start("bash", words, environment: environment)
    // A recorder and a watcher have no end of their own.
    let isWatcher = line.contains("activity watch")
    let goesOn = { shell.errors.contains("recording into") || isWatcher && !shell.output.isEmpty }
    #expect(eventually(within: 30) { !shell.isRunning || goesOn() })
    let outcome = try goesOn() && shell.isRunning ? shell.stop() : shell.wait(within: 5)

    // Only a recorder has something to end in order.
    let expected = Self.expectedStatus[line] ?? (isWatcher ? 130 : 0)
    #expect(outcome.status == expected, "\(line): \(outcome.errors)")
  }

  /// What ends otherwise here, as nobody is at the terminal and no gpsd at work.
  private static let expectedStatus: [String: Int32] = [
    "waylog doctor": 1, "waylog doctor boat.local": 1, "waylog sessions delete 12": 64,
  ]

  /// A recorder of the home's database, with an activity, except where the line starts one.
  private func beginRecording(for line: String) throws -> RunningProgram {
    let recorder = try place.start(Program.waylog, ["daemon", "127.0.0.1:1"])
    let program = try ControlProgram(in: place)
    if !line.contains("activity start") { try program.ask("activity", ["verb": "start"]) }
    return recorder
  }
}
