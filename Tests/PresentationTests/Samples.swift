import Presentation

/// Snapshots by name, one of each kind that looks different.
enum Sample: String, CaseIterable {
  case moving, rest, stale, ended, tunnel, own, alert, refused
  case lostRecorder = "lost-recorder"
  case recording, waiting, unreachable, idle
  case noRecorder = "no-recorder"

  var snapshot: Snapshot {
    switch self {
    case .moving: .of(.of(drive), background: .on)
    case .rest: .of(.of(drive.with(.init("stationary", .number(1)), .init("speed_mps", .number(0)))))
    case .stale: .of(.of(drive, state: .stale))
    case .ended: .of(.of(drive, state: .ended))
    case .tunnel: .of(.of(drive), link: .noFix)
    case .own: .of(.of(Content([.init("dynamicString", .text("🤩"))]), name: "Tour <1>"), recorder: .idle, link: nil)
    case .alert: .of(.of(drive, alert: .init(title: "Fuel & oil", body: "Stop <soon>")))
    case .refused: .of(.of(drive), storage: .refused)
    case .lostRecorder: .of(.of(drive), recorder: .none, link: nil)
    case .recording: .of(nil)
    case .waiting: .of(nil, recorder: .waiting, link: .noFix)
    case .unreachable: .of(nil, link: .unreachable)
    case .idle: .of(nil, recorder: .idle, link: nil)
    case .noRecorder: .of(nil, recorder: .none, link: nil)
    }
  }
}
