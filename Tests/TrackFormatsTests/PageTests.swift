import Foundation
import Positioning
import Testing

@testable import TrackFormats

@Suite("The data of a page")
struct PageTests {
  private struct Data: Decodable {
    struct Session: Decodable {
      var session: Int64
      var name: String?
      var runs, rests: [Int]
      var time, latitude, longitude, speed, height: [Int64?]
    }
    var sessions: [Session]
    var offsets: [[Int64]]
    var zone, tiles: String?
    var units: String
  }

  private static func data(_ text: String) throws -> Data {
    let match = try #require(text.firstMatch(of: /(?s)<script id="track" type="application\/json">(.*?)<\/script>/))
    return try JSONDecoder().decode(Data.self, from: Foundation.Data(match.1.utf8))
  }

  private static func summed(_ differences: [Int64?]) -> [Int64?] {
    var sum: Int64 = 0
    return differences.map { difference in
      difference.map { value in
        sum += value
        return sum
      }
    }
  }

  @Test("Every fix comes back with its time, place, speed and height, in its run")
  func fixes() throws {
    let track = Track.sample
    let data = try Self.data(try track.text(as: .html))

    #expect(data.sessions.map(\.session) == track.sessions.map(\.session.number))
    for (found, (session, points)) in zip(data.sessions, track.sessions) {
      #expect(found.name == session.name)
      #expect(Self.summed(found.time) == points.map(\.time.milliseconds))
      #expect(Self.summed(found.latitude) == points.map { $0.latitudeE9.rounded(to: 100) })
      #expect(Self.summed(found.longitude) == points.map { $0.longitudeE9.rounded(to: 100) })
      #expect(Self.summed(found.speed) == points.map { $0.speedMMPS?.rounded(to: 10) })
      #expect(Self.summed(found.height) == points.map { $0.altitudeMSLE4?.rounded(to: 1_000) })
      #expect(found.runs.reduce(0, +) == points.count)
      #expect(found.rests.reduce(0, +) == points.count)
    }
    #expect(data.sessions[0].runs == [2, 10, 3])
    #expect(data.sessions[0].rests == [12, 1, 2])
  }

  @Test("No name ends the data or begins markup")
  func hostileNames() throws {
    for name in try Golden.hostileNames() + ["</script><script>alert(1)</script>", "<!--<script>"] {
      var track = Track.sample
      track.sessions[0].session.name = name
      track.marks[0].text = name
      let text = try track.text(as: .html) { $0.picture.clock = .wall(zone: name) { $0 } }
      #expect(text.components(separatedBy: "<script").count == 3)
      #expect(try Self.data(text).sessions[0].name == (name.isEmpty ? nil : name))
      #expect(try Self.data(text).zone == name)
    }
  }

  @Test("The clock's offset is told where it begins and wherever it changes")
  func offsets() throws {
    let change = morning + 3_600_000
    var track = Track()
    track.sessions = [(TrackSession(number: 1, uuid: "u"), (0..<12).map { point(1, at: $0 * 600_000, 0, 0) })]
    let text = try track.text(as: .html) { options in
      options.picture.clock = .wall(zone: "Somewhere") { $0 + ($0 < change ? 3_600_000 : 7_200_000) }
    }
    #expect(try Self.data(text).offsets == [[morning.milliseconds, 3_600_000], [change.milliseconds, 7_200_000]])
  }

  @Test("The network is closed but for the server of the tiles")
  func policy() throws {
    #expect(try Track.sample.text(as: .html).contains("img-src data:\">"))
    let text = try Track.sample.text(as: .html) {
      $0.picture.tiles = TileAddress("https://tile.example.org:8080/a/{z}/{x}/{y}.png")
    }
    #expect(text.contains("default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "))
    #expect(text.contains("img-src data: https://tile.example.org:8080\">"))
  }

  @Test(
    "An address of tiles is one only with its three numbers, and nothing that a policy could take for its own",
    arguments: [
      "https://tile.example/{z}/{x}.png", "tile.example/{z}/{x}/{y}", "https://{z}.example/{x}/{y}",
      "https://a;b/{z}/{x}/{y}", "https://a b/{z}/{x}/{y}", "https://a?/{z}/{x}/{y}", "https://a\"/{z}/{x}/{y}", "",
    ])
  func tiles(text: String) {
    #expect(TileAddress(text) == nil)
  }
}
