import Foundation
import Positioning
import TextOutput

@testable import Presentation

/// 2026-05-01T06:00:00Z.
let morning = Timestamp(milliseconds: 1_777_615_200_000)

/// Content as the recorder writes it while its receiver moves.
let drive = Content([
  .init("latitude", .number(47.123456789)), .init("longitude", .number(8.987654321)),
  .init("speed_mps", .number(13.4)), .init("distance_m", .number(12_345.6)), .init("moving_s", .number(3_725)),
  .init("stationary", .number(0)), .init("trip", .text("To work & back")), .init("satellites", .number(9)),
  .init("fix_time", .text("2026-05-01T05:59:58.000Z")),
])

extension Content {
  /// The content with some fields changed.
  func with(_ fields: Content.Field...) -> Content { Content(self.fields + fields) }
}

extension Snapshot {
  static func of(
    _ activity: Activity?, recorder: Recorder = .recording, link: Link? = .fix, storage: Storage = .ok,
    background: Background = .off
  ) -> Snapshot {
    Snapshot(
      sequence: 42, recorder: recorder, link: link, storage: storage, background: background, activity: activity)
  }

  func rendered(_ units: Units = .metric, now: Timestamp = morning) -> Rendering {
    Renderer(units: units).render(self, now: now)
  }
}

extension Snapshot.Activity {
  static func of(
    _ content: Content, state: State = .active, name: String = "", staleTime: Timestamp? = nil,
    alert: Snapshot.Alert? = nil
  ) -> Snapshot.Activity {
    Snapshot.Activity(
      id: "01890000-0000-7000-8000-000000000001", type: "trip", name: name, state: state, staleTime: staleTime,
      content: content, alert: alert)
  }
}

extension Rendering {
  /// The bytes of a style, without what comes before the first snapshot.
  func text(_ encoder: any PresentationEncoder) -> String {
    var text = TextBuffer()
    encoder.encode(self, into: &text)
    return text.string
  }

  /// Every text for people.
  var texts: [String] {
    [heading, minimal, compact.leading, compact.trailing, compact.line] + expanded.lines + lockScreen
  }
}

/// Files that were looked at and found right.
enum Golden {
  /// The text of a file; with WAYLOG_ACCEPT set, `text` becomes it first, to be looked at.
  static func text(_ name: String, accepting text: String) throws -> String {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden/\(name)")
    if ProcessInfo.processInfo.environment["WAYLOG_ACCEPT"] != nil { try Data(text.utf8).write(to: url) }
    return try String(contentsOf: url, encoding: .utf8)
  }
}
