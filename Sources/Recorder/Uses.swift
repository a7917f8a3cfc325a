import Control
import Delivery
import Positioning
import TrackStore
import Tracking

/// Who uses positions, and whether they may: what clients ask about it.
extension RecordLoop {
  mutating func attach(_ request: ControlLine, _ client: ClientID, _ now: MonotonicTime) -> ControlLine {
    guard let attachment = Clients.Attachment(request) else {
      return ControlLine("error", ["code": "request", "why": "there is no such interface"])
    }
    if clients.attached[client] == nil { note(.attach, "a program is attached", now) }
    clients.attach(client, attachment)
    // What the last one said holds for as long as nobody is there.
    delivery.settings.interface = attachment.interface
    delivery.settings.allowsBackground = attachment.allowsBackground
    deliver(now)
    greet(client)
    return ControlLine("ok", ["authorization": authorizationWord, "state": stateWord])
  }

  mutating func detach(_ client: ClientID, _ now: MonotonicTime) -> ControlLine {
    if clients.detach(client) { note(.detach, "a program has left", now) }
    return ControlLine("ok")
  }

  /// The client is gone.
  mutating func forget(_ client: ClientID, _ now: MonotonicTime) {
    if clients.forget(client) { note(.detach, "a program has left", now) }
  }

  private mutating func note(_ kind: EventKind, _ detail: String, _ now: MonotonicTime) {
    recording.note(.event(StoredEvent(time: time(of: now), kind: kind, detail: detail)))
  }

  /// What is being done, in the protocol's word.
  var stateWord: String { recording.isOpen ? "recording" : recording.isUndecided ? "waiting" : "idle" }
}

// MARK: - Authorization

extension RecordLoop {
  mutating func authorize(_ request: ControlLine, _ client: ClientID, _ now: MonotonicTime) -> ControlLine {
    switch request["set"] {
    case nil: break
    case "request"?: ask(client, now)
    case "reset"?: decide(.notDetermined, now)
    case "deny"?: decide(.denied, now)
    case Authorization.always.word?: decide(.always, now)
    case Authorization.whenInUse.word?: decide(.whenInUse, now)
    case let word?: return ControlLine("error", ["code": "request", "why": "there is no authorization '\(word)'"])
    }
    return ControlLine("ok", ["authorization": authorizationWord])
  }

  /// Asks only whoever has not decided.
  private mutating func ask(_ client: ClientID, _ now: MonotonicTime) {
    guard decision == .notDetermined, policy.isEmpty else { return }
    clients.ask(client)
    announce(
      Announcement(
        kind: .authorization,
        text: "a program asks to use positions; decide with: waylog authorization when-in-use|always|deny"), now)
  }

  private mutating func decide(_ authorization: Authorization, _ now: MonotonicTime) {
    clients.stopAsking()
    guard intent?.authorization ?? Authorization.always.word != authorization.word else { return }
    changeIntent { $0.authorization = authorization.word }
    deliver(now)
  }

  /// Whoever starts a recording consents to it.
  mutating func consent(_ now: MonotonicTime) {
    if decision == .notDetermined { decide(.always, now) }
  }
}

// MARK: - Background session

extension RecordLoop {
  mutating func background(_ request: ControlLine, _ now: MonotonicTime) -> ControlLine {
    switch request["state"] {
    case "on": return beginBackground(byCommand: request["by"] == "command", now)
    case "off": return endBackground(now)
    default:
      return ControlLine(
        "ok",
        [
          "uuid": background?.isHeld == true ? background?.uuid : nil,
          "state": background?.isHeld == true ? "on" : "off",
        ])
    }
  }

  private mutating func beginBackground(byCommand: Bool, _ now: MonotonicTime) -> ControlLine {
    if background?.isHeld != true {
      let users = clients.attached.count + (byCommand ? 1 : 0)
      guard let session = BackgroundSession(uuid: Identity.uuid(), clients: users, at: present) else {
        return ControlLine(
          "error",
          ["code": "insufficiently-in-use", "why": "a background session begins while a program is attached"])
      }
      hold(session)
      changeIntent { $0.backgroundActivity = true }
      announce(Announcement(kind: .start, text: "background session on"), now)
    }
    return ControlLine("ok", ["uuid": background?.uuid, "state": "on"])
  }

  private mutating func endBackground(_ now: MonotonicTime) -> ControlLine {
    guard var session = background, session.isHeld else { return ControlLine("ok", ["state": "off"]) }
    session.invalidate(at: present)
    hold(session)
    changeIntent { $0.backgroundActivity = false }
    announce(Announcement(kind: .stop, text: "background session off"), now)
    return ControlLine("ok", ["uuid": session.uuid, "state": "off"])
  }

  /// Takes up what an earlier process left. A service goes on in the background until its owner says otherwise.
  mutating func restoreBackground() throws(StoreError) {
    if intent == nil, settings.role == .service(autostart: true) { changeIntent { $0.backgroundActivity = true } }
    guard intent?.backgroundActivity == true else { return }
    if let row = try keeper.backgroundSession() {
      var session = BackgroundSession(
        uuid: row.uuid, created: row.created, rejoined: row.rejoined, invalidated: row.invalidated)
      session.rejoin(at: present)
      hold(session)
    } else if let session = BackgroundSession(uuid: Identity.uuid(), clients: 1, at: present) {
      hold(session)
    }
  }

  mutating func hold(_ session: BackgroundSession) {
    background = session
    recording.note(
      .background(
        BackgroundRow(
          uuid: session.uuid, created: session.created, rejoined: session.rejoined, invalidated: session.invalidated)))
    let line = ControlLine("background", ["uuid": session.uuid, "state": session.isHeld ? "on" : "off"])
    for client in clients.listening { send(line, to: client, .everyOne) }
    if session.isHeld, settings.inhibitsSleep { inhibitor = SleepInhibitor() } else { inhibitor = nil }
  }
}
