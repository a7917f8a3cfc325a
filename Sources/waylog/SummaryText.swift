import Positioning
import TextOutput
import TrackStore

/// Totals in words and in JSON.
enum SummaryText {
  static func table(_ summaries: [TrackSummary], zone: Zone) -> TextTable {
    var table = TextTable([
      .init("Session", .right), .init("Started (\(zone.title))"), .init("Duration", .right),
      .init("Moving", .right).dispensable, .init("Distance", .right), .init("Rows", .right).dispensable,
      .init("Name"),
    ])
    for summary in summaries {
      table.append([
        String(summary.session.number), summary.session.started.map { TimeText.text($0, in: zone) } ?? "no fix",
        HumanText.duration(milliseconds: summary.durationMS), HumanText.duration(milliseconds: summary.movingMS),
        HumanText.distance(metres: Double(summary.distanceMM) / 1000), String(summary.rows),
        // The state in front, where no narrow terminal cuts it off.
        [state(summary), summary.session.name].compactMap(\.self).joined(separator: " "),
      ])
    }
    return table
  }

  private static func state(_ summary: TrackSummary) -> String? {
    switch summary.endReason {
    case nil: "(not ended)"
    case EndReason.deleted.rawValue: "(being deleted)"
    default: nil
    }
  }

  static func details(
    _ summary: TrackSummary, _ stops: [TrackStop], _ gaps: [TrackGap], _ marks: [TrackMark], _ ledger: [LedgerEntry],
    zone: Zone
  ) -> String {
    let session = summary.session
    var lines = ["Session \(session.number)\(session.name.map { ": \(Terminal.harmless($0))" } ?? "")"]
    if let note = session.note { lines.append("  \(Terminal.harmless(note))") }
    lines += times(summary, zone)
    lines += totals(summary)
    if !stops.isEmpty { lines += ["", "Stops (\(zone.title))"] + stops.map { "  " + line($0, zone) } }
    if !gaps.isEmpty { lines += ["", "Gaps (\(zone.title))"] + gaps.map { "  " + line($0, zone) } }
    if !marks.isEmpty { lines += ["", "Marks (\(zone.title))"] + marks.map { "  " + line($0, zone) } }
    lines +=
      ["", "Ledger"] + ledger.map { "  \(DisplayWidth.padded(String($0.count), to: 9, .right))  \($0.disposition)" }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func times(_ summary: TrackSummary, _ zone: Zone) -> [String] {
    guard let started = summary.session.started else { return ["  no fix was accepted; the ledger says why"] }
    let ended = summary.session.ended.map { TimeText.text($0, in: zone) } ?? "not ended"
    let reason = summary.endReason.map { " (\($0))" } ?? ""
    return ["  \(TimeText.text(started, in: zone)) to \(ended)\(reason), \(zone.title)"]
  }

  private static func totals(_ summary: TrackSummary) -> [String] {
    let speed = summary.greatestSpeedMMPS.map { "\(($0 * 36 + 5_000) / 10_000) km/h" } ?? "unknown"
    let segments = summary.segments == 1 ? "1 segment" : "\(summary.segments) segments"
    return [
      "  duration  \(HumanText.duration(milliseconds: summary.durationMS))"
        + " = moving \(HumanText.duration(milliseconds: summary.movingMS))"
        + " + rest \(HumanText.duration(milliseconds: summary.restMS))"
        + " + gaps \(HumanText.duration(milliseconds: summary.gapMS))",
      "  distance  \(HumanText.distance(metres: Double(summary.distanceMM) / 1000)), fastest \(speed)",
      "  climbed   \((summary.ascentMM + 500) / 1000) m, descended \((summary.descentMM + 500) / 1000) m",
      "  stored    \(summary.rows) rows in \(segments), profile \(summary.profile)",
    ]
  }

  private static func line(_ stop: TrackStop, _ zone: Zone) -> String {
    let length = stop.departure == nil ? "still there" : HumanText.duration(milliseconds: stop.durationMS)
    let kind = stop.kind == "off" ? "switched off" : "at rest within \((stop.radiusMM + 500) / 1000) m"
    return "\(TimeText.text(stop.arrival, in: zone))  \(DisplayWidth.padded(length, to: 12, .left))  \(kind)"
  }

  private static func line(_ mark: TrackMark, _ zone: Zone) -> String {
    "\(TimeText.text(mark.time, in: zone))  \(Terminal.harmless(mark.text ?? ""))"
  }

  private static func line(_ gap: TrackGap, _ zone: Zone) -> String {
    let length = DisplayWidth.padded(HumanText.duration(milliseconds: gap.durationMS), to: 12, .left)
    return "\(TimeText.text(gap.from, in: zone))  \(length)  \(gap.reason)"
  }

  static func json(_ summary: TrackSummary, stops: [TrackStop]?, ledger: [LedgerEntry]?) -> TextBuffer {
    var text = TextBuffer()
    text.appendJSONObject { object in
      object.field("session", summary.session.number)
      object.field("uuid", summary.session.uuid)
      object.field("name", summary.session.name)
      object.field("note", summary.session.note)
      object.field("profile", summary.profile)
      object.field("started", summary.session.started?.iso8601)
      object.field("ended", summary.session.ended?.iso8601)
      object.field("end_reason", summary.endReason)
      object.field("duration_s", .decimal(summary.durationMS, places: 3))
      object.field("moving_s", .decimal(summary.movingMS, places: 3))
      object.field("rest_s", .decimal(summary.restMS, places: 3))
      object.field("gap_s", .decimal(summary.gapMS, places: 3))
      object.field("distance_m", .decimal(summary.distanceMM, places: 3))
      object.field("max_speed_mps", .decimal(summary.greatestSpeedMMPS, places: 3))
      object.field("ascent_m", .decimal(summary.ascentMM, places: 3))
      object.field("descent_m", .decimal(summary.descentMM, places: 3))
      object.field("fixes", summary.rows)
      object.field("segments", summary.segments)
      if let stops {
        object.array("stops") { array in
          for stop in stops {
            array.object { item in
              item.field("kind", stop.kind)
              item.field("arrival", stop.arrival.iso8601)
              item.field("departure", stop.departure?.iso8601)
              item.field("duration_s", .decimal(stop.durationMS, places: 3))
              item.field("radius_m", .decimal(stop.radiusMM, places: 3))
            }
          }
        }
      }
      if let ledger {
        object.object("ledger") { item in
          for entry in ledger { item.field(entry.disposition, entry.count) }
        }
      }
    }
    text.append("\n")
    return text
  }
}
