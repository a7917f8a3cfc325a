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
    case "session": edit(request)
    default: ControlLine("error", ["code": "request", "why": "this recorder does not know '\(request.word)'"])
    }
  }

  private mutating func start(_ name: String?, _ now: MonotonicTime) -> ControlLine {
    let wasRecording = recording.isOpen || recording.isUndecided
    if !wasRecording {
      begin(named: name)
      announce(Announcement(kind: .start, text: "started by command"), now)
      commit(now)
    }
    return ControlLine(
      "ok",
      [
        "session": recording.isOpen ? storedSession : nil, "already": wasRecording ? "1" : nil,
        "storage": storageTrouble,
      ])
  }

  private mutating func stop(_ now: MonotonicTime) -> ControlLine {
    let wasRecording = recording.isOpen
    let wasWaiting = recording.isUndecided
    let session = storedSession
    stop()
    if wasRecording || wasWaiting { announce(Announcement(kind: .stop, text: "stopped by command"), now) }
    commit(now)
    if settings.role == .foreground { askToEnd() }
    return ControlLine(
      "ok",
      [
        "session": wasRecording ? session : nil, "waited": wasWaiting ? "1" : nil,
        "already": wasRecording || wasWaiting ? nil : "1", "storage": storageTrouble,
      ])
  }

  /// The number of the session; nil as long as the store does not have it.
  private var storedSession: String? { keeper.trouble == nil ? String(keeper.session) : nil }

  private var storageTrouble: String? { keeper.trouble == nil ? nil : "refused" }

  /// A mark that the store refuses waits with everything else.
  private mutating func mark(_ text: String?, _ now: MonotonicTime) -> ControlLine {
    guard recording.isOpen, watch.hasFix, let newest = recording.pipeline.newest else {
      return ControlLine("error", ["code": "no-fix", "why": "no fix yet"])
    }
    recording.note(.mark(newest, text))
    commit(now)
    return ControlLine("ok", ["time": newest.time.iso8601, "storage": storageTrouble])
  }

  private func status(_ now: MonotonicTime) -> ControlLine {
    let newest = watch.hasFix ? recording.pipeline.newest : nil
    return ControlLine(
      "ok",
      [
        "state": recording.isOpen ? "recording" : recording.isUndecided ? "waiting" : "idle",
        "role": settings.role == .foreground ? "foreground" : "service",
        "pid": String(ProcessID.own),
        "session": recording.isOpen ? storedSession : nil,
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
