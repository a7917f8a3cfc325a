internal import Control

/// How a program is attached to the recorder: which is being in use.
struct Attachment: Equatable, Sendable {
  /// Which of Core Location's two interfaces is followed.
  enum Interface: String, Sendable {
    case updates, manager
  }

  var interface: Interface
  var configuration = LocationUpdate.LiveConfiguration.default
  var allowsBackground = false
  var pauses = true

  static func updates(_ configuration: LocationUpdate.LiveConfiguration) -> Attachment {
    Attachment(interface: .updates, configuration: configuration)
  }

  /// What serves all: a manager also hears of pauses, may be allowed more than live updates, and pauses only if every
  /// one may be paused. Of several configurations the last counts. Nil for none.
  static func serving(_ all: [Attachment]) -> Attachment? {
    guard var merged = all.last else { return nil }
    if all.contains(where: { $0.interface == .manager }) { merged.interface = .manager }
    if let updates = all.last(where: { $0.interface == .updates }) { merged.configuration = updates.configuration }
    merged.allowsBackground = all.contains(where: \.allowsBackground)
    merged.pauses = all.allSatisfy(\.pauses)
    return merged
  }

  var line: ControlLine {
    ControlLine(
      "attach",
      [
        "api": interface.rawValue, "configuration": configuration.rawValue,
        "allow_background": allowsBackground ? "1" : "0", "pauses": pauses ? "1" : "0",
      ])
  }
}

/// What a part of the program wants of the connection as long as it is a member.
struct Interest: Sendable {
  /// Updates; nil for whoever only hears what else is told.
  var attachment: Attachment?
  /// The state of activities, at once and whenever one changes.
  var activities = false
  /// The authorization, at once and whenever it changes.
  var authorization = false
  /// A background session to be held.
  var backgroundSession = false
}

/// What the recorder told without being asked, or what became of it.
enum News: Sendable {
  case update(LocationUpdate)
  /// So many updates were not taken in time.
  case dropped(Int)
  case authorization(AuthorizationStatus)
  case paused
  case resumed
  case activity(ActivityRow)
  case background(BackgroundState)
  /// No recorder is there; told once, then it is tried again and again.
  case unavailable
  /// It is over: no waiting mends this.
  case failed(LiveUpdatesError)

  /// Reads a line; nil for one that a newer recorder made up.
  init?(_ line: ControlLine) {
    switch line.word {
    case "update": self = .update(LocationUpdate(line))
    case "dropped": self = .dropped(line["count"].flatMap { Int($0) } ?? 0)
    case "authorization": self = .authorization(AuthorizationStatus(word: line["status"] ?? ""))
    case "paused": self = .paused
    case "resumed": self = .resumed
    case "activity":
      guard let row = ActivityRow(line) else { return nil }
      self = .activity(row)
    case "background": self = .background(BackgroundState(uuid: line["uuid"], isOn: line["state"] == "on"))
    default: return nil
    }
  }
}

/// Whether the recorder holds a background session, and which.
struct BackgroundState: Equatable, Sendable {
  var uuid: String?
  var isOn: Bool
  /// It may not be created: nothing is attached.
  var isInsufficientlyInUse = false
}
