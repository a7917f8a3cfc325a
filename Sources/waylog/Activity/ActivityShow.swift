import Arguments
import Control
import LiveActivity
import Positioning
import Presentation
import Recorder
import TextOutput
import TrackStore

/// `waylog activity show`
enum ActivityShow {
  struct Settings: Sendable {
    var database = Database()
    var id: String?
    var units = Units.metric
  }

  static let command = Command<Settings>(
    "activity show", summary: "Shows the card of the activity that is live, or says 'Not Started'.",
    details: [
      "It reads the database, with or without a recorder. Of several the most relevant is shown, and of those the "
        + "oldest; one that has ended is shown as long as it is not dismissed."
    ],
    options: [
      Database.options(\.database),
      OptionGroup("Activity", [.value("id", "ID", "Show the activity ID", as: .text) { $0.id = $1 }]),
      OptionGroup(
        "Output", [.value("units", "UNITS", "metric, imperial or nautical", as: .oneOf(Units.self)) { $0.units = $1 }]),
    ],
    examples: [Example("waylog activity show", "shows how the trip goes")],
    exitStatuses: [ExitStatus(1, "no activity is shown")] + ExitCode.statuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, _ in
      let now = Clocks.system()
      guard let reader = try openedReader(settings.database),
        let activity = try chosen(from: reader.activities().map(\.activity), settings, at: now)
      else {
        try Standard.output.print("Not Started\n")
        return .nothingMatched
      }
      let members = try activity.content.state.map { try JSONReader().members(ofJSON: $0) } ?? []
      let recorder = try settings.database.ask(ControlLine("status"))?.line
      let snapshot = Presentation.Snapshot(of: activity, members, recorder)
      let rendering = Renderer(units: settings.units).render(snapshot, now: now)
      try Standard.output.print(rendering.lockScreen.map { $0 + "\n" }.joined())
      return .success
    }
  }

  /// Where nothing was ever recorded, nothing was started.
  private static func openedReader(_ database: Database) throws -> TrackReader? {
    do {
      return try database.reader()
    } catch let error as StoreError {
      guard case .missing = error else { throw error }
      return nil
    }
  }

  private static func chosen(from activities: [Activity], _ settings: Settings, at now: Timestamp) throws -> Activity? {
    if let id = settings.id {
      guard let activity = activities.first(where: { $0.uuid == id }) else {
        throw Failure(.nothingMatched, "Not found activity.", advice: "see which there are: waylog activity list")
      }
      return activity
    }
    let live = activities.filter { $0.state == .active || $0.state == .stale }
    if let greatest = live.map(\.content.relevance).max() {
      return live.first { $0.content.relevance == greatest }
    }
    return activities.last { $0.state == .ended && ($0.dismissalDue.map { $0 > now } ?? true) }
  }
}

extension Presentation.Snapshot {
  /// A stored activity, and what the recorder says of itself if one runs.
  fileprivate init(of activity: LiveActivity.Activity, _ members: [JSONMember], _ recorder: ControlLine?) {
    self.init(
      sequence: 0, recorder: recorder.map { $0["state"].flatMap(Recorder.init(rawValue:)) ?? .recording } ?? .none,
      link: recorder?["link"].flatMap(Link.init(rawValue:)),
      storage: recorder?["storage"].flatMap(Storage.init(rawValue:)) ?? .ok,
      activity: Activity(
        id: activity.uuid, type: activity.type, name: activity.name, state: .init(of: activity.state),
        staleTime: activity.content.stale, relevance: activity.content.relevance, content: Content(members)))
  }
}

extension Presentation.Snapshot.Activity.State {
  fileprivate init(of state: ActivityState) {
    self =
      switch state {
      case .pending, .active: .active
      case .stale: .stale
      case .ended, .dismissed: .ended
      }
  }
}

extension Content {
  fileprivate init(_ members: [JSONMember]) {
    self.init(
      members.map { member in
        let number = member.isNumber ? Double(member.value) : nil
        return Field(member.name, number.map { .number($0) } ?? .text(member.value))
      })
  }
}
