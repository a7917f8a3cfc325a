import Foundation
import LiveUpdates

// What the live activity shows: a name that never changes, and a text that does.
struct LiveActivityAttributes: ActivityAttributes, Codable {
  struct ContentState: JSONRepresentable, Codable, Hashable {
    var dynamicString: String
  }

  var name: String
}

// Gives all Codable content its JSON. LiveUpdates itself does without Foundation.
extension JSONRepresentable where Self: Codable {
  var json: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }

  init(json: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(json.utf8)) }
}

typealias LiveActivity = Activity<LiveActivityAttributes>

@MainActor final class ContentView {
  private var activityId: String?
  private var updating: Task<Void, Never>?
  private var location: Location?

  /// An activity outlives the program: take up what an earlier run left.
  func appear() async {
    let activities = try? await LiveActivity.activities()
    activityId = activities?.first { $0.activityState != .ended }?.id
    show()
  }

  func press(_ button: Substring) async {
    switch button {
    case "start activity":
      guard activityId == nil else {
        say("Cannot create 2 or more Live Activities.")
        return
      }
      activityId = await startLiveActivity()
    case "update activity":
      guard let activityId else { return }
      await updateLiveActivity(targetActivityId: activityId, dynamicString: "🤩")
    case "end activity":
      guard let activityId else { return }
      await endLiveActivity(targetActivityId: activityId)
      self.activityId = nil
    case "start location": startUpdatingLocation()
    case "stop location": await stopUpdatingLocation()
    case "show": show()
    default: say("There is no button '\(button)'.")
    }
  }

  private func startUpdatingLocation() {
    guard updating == nil else { return }
    updating = Task {
      do {
        for try await update in LocationUpdate.liveUpdates() {
          if update.locationUnavailable { say("Waiting for a location") }
          guard let location = update.location else { continue }
          self.location = location
          if let activityId {
            await updateLiveActivity(targetActivityId: activityId, dynamicString: "\(location)")
          }
        }
      } catch {
        say("Could not start location updates: \(error)")
      }
    }
  }

  /// Cancelling ends the loop at once, also while nothing moves. A second loop that is left with `break` would only end
  /// itself.
  private func stopUpdatingLocation() async {
    updating?.cancel()
    await updating?.value
    updating = nil
    say("Location tracking stopped.")
  }

  private func show() {
    say("ActivityId: \(activityId ?? "Not Started")")
    say("Location: \(location.map { "\($0)" } ?? "none yet")")
  }
}

func startLiveActivity() async -> String? {
  guard await ActivityAuthorizationInfo().areActivitiesEnabled else {
    say("areActivitiesEnabled is false.")
    return nil
  }
  do {
    let activity = try await Activity.request(
      attributes: LiveActivityAttributes(name: ""), content: .init(state: .init(dynamicString: "😀")))
    say("Start live activity successfully. id: \(activity.id)")
    return activity.id
  } catch {
    say("\(error)")
    return nil
  }
}

func updateLiveActivity(targetActivityId: String, dynamicString: String) async {
  guard let activity = await findActivity(targetActivityId: targetActivityId) else { return }
  do {
    try await activity.update(
      .init(state: .init(dynamicString: dynamicString)), alertConfiguration: .init(title: "", body: ""))
    say("Update activity successfully. id: \(activity.id)")
  } catch {
    say("\(error)")
  }
}

func endLiveActivity(targetActivityId: String) async {
  guard let activity = await findActivity(targetActivityId: targetActivityId) else { return }
  do {
    try await activity.end(activity.content, dismissalPolicy: .immediate)
    say("End activity successfully. id: \(activity.id)")
  } catch {
    say("\(error)")
  }
}

func findActivity(targetActivityId: String) async -> LiveActivity? {
  do {
    let activity = try await LiveActivity.activities().first { $0.id == targetActivityId }
    if activity == nil { say("Not found activity.") }
    return activity
  } catch {
    say("\(error)")
    return nil
  }
}

func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

/// The buttons that are pressed: lines of standard input, read on a thread of their own, as reading waits.
func buttons() -> AsyncStream<String> {
  AsyncStream { stream in
    Thread.detachNewThread {
      while let line = readLine() { stream.yield(line) }
      stream.finish()
    }
  }
}

let view = ContentView()
await view.appear()
for await button in buttons() { await view.press(button[...]) }
