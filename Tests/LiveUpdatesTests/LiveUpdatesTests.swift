import Control
import Testing

@testable import LiveUpdates

@Suite("LiveUpdates: live updates", .timeLimit(.minutes(1)))
struct LiveUpdatesTests {
  private let socket: TemporarySocket

  init() throws { socket = try TemporarySocket() }

  @Test("A sequence that nobody iterates asks for nothing; its first iterator attaches, the last one detaches")
  func lifeOfAConnection() async throws {
    let recorder = try StandInRecorder(at: socket.path)
    let updates = LocationUpdate.liveUpdates(.fitness, from: socket.address)
    do {
      var idle = updates.makeAsyncIterator()
      #expect(recorder.memory.everConnected == 0)
      recorder.push(.update(1))
      async let first = take(1, from: &idle)
      await recorder.until("attach")
      recorder.push(.update(2))
      #expect(try await first.map(\.number) == [2])
    }
    await recorder.until { $0.count("detach") == 1 && $0.clients == 0 }
    let attached = try #require(recorder.memory.lines("attach").first)
    #expect(attached["api"] == "updates")
    #expect(attached["configuration"] == "fitness")
  }

  @Test("Leaving the loop by break detaches")
  func leavesByBreak() async throws {
    let recorder = try StandInRecorder(at: socket.path) { line in
      line.word == "attach" ? ControlLine("ok", ["authorization": "always"]) : nil
    }
    let pusher = Task {
      await recorder.until("attach")
      recorder.push(.update(7))
    }
    for try await update in LocationUpdate.liveUpdates(from: socket.address) {
      #expect(update.number == 7)
      break
    }
    await recorder.until { $0.count("detach") == 1 && $0.clients == 0 }
    await pusher.value
  }

  @Test("Two iterators of one sequence get the same updates over one connection")
  func oneConnection() async throws {
    let recorder = try StandInRecorder(at: socket.path)
    let updates = LocationUpdate.liveUpdates(from: socket.address)
    let numbers = await withTaskGroup(of: [Int?].self) { group in
      for _ in 0..<2 {
        group.addTask {
          var iterator = updates.makeAsyncIterator()
          return (try? await take(100, from: &iterator))?.map(\.number) ?? []
        }
      }
      await recorder.until("attach")
      // Both have begun once the first update reached both: the second begins with the newest one.
      recorder.push(.update(1))
      for number in 2...100 { recorder.push(.update(number)) }
      var all: [[Int?]] = []
      for _ in 0..<2 {
        if let one = await group.next() { all.append(one) }
        // Whoever came late needs as many more as it missed.
        for number in 101...200 { recorder.push(.update(number)) }
      }
      return all
    }
    for one in numbers {
      let first = try #require(one.first ?? nil)
      #expect(one == (first..<first + 100).map { $0 })
    }
    #expect(recorder.memory.everConnected == 1)
    #expect(recorder.memory.count("attach") == 1)
  }

  @Test("An iterator that comes while updates flow begins with the newest one, also during silence")
  func latecomer() async throws {
    let recorder = try StandInRecorder(at: socket.path)
    let updates = LocationUpdate.liveUpdates(from: socket.address)
    var early = updates.makeAsyncIterator()
    async let ready: Void = recorder.until("attach")
    let pusher = Task {
      await recorder.until("attach")
      recorder.push(.update(1), .update(2, stationary: true))
    }
    #expect(try await take(2, from: &early).map(\.number) == [1, 2])
    _ = await (ready, pusher.value)
    var late = updates.makeAsyncIterator()
    let first = try #require(try await late.next())
    #expect(first.number == 2 && first.isStationary)
  }

  @Test("An update has the position and all that the receiver said; what it did not say is nil")
  func fields() async throws {
    let recorder = try StandInRecorder(at: socket.path)
    var iterator = LocationUpdate.liveUpdates(from: socket.address).makeAsyncIterator()
    let pusher = Task {
      await recorder.until("attach")
      recorder.push(
        ControlLine(
          "update",
          [
            "seq": "1", "stationary": "1", "flags": "accuracy-limited", "time": "2026-05-01T10:00:00.250Z",
            "latitude": "-0.000001", "longitude": "11.5", "altitude_msl": "520.5", "speed": "1.25", "satellites": "9",
            "mode": "3", "device": "/dev/ttyACM0", "simulated": "1", "course": "nan", "future": "x",
          ]))
    }
    let update = try #require(try await iterator.next())
    await pusher.value
    let location = try #require(update.location)
    #expect(location.coordinate == Location.Coordinate(latitude: -0.000_001, longitude: 11.5))
    #expect(location.unixMilliseconds == 1_777_629_600_250)
    #expect(location.altitude == 520.5 && location.speed == 1.25 && location.satellites == 9)
    #expect(location.course == nil && location.horizontalAccuracy == nil && location.climb == nil)
    #expect(location.is3D && location.isSimulated && location.device == "/dev/ttyACM0")
    #expect(update.stationary && update.isStationary && update.accuracyLimited)
    #expect(location.description == "-0.000001, 11.500000")
    #expect(update.description == "-0.000001, 11.500000 accuracy-limited stationary")
  }

  @Test(
    "Each flag that the recorder tells is a property of the update, which then has no location",
    arguments: [
      ("location-unavailable", \LocationUpdate.locationUnavailable),
      ("authorization-denied", \.authorizationDenied),
      ("authorization-denied-globally", \.authorizationDeniedGlobally),
      ("authorization-restricted", \.authorizationRestricted),
      ("authorization-request-in-progress", \.authorizationRequestInProgress),
      ("insufficiently-in-use", \.insufficientlyInUse),
      ("service-session-required", \.serviceSessionRequired),
    ] as [(String, any KeyPath<LocationUpdate, Bool> & Sendable)])
  func flags(word: String, property: any KeyPath<LocationUpdate, Bool> & Sendable) {
    let update = LocationUpdate(.flag("\(word),of-a-newer-recorder"))
    #expect(update[keyPath: property])
    #expect(update.location == nil)
    #expect(!LocationUpdate(.flag(""))[keyPath: property])
  }
}
