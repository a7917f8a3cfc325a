import Foundation
import Positioning
import Testing
import TextOutput

@testable import Presentation

@Suite("What is shown")
struct RenderingTests {
  @Test("Coordinates are shown in no style unless a template asks for them")
  func coordinates() throws {
    for style in Style.forms where !style.contains("TEMPLATE") {
      guard let encoder = try Style(style).encoder() else { continue }
      let text = Sample.moving.snapshot.rendered().text(encoder)
      #expect(!text.contains("47.12") && !text.contains("8.98"), "\(style)")
    }
    let asked = try #require(try Style("template={latitude:.4} {longitude}").encoder())
    #expect(Sample.moving.snapshot.rendered().text(asked) == "47.1235 8.987654\n")
  }

  @Test("The style sheet that is shipped names every class")
  func classes() throws {
    let path = #filePath.replacing(
      "Tests/PresentationTests/RenderingTests.swift", with: "Sources/CWaylog/bars/waybar.css")
    let sheet = try String(contentsOfFile: path, encoding: .utf8)
    let named = Set(sheet.split { !$0.isLetter && $0 != "-" })
    let classes = Set(
      Sample.allCases.flatMap { $0.snapshot.rendered().classes } + Snapshot.Link.allCases.map(\.rawValue))
    for name in classes { #expect(named.contains(Substring(name)), "\(name)") }
  }

  @Test("All styles of a snapshot carry its number")
  func sequence() throws {
    let rendering = Sample.moving.snapshot.rendered()
    #expect(rendering.text(JSONLineEncoder()).contains("\"seq\":42,"))
    #expect(rendering.text(WaybarEncoder()).contains("\"seq\":42}"))
    #expect(rendering.text(I3barEncoder()).contains("\"_seq\":42}"))
    #expect(rendering.text(TemplateEncoder(try Template("{seq}"))) == "42\n")
  }

  @Test(
    "An activity is stale by the recorder's word, by its own date, and when no recorder is left",
    arguments: [
      (Snapshot.Activity.of(drive, state: .stale), Snapshot.Recorder.recording),
      (.of(drive, staleTime: morning), .recording), (.of(drive), .none),
    ])
  func stale(activity: Snapshot.Activity, recorder: Snapshot.Recorder) {
    let rendering = Snapshot.of(activity, recorder: recorder).rendered()
    #expect(rendering.isStale)
    #expect(rendering.classes.contains("stale"))
    #expect(!rendering.classes.contains("active") && !rendering.classes.contains("moving"))
    #expect(rendering.minimal.hasSuffix("?"))
    #expect(rendering.compact.leading.contains("stale"))
    #expect(rendering.expanded.center?.contains("stale") == true)
    #expect(rendering.lockScreen[1].contains("stale"))
  }

  @Test("What has a date is current until then")
  func current() {
    let rendering = Snapshot.of(.of(drive, staleTime: morning + 1)).rendered()
    #expect(!rendering.isStale)
    #expect(rendering.classes == ["recording", "fix", "active", "moving"])
  }

  @Test(
    "Without a recorder nothing looks live, whatever was known",
    arguments: [
      Sample.moving, .rest, .stale, .ended, .tunnel, .own, .refused, .recording,
    ])
  func lifeless(sample: Sample) {
    let known = sample.snapshot
    for link in Snapshot.Link.allCases {
      let rendering = Snapshot.of(known.activity, recorder: .none, link: link, storage: known.storage).rendered()
      #expect(rendering.state == .noRecorder)
      #expect(rendering.isStale == (known.activity != nil))
      #expect(rendering.classes.first == "no-recorder")
      #expect(!rendering.classes.contains { ["recording", "active", "moving"].contains($0) })
      #expect(!rendering.texts.contains { $0.contains("km/h") })
      #expect(rendering.compact.leading.contains("no recorder"))
    }
  }

  @Test("Without an activity the recorder's state is shown", arguments: Snapshot.Recorder.allCases)
  func recorderState(recorder: Snapshot.Recorder) {
    let rendering = Snapshot.of(nil, recorder: recorder, link: nil).rendered()
    #expect(rendering.classes == [recorder == .none ? "no-recorder" : recorder.rawValue, "no-activity"])
    #expect(rendering.compact.line == rendering.state.words)
  }

  @Test("What an owner puts into an activity is shown as source A shows it")
  func ownContent() {
    let rendering = Snapshot.of(.of(Content([.init("dynamicString", .text("🤩"))]), name: "Tour")).rendered()
    #expect(rendering.minimal == "🤩")
    #expect(rendering.compact == .init(leading: "Tour", trailing: "🤩"))
    #expect(rendering.expanded.lines == ["Tour", "🤩", "active"])
    #expect(rendering.lockScreen == ["Tour", "active", "🤩"])
  }

  @Test("More than eight fields of an owner's are cut short")
  func manyFields() {
    let content = Content((0..<20).map { .init("field \($0)", .number(Double($0) / 3)) })
    let lines = Snapshot.of(.of(content)).rendered().lockScreen
    #expect(lines.count == 2 + 8 + 1)
    #expect(lines[3] == "field 1: 0.333333")
    #expect(lines.last == "…")
  }

  @Test("The age is that of the fix; a clock behind the fix tells none")
  func age() {
    #expect(Sample.moving.snapshot.rendered(now: morning + 63_000).fixAgeMilliseconds == 65_000)
    #expect(Sample.moving.snapshot.rendered(now: morning + -3_000).fixAgeMilliseconds == nil)
  }

  @Test(
    "The smallest presentation gives up the unit, then the digits",
    arguments: [
      (0, "0.0 km/h"), (2.7, "9.7 km/h"), (2.77, "10 km/h"), (277, "997 km/h"), (278, "1001km/h"),
      (27_778, "100001"), (1e300, ">999999"),
    ])
  func smallest(metresPerSecond: Double, text: String) {
    let content = drive.with(.init("speed_mps", .number(metresPerSecond)))
    #expect(Snapshot.of(.of(content)).rendered().minimal == text)
  }

  @Test(
    "Distances come in the units people use, rounded at the half",
    arguments: [
      (Units.metric, 999.4, "999 m"), (.metric, 12_345, "12.3 km"), (.imperial, 100, "328 ft"),
      (.imperial, 1_609.344, "1.0 mi"), (.imperial, 160_910, "100 mi"), (.nautical, 100, "100 m"),
      (.nautical, 1_852, "1.0 NM"),
    ])
  func distances(units: Units, metres: Double, text: String) {
    #expect(units.distanceText(metres: metres) == text)
  }
}
