import Control
import Delivery
import LiveActivity
import Positioning
import TrackStore
import Tracking

/// What clients ask of the recorder, and what it answers. A change is stored before it is answered.
extension RecordLoop {
  mutating func answer(_ request: ControlLine, _ client: ClientID, _ now: MonotonicTime) -> ControlLine {
    switch request.word {
    case "ping": return ControlLine("ok")
    case "status": return status(now)
    case "start": return start(request, now)
    case "stop": return stopRecording(now)
    case "mark": return mark(request["text"], now)
    case "session": return edit(request)
    case "attach": return attach(request, client, now)
    case "detach": return detach(client, now)
    case "observe":
      clients.observe(client)
      return ControlLine("ok")
    case "watch": return watch(client)
    case "activity":
      if request["verb"] != "list" { owesCommit = true }
      return activity(request, client, now)
    case "background":
      owesCommit = true
      return background(request, now)
    case "authorization":
      if request["set"] != nil { owesCommit = true }
      return authorize(request, client, now)
    default: return ControlLine("error", ["code": "request", "why": "this recorder does not know '\(request.word)'"])
    }
  }

  private mutating func start(_ request: ControlLine, _ now: MonotonicTime) -> ControlLine {
    policy = PolicyFile.read()
    if let refusal = startRefusal {
      return ControlLine("error", ["code": "not-authorized", "authorization": authorizationWord, "why": refusal])
    }
    consent(now)
    let wasRecording = recording.isOpen || recording.isUndecided
    if !wasRecording {
      begin(named: request["name"], now)
      announce(Announcement(kind: .start, text: "started by command"), now)
      commit(now)
    }
    settleLeftovers(now)
    let trip = request["activity"].map { beginTrip(named: $0, now) }
    if trip != nil { commit(now) }
    return ControlLine(
      "ok",
      [
        "session": storedSession.map { String($0) }, "already": wasRecording ? "1" : nil, "storage": storageTrouble,
        "activity": trip?.uuid, "outcome": trip?.outcome.rawValue, "message": trip?.message,
      ])
  }

  private mutating func stopRecording(_ now: MonotonicTime) -> ControlLine {
    let wasRecording = recording.isOpen
    let wasWaiting = recording.isUndecided
    let session = storedSession.map { String($0) }
    stop(now)
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

  /// The number of the session that is recorded; nil as long as the store does not have it.
  var storedSession: Int64? { recording.isOpen && recording.committed != nil ? keeper.session : nil }

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
        "state": stateWord,
        "role": settings.role == .foreground ? "foreground" : "service",
        "pid": String(ProcessID.own),
        "session": storedSession.map { String($0) },
        "link": watch.state.word,
        "gpsd": "\(settings.endpoint)",
        "mode": newest.map { String($0.measurements.mode.rawValue) },
        "satellites": newest?.measurements.satellites.map { String($0) },
        "fix": newest?.time.iso8601,
        "age_ms": newest == nil ? nil : String(watch.withoutFix(now)),
        "stationary": recording.isOpen ? (recording.pipeline.openRest == nil ? "0" : "1") : nil,
        "speed_mmps": newest?.measurements.speedMPS.map { String(Int64(($0 * 1000).rounded())) },
        "course_e4": newest?.measurements.courseDegrees.map { String(Int64(($0 * 1e4).rounded())) },
        "eph_mm": newest?.measurements.horizontalErrorMetres.map { String(Int64(($0 * 1000).rounded())) },
        "distance_mm": recording.isOpen ? String(Int64((recording.distanceMetres * 1000).rounded())) : nil,
        "storage": keeper.trouble == nil ? "ok" : "refused",
        "waiting_facts": keeper.trouble == nil ? nil : String(recording.facts.count),
        "authorization": authorizationWord,
        "flags": delivery.flags.isEmpty ? nil : "\(delivery.flags)",
        "background": background?.isHeld == true ? "on" : "off",
        "attached": String(clients.attached.count),
        "activity": book.shown?.name,
        "activity_type": book.shown?.type,
        "activity_state": book.shown?.state.rawValue,
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
