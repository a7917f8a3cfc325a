import Foundation
import LiveUpdates

struct LiveActivityAttributes: ActivityAttributes, Codable {
  struct ContentState: JSONRepresentable, Codable, Hashable {
    var dynamicString: String
  }

  var name: String
}

extension JSONRepresentable where Self: Codable {
  var json: String {
    get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
  }

  init(json: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(json.utf8)) }
}

/// The program's own manager; what a delegate does on a phone, a loop over events does here.
@MainActor final class TripManager {
  private let manager = LocationManager()
  private(set) var location: Location?

  init() {
    // A live activity alone does not keep a manager in use.
    manager.allowsBackgroundLocationUpdates = true
    manager.pausesLocationUpdatesAutomatically = false
  }

  func startUpdatingLocationIfPossible() {
    switch manager.authorizationStatus {
    case .authorizedAlways, .authorizedWhenInUse: manager.startUpdatingLocation()
    case .notDetermined, .denied, .restricted: manager.requestWhenInUseAuthorization()
    }
  }

  func stopUpdatingLocation() {
    say("Location tracking stopped.")
    manager.stopUpdatingLocation()
  }

  /// Follows events until the task is cancelled; the first one tells the authorization.
  func follow() async {
    do {
      for try await event in manager.events { await take(event) }
    } catch {
      say("\(error)")
    }
  }

  private func take(_ event: LocationManager.Event) async {
    switch event {
    case .authorizationChanged(let status): say("\(status)")
    case .locations(let locations):
      guard let location = locations.last else { return }
      say("Location acquisition successful: \(location)")
      self.location = location
      await updateActivity(with: location)
    case .paused: say("Paused at rest")
    case .resumed: say("Moving again")
    case .locationUnavailable: say("Waiting for a location")
    }
  }

  private func updateActivity(with location: Location) async {
    do {
      guard let activity = try await Activity<LiveActivityAttributes>.activities().first else { return }
      try await activity.update(
        .init(state: .init(dynamicString: "\(location)")), alertConfiguration: .init(title: "", body: ""))
      say("Update activity based on location update")
    } catch {
      say("\(error)")
    }
  }
}

func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

func buttons() -> AsyncStream<String> {
  AsyncStream { stream in
    Thread.detachNewThread {
      while let line = readLine() { stream.yield(line) }
      stream.finish()
    }
  }
}

let manager = TripManager()
let following = Task { await manager.follow() }
for await button in buttons() {
  switch button {
  case "start location": manager.startUpdatingLocationIfPossible()
  case "stop location": manager.stopUpdatingLocation()
  case "show": say("Location: \(manager.location.map { "\($0)" } ?? "none yet")")
  default: say("There is no button '\(button)'.")
  }
}
following.cancel()
