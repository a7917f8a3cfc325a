internal import Control
import Synchronization

/// A live activity, in the manner of ActivityKit: something that goes on, and whose state status bars, terminals and
/// notifications show.
///
/// The recorder keeps it: it outlives this program, which finds it again among ``activities(of:)``. What is asked for
/// is stored when the call returns, which is why these calls are waited for.
public final class Activity<Attributes: ActivityAttributes>: Sendable {
  /// What it shows.
  public typealias Content = ActivityContent<Attributes.ContentState>

  /// The recorder's name for it.
  public let id: String
  /// What never changes about it.
  public let attributes: Attributes
  let link: Link
  private let known: Mutex<(state: ActivityState, content: Content)>

  init(id: String, attributes: Attributes, state: ActivityState, content: Content, on link: Link) {
    (self.id, self.attributes, self.link) = (id, attributes, link)
    known = Mutex((state, content))
  }

  /// Where it is in its life, as far as this value knows: ``activityStateUpdates`` tells what others change.
  public var activityState: ActivityState { known.withLock(\.state) }

  /// What it shows, as far as this value knows: ``contentUpdates`` tells what others change.
  public var content: Content { known.withLock(\.content) }

  func note(_ state: ActivityState, _ content: Content) { known.withLock { $0 = (state, content) } }

  /// Starts an activity.
  ///
  /// - Parameters:
  ///   - attributes: What never changes about it.
  ///   - content: What it shows at first.
  ///   - alert: How that draws attention to itself.
  ///   - recorder: Who keeps it.
  /// - Returns: The activity, which is shown from now on.
  /// - Throws: `recorderNotRunning`, `activitiesDisabled`, `activityAlreadyActive` with the id of the one that is in
  ///   the way, `activityTooLarge` and others.
  public static func request(
    attributes: Attributes, content: Content, alertConfiguration alert: AlertConfiguration? = nil,
    of recorder: RecorderAddress = .usual
  ) async throws(LiveUpdatesError) -> Activity {
    let link = Link.to(recorder)
    let fields = try content.fields()
    let answer = try await link.ask(
      ControlLine(
        "activity",
        [
          "verb": "start", "type": Attributes.activityType, "name": attributes.name,
          "attributes": try attributes.writtenJSON(), "content": fields.json, "stale_ms": fields.stale,
          "relevance": fields.relevance, "alert_title": alert?.title, "alert_body": alert?.body,
          "alert_sound": alert?.sound.word,
        ]))
    return Activity(
      id: answer.first?["uuid"] ?? "", attributes: attributes, state: .active, content: content, on: link)
  }

  /// All activities of this type that the recorder knows, the first started first: also those that were started by an
  /// earlier run of this program, and those that have ended and are still shown.
  ///
  /// - Throws: `recorderNotRunning`, and `unreadableContent` for one that this program cannot read.
  public static func activities(
    of recorder: RecorderAddress = .usual
  ) async throws(LiveUpdatesError) -> [Activity] {
    let link = Link.to(recorder)
    var found: [Activity] = []
    for line in try await link.ask(ControlLine("activity", ["verb": "list"])).dropFirst() {
      guard let row = ActivityRow(line), row.type == Attributes.activityType else { continue }
      found.append(
        Activity(
          id: row.id, attributes: try Attributes(stored: row.attributes ?? "{}"), state: row.state,
          content: try Content(row), on: link))
    }
    return found
  }

  /// Shows something else.
  ///
  /// - Parameters:
  ///   - content: What to show.
  ///   - alert: How that draws attention to itself.
  ///   - time: When that was so, milliseconds since 1970; content that is older than what is shown is refused.
  /// - Returns: Whether it is shown already.
  /// - Throws: `activityEnded`, `activityNotFound`, `recorderNotRunning` and others; then nothing was changed.
  @discardableResult
  public func update(
    _ content: Content, alertConfiguration alert: AlertConfiguration? = nil, unixMilliseconds time: Int64? = nil
  ) async throws(LiveUpdatesError) -> ActivityUpdateOutcome {
    let fields = try content.fields()
    let answer = try await link.ask(
      ControlLine(
        "activity",
        [
          "verb": "update", "id": id, "content": fields.json, "stale_ms": fields.stale,
          "relevance": fields.relevance, "timestamp_ms": time.map { String($0) }, "alert_title": alert?.title,
          "alert_body": alert?.body, "alert_sound": alert?.sound.word,
        ]))
    note(.active, content)
    return answer.first?["outcome"].flatMap(ActivityUpdateOutcome.init(rawValue:)) ?? .applied
  }

  /// Ends it.
  ///
  /// - Parameters:
  ///   - content: What it shows to the last; nil for what it shows already.
  ///   - policy: How long it stays visible.
  /// - Throws: `activityEnded`, `activityNotFound`, `recorderNotRunning` and others; then nothing was changed.
  public func end(
    _ content: Content? = nil, dismissalPolicy policy: ActivityDismissalPolicy = .default
  ) async throws(LiveUpdatesError) {
    let fields = try content?.fields()
    _ = try await link.ask(
      ControlLine("activity", ["verb": "end", "id": id, "content": fields?.json, "dismiss": policy.word]))
    note(policy == .immediate ? .dismissed : .ended, content ?? self.content)
  }
}
