import Control
import Foundation
import Positioning
import Presentation
import Synchronization
import TestSupport
import Testing

@Suite("Watching", .serialized, .backstop)
struct ActivityWatchTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func lastWord(_ program: RunningProgram, _ field: String) -> String? {
    guard let line = program.output.split(separator: "\n").last,
      let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    else { return nil }
    return object[field] as? String
  }

  @Test("it begins before the recorder, survives its restart, and never says that somebody records who does not")
  func absence() throws {
    let watcher = try place.watch("--style", "json")
    #expect(eventually(within: 10) { lastWord(watcher, "state") == "no-recorder" })
    for _ in 0..<2 {
      let standIn = try StandInStates(of: place, state: { Snapshot.driving($0) })
      #expect(eventually(within: 10) { lastWord(watcher, "state") == "moving" })
      standIn.end()
      #expect(eventually(within: 10) { lastWord(watcher, "state") == "no-recorder" })
      #expect(watcher.output.split(separator: "\n").last?.contains(#""stale":true"#) == true)
    }
    #expect(watcher.isRunning)
    #expect(watcher.errors == "")
  }

  @Test("a recorder of an older version is as good as none, and is asked again")
  func older() throws {
    let standIn = try StandInRecorder(
      at: try folder() + "/" + (place.controlSocket as NSString).lastPathComponent,
      answer: "error\tversion=1\twhy=what?")
    let outcome = try withExtendedLifetime(standIn) {
      try place.waylog("activity", "watch", "--once", "--style", "text")
    }
    #expect((outcome.status, outcome.output) == (0, "no recorder\n"))
  }

  private func folder() throws -> String {
    let folder = place.path("waylog")
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return folder
  }

  @Test("it goes stale by its own clock while the recorder is silent")
  func staleness() throws {
    let end = Timestamp.present + 1_500
    let standIn = try StandInStates(of: place, state: { Snapshot.driving($0, stale: end) })
    let watcher = try place.watch("--style", "json")
    #expect(eventually(within: 10) { lastWord(watcher, "state") == "moving" })
    #expect(eventually(within: 10) { lastWord(watcher, "state") == "stale" })
    #expect(Timestamp.present >= end)
    #expect(standIn.told == 1)
    standIn.end()
  }

  @Test("ages go on by its own clock, and nothing is said twice")
  func age() throws {
    let standIn = try StandInStates(of: place, state: { Snapshot.driving($0) })
    let watcher = try place.watch("--style", "template={age}")
    #expect(eventually(within: 10) { watcher.output.contains("3 s") })
    let lines = watcher.output.split(separator: "\n")
    #expect(Set(lines).count == lines.count)
    standIn.end()
  }

  @Test("once prints the present state and ends", arguments: ["text", "tmux", "polybar", "waybar", "text=lock"])
  func once(style: String) throws {
    let standIn = try StandInStates(of: place, state: { Snapshot.driving($0) })
    let outcome = try place.waylog("activity", "watch", "--once", "--style", style)
    standIn.end()
    #expect((outcome.status, outcome.errors) == (0, ""))
    #expect(outcome.output.contains("5.4 km/h"))
  }

  @Test("units are those of its reader", arguments: [("imperial", "3.4 mph"), ("nautical", "2.9 kn")])
  func units(units: String, speed: String) throws {
    let standIn = try StandInStates(of: place, state: { Snapshot.driving($0) })
    let outcome = try place.waylog("activity", "watch", "--once", "--style", "text=minimal", "--units", units)
    standIn.end()
    #expect(outcome.output == "\(speed)\n")
  }

  @Test("it ends without a word when nobody reads any more, also in silence", arguments: ["head -n 1", "sleep 0.5"])
  func brokenPipe(reader: String) throws {
    let script =
      #"\#(Program.waylog) activity watch -d \#(place.store.path) | \#(reader); echo "ended ${PIPESTATUS[0]}""#
    let outcome = try place.run("bash", ["-c", script])
    #expect(outcome.output.hasSuffix("ended 0\n"))
    #expect(outcome.errors == "")
  }

  @Test("ten thousand lines are what a bar reads", arguments: ["waybar", "i3bar", "json"])
  func lines(style: String) throws {
    let hostile = "<Tour> & \"Zürich\"\u{1B}[31m\u{202E}\n🚲"
    let standIn = try StandInStates(of: place, .flood) { number in
      Snapshot.driving(
        number, name: hostile, alert: number % 100 == 0 ? Snapshot.Alert(title: hostile, body: hostile) : nil)
    }
    let file = place.path("stream")
    let pipeline = "\(Program.waylog) activity watch --style \(style) -d \(place.store.path) | head -n 10003 > \(file)"
    #expect(try place.run("sh", ["-c", pipeline], within: 120).errors == "")
    standIn.end()
    let outcome = try place.run("/usr/bin/python3", [Readers.bars, style, file, "at-least=10000"])
    #expect((outcome.status, outcome.output) == (0, "ok\n"), "\(outcome.errors)")
  }

  @Test("stopped, it keeps nobody waiting; going on, it shows the newest")
  func paused() throws {
    let standIn = try StandInStates(of: place, .hertz(500)) { number in
      // Large enough to fill what lies between the two soon.
      Snapshot.driving(number, name: String(repeating: "long ", count: 500))
    }
    let watcher = try place.watch("--style", "template={seq}")
    #expect(eventually(within: 10) { watcher.output.contains("\n") })
    watcher.send(.pause)
    let before = standIn.told
    #expect(eventually(within: 20) { standIn.told > before + 1_500 })
    let missed = standIn.told
    watcher.send(.goOn)
    #expect(
      eventually(within: 10) { watcher.output.split(separator: "\n").last.flatMap { Int64($0) } ?? 0 >= missed })
    standIn.end()
  }

  @Test("it costs next to nothing", arguments: ["text", "waybar", "i3bar", "json", "polybar", "tmux"])
  func cost(style: String) throws {
    let standIn = try StandInStates(of: place, .hertz(1), state: { Snapshot.driving($0) })
    let watcher = try place.watch("--style", style)
    #expect(eventually(within: 10) { watcher.output.contains("km/h") })
    let before = watcher.processorSeconds
    let time = seconds { _ = eventually(within: 5) { false } }
    let share = (watcher.processorSeconds - before) / time
    print("\(style): \(watcher.anonymousMemoryKilobytes) kB of its own, \(share * 100) % of a processor at 1 Hz")
    standIn.end()
    #if !DEBUG
      #expect(watcher.anonymousMemoryKilobytes <= 2_048)
    #endif
    // Two clock ticks of 10 ms: less cannot be told apart.
    #expect(share <= 0.005)
  }
}
