import Control
import Positioning
import TrackStore
import Tracking

/// What clients ask of the recorder, and what it answers. A change is stored before it is answered.
extension RecordLoop {
  mutating func answer(_ request: ControlLine, _ now: MonotonicTime) -> ControlLine {
    switch request.word {
    case "ping": ControlLine("ok")
    case "status": status(now)
    case "start": start(request["name"], now)
    case "stop": stop(now)
    case "mark": mark(request["text"], now)
    default: ControlLine("error", ["code": "request", "why": "this recorder does not know '\(request.word)'"])
    }
  }

  private mutating func start(_ name: String?, _ now: MonotonicTime) -> ControlLine {
    if recording.isOpen || recording.isUndecided { return began(already: "1") }
    announce(Announcement(kind: .start, text: "started by command"), now)
    begin(named: name)
    commit(now)
    return began(already: nil)
  }

  private func began(already: String?) -> ControlLine {
    ControlLine(
      "ok",
      [
        "session": recording.isOpen ? String(keeper.session) : nil, "already": already,
        "storage": keeper.trouble == nil ? nil : "refused",
      ])
  }

  private mutating func stop(_ now: MonotonicTime) -> ControlLine {
    let wasRecording = recording.isOpen || recording.isUndecided
    let session = keeper.session == 0 ? nil : String(keeper.session)
    if wasRecording { announce(Announcement(kind: .stop, text: "stopped by command"), now) }
    stop()
    let isStored = commit(now)
    if settings.role == .foreground { askToEnd() }
    return ControlLine(
      "ok",
      [
        "session": wasRecording ? session : nil, "already": wasRecording ? nil : "1",
        "storage": isStored ? nil : "refused",
      ])
  }

  private mutating func mark(_ text: String?, _ now: MonotonicTime) -> ControlLine {
    guard recording.isOpen, let newest = recording.pipeline.newest else {
      return ControlLine("error", ["code": "no-fix", "why": "no fix yet"])
    }
    recording.note(.mark(newest, text))
    guard commit(now) else {
      // Its owner is told that it failed and may try again: it must not be stored later as well.
      recording.takeBackMark()
      return ControlLine("error", ["code": "storage", "why": "the database refuses writes"])
    }
    return ControlLine("ok", ["time": newest.time.iso8601])
  }

  private func status(_ now: MonotonicTime) -> ControlLine {
    let newest = watch.hasFix ? recording.pipeline.newest : nil
    return ControlLine(
      "ok",
      [
        "state": recording.isOpen ? "recording" : recording.isUndecided ? "waiting" : "idle",
        "role": settings.role == .foreground ? "foreground" : "service",
        "pid": String(ProcessID.own),
        "session": recording.isOpen ? String(keeper.session) : nil,
        "link": watch.state.word,
        "gpsd": "\(settings.endpoint)",
        "mode": newest.map { String($0.measurements.mode.rawValue) },
        "satellites": newest?.measurements.satellites.map { String($0) },
        "fix": newest?.time.iso8601,
        "age_ms": newest == nil ? nil : String(watch.withoutFix(now)),
        "stationary": recording.isOpen ? (recording.pipeline.openRest == nil ? "0" : "1") : nil,
        "speed_mmps": newest?.measurements.speedMPS.map { String(Int64(($0 * 1000).rounded())) },
        "distance_mm": recording.isOpen ? String(Int64((recording.distanceMetres * 1000).rounded())) : nil,
        "storage": keeper.trouble == nil ? "ok" : "refused",
        "waiting_facts": keeper.trouble == nil ? nil : String(recording.facts.count),
      ])
  }
}

extension LinkState {
  /// The word in the protocol.
  fileprivate var word: String {
    switch self {
    case .unreachable: "unreachable"
    case .noDevice: "no-device"
    case .silent: "silent"
    case .noFix: "no-fix"
    case .fix: "fix"
    }
  }
}
