import Control
import Delivery
import LiveActivity
import Positioning
import Presentation
import TextOutput
import TrackStore

/// The state of things as status bars, terminals and notifications show it.
extension RecordLoop {
  mutating func watch(_ client: ClientID) -> ControlLine {
    clients.watch(client)
    if stateShown == nil { stateShown = state(alert: nil) }
    if let state = stateShown { send(state.line(stateNumber), to: client, .newest) }
    return ControlLine("ok")
  }

  /// Tells what has changed; an alert is told even where nothing else has.
  mutating func showState() {
    guard !clients.watching.isEmpty else {
      stateShown = nil
      alerts = [:]
      return
    }
    let alert = book.shown.flatMap { alerts[$0.uuid] }
    alerts = [:]
    let state = state(alert: nil)
    guard state != stateShown || alert != nil else { return }
    stateShown = state
    stateNumber += 1
    let line = (alert == nil ? state : self.state(alert: alert)).line(stateNumber)
    for client in clients.watching { send(line, to: client, alert == nil ? .newest : .everyOne) }
  }

  private func state(alert: LiveActivity.Alert?) -> Presentation.Snapshot {
    Presentation.Snapshot(
      sequence: 0, recorder: recording.isOpen ? .recording : recording.isUndecided ? .waiting : .idle,
      link: delivery.flows ? Presentation.Snapshot.Link(watch.state) : nil,
      storage: keeper.trouble == nil ? .ok : .refused, background: background?.isHeld == true ? .on : .off,
      activity: book.shown.flatMap { shown($0, alert: alert) })
  }

  private func shown(_ activity: Activity, alert: LiveActivity.Alert?) -> Presentation.Snapshot.Activity? {
    guard let state = Presentation.Snapshot.Activity.State(activity.state) else { return nil }
    return Presentation.Snapshot.Activity(
      id: activity.uuid, type: activity.type, name: activity.name, state: state, staleTime: activity.content.stale,
      relevance: activity.content.relevance, content: content(activity.content.state ?? ""),
      alert: alert.map { .init(title: $0.title, body: $0.body, sound: $0.sound ?? "default") })
  }

  private func content(_ text: String) -> Content {
    Content(
      json.members(ofJSON: text).compactMap { member in
        member.isNumber
          ? Double(member.value).map { Content.Field(member.name, .number($0)) }
          : Content.Field(member.name, .text(member.value))
      })
  }
}

extension Presentation.Snapshot {
  fileprivate func line(_ number: Int64) -> ControlLine {
    var line = ControlLine("state", [:])
    let numbered = Presentation.Snapshot(
      sequence: number, recorder: recorder, link: link, storage: storage, background: background, activity: activity)
    for field in numbered.fields { line.add(field.key, field.value) }
    return line
  }
}

extension Presentation.Snapshot.Link {
  fileprivate init(_ state: LinkState) {
    self =
      switch state {
      case .unreachable: .unreachable
      case .noDevice: .noDevice
      case .silent: .silent
      case .noFix: .noFix
      case .fix: .fix
      }
  }
}

extension Presentation.Snapshot.Activity.State {
  fileprivate init?(_ state: ActivityState) {
    switch state {
    case .active: self = .active
    case .stale: self = .stale
    case .ended: self = .ended
    case .pending, .dismissed: return nil
    }
  }
}
