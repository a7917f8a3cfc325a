import Foundation
import LiveUpdates

/// The state that the whole program shares: what was seen, and what was wanted, which outlives the program.
@MainActor final class LocationsHandler {
  static let shared = LocationsHandler()

  private let manager = LocationManager()
  private var background: BackgroundActivitySession?
  private var updating: Task<Void, Never>?

  /// None before the first one: there is no place that could stand in for it.
  private(set) var lastLocation: Location?
  private(set) var isStationary = false
  private(set) var count = 0

  private(set) var updatesStarted = Intent.read("liveUpdatesStarted") {
    didSet { Intent.write(updatesStarted, "liveUpdatesStarted") }
  }

  var backgroundActivity = Intent.read("BGActivitySessionStarted") {
    didSet {
      Intent.write(backgroundActivity, "BGActivitySessionStarted")
      if backgroundActivity {
        background = background ?? BackgroundActivitySession()
      } else {
        background?.invalidate()
        background = nil
      }
    }
  }

  private init() {}

  func startLocationUpdates() {
    guard updating == nil else { return }
    if manager.authorizationStatus == .notDetermined { manager.requestWhenInUseAuthorization() }
    say("Starting location updates")
    updatesStarted = true
    updating = Task {
      do {
        for try await update in LocationUpdate.liveUpdates() {
          isStationary = update.isStationary
          guard let location = update.location else { continue }
          lastLocation = location
          count += 1
          say("Location \(count): \(location)")
        }
      } catch {
        say("Could not start location updates: \(error)")
      }
    }
  }

  func stopLocationUpdates() async {
    say("Stopping location updates")
    updatesStarted = false
    updating?.cancel()
    await updating?.value
    updating = nil
  }

  /// What a phone's program does when it is launched: goes on with what was wanted when it ended, however it ended.
  func resume() {
    if updatesStarted { startLocationUpdates() }
    // Setting it again creates the session again, which rejoins the one that is there.
    if backgroundActivity { backgroundActivity = true }
  }
}

/// What is wanted, in a file of its own for each wish, so that even `kill -9` loses none.
enum Intent {
  private static func file(_ name: String) -> URL {
    let folder = ProcessInfo.processInfo.environment["HOME"] ?? "."
    return URL(fileURLWithPath: "\(folder)/.\(name)")
  }

  static func read(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name).path) }

  static func write(_ isWanted: Bool, _ name: String) {
    do {
      if isWanted {
        try Data().write(to: file(name))
      } else if read(name) {
        try FileManager.default.removeItem(at: file(name))
      }
    } catch {
      say("Cannot keep what is wanted: \(error.localizedDescription)")
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

let handler = LocationsHandler.shared
handler.resume()
for await button in buttons() {
  switch button {
  case "start": handler.startLocationUpdates()
  case "stop": await handler.stopLocationUpdates()
  case "background on": handler.backgroundActivity = true
  case "background off": handler.backgroundActivity = false
  case "show":
    say("Last location: \(handler.lastLocation.map { "\($0)" } ?? "none yet")")
    say("Stationary: \(handler.isStationary), count: \(handler.count)")
    say("Updates: \(handler.updatesStarted), background: \(handler.backgroundActivity)")
  default: say("There is no button '\(button)'.")
  }
}
