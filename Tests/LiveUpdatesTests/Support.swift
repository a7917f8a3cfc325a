import Control
import Foundation

@testable import LiveUpdates

/// A socket path of this test's own, in a folder that goes with it.
final class TemporarySocket: Sendable {
  let folder: String
  var path: String { "\(folder)/control/a.sock" }
  var address: RecorderAddress { .socket(path) }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("waylog-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }
}

extension ControlLine {
  /// An update that can be told from others by its latitude.
  static func update(_ number: Int, stationary: Bool = false, flags: String = "") -> ControlLine {
    ControlLine(
      "update",
      [
        "seq": String(number), "stationary": stationary ? "1" : "0", "flags": flags,
        "time": "2026-05-01T10:00:00.000Z", "latitude": String(Double(number) / 1_000), "longitude": "11.5",
      ])
  }

  /// An update without a position.
  static func flag(_ words: String) -> ControlLine {
    ControlLine("update", ["seq": "0", "stationary": "0", "flags": words])
  }
}

extension LocationUpdate {
  /// The number that it was made with.
  var number: Int? { location.map { Int(($0.coordinate.latitude * 1_000).rounded()) } }
}

/// The next so many updates.
func take(
  _ count: Int, from iterator: inout LocationUpdate.Updates.Iterator
) async throws -> [LocationUpdate] {
  var updates: [LocationUpdate] = []
  while updates.count < count, let update = try await iterator.next() { updates.append(update) }
  return updates
}
