import Control
import Testing

@testable import LiveUpdates

@Suite("LiveUpdates: the location manager", .timeLimit(.minutes(1)))
struct LocationManagerTests {
  private let socket: TemporarySocket

  init() throws { socket = try TemporarySocket() }

  private static func location(_ number: Int) -> Location? { LocationUpdate(.update(number)).location }

  @Test("The authorization is the first event, and each change is another; repeats are none")
  func authorization() async throws {
    let recorder = try StandInRecorder(at: socket.path) { line in
      line.word == "authorization" ? ControlLine("ok", ["authorization": "not-determined"]) : nil
    }
    let manager = LocationManager(of: socket.address)
    var events = manager.events.makeAsyncIterator()
    #expect(try await events.next() == .authorizationChanged(.notDetermined))
    for word in ["not-determined", "when-in-use", "denied"] {
      recorder.push(ControlLine("authorization", ["status": word]))
    }
    #expect(try await events.next() == .authorizationChanged(.authorizedWhenInUse))
    #expect(try await events.next() == .authorizationChanged(.denied))
    #expect(manager.authorizationStatus == .denied)
    var late = manager.events.makeAsyncIterator()
    #expect(try await late.next() == .authorizationChanged(.denied))
    #expect(recorder.memory.count("attach") == 0)
  }

  @Test(
    "Each word of the recorder is a status; a word of a newer one counts as undecided",
    arguments: [
      ("not-determined", .notDetermined), ("restricted", .restricted), ("denied", .denied),
      ("denied-globally", .denied), ("when-in-use", .authorizedWhenInUse), ("always", .authorizedAlways),
      ("sometimes", .notDetermined), ("", .notDetermined),
    ] as [(String, AuthorizationStatus)])
  func words(word: String, status: AuthorizationStatus) {
    #expect(AuthorizationStatus(word: word) == status)
  }

  @Test("Asking for authorization reaches the recorder, also one that starts later")
  func asks() async throws {
    let manager = LocationManager(of: socket.address)
    manager.requestWhenInUseAuthorization()
    let recorder = try StandInRecorder(at: socket.path)
    await recorder.until { $0.lines("authorization").contains { $0["set"] == "request" } }
    withExtendedLifetime(manager) {}
  }

  @Test("Updating attaches with the manager's switches, changing one attaches anew, stopping detaches at once")
  func attaches() async throws {
    let recorder = try StandInRecorder(at: socket.path)
    let manager = LocationManager(of: socket.address)
    #expect(manager.pausesLocationUpdatesAutomatically && !manager.allowsBackgroundLocationUpdates)
    manager.startUpdatingLocation()
    await recorder.until("attach")
    manager.startUpdatingLocation()
    manager.allowsBackgroundLocationUpdates = true
    await recorder.until("attach", times: 2)
    manager.pausesLocationUpdatesAutomatically = false
    await recorder.until("attach", times: 3)
    manager.stopUpdatingLocation()
    await recorder.until("detach")
    let attached = recorder.memory.lines("attach")
    #expect(attached.map { $0["api"] } == ["manager", "manager", "manager"])
    #expect(attached.map { $0["allow_background"] } == ["0", "1", "1"])
    #expect(attached.map { $0["pauses"] } == ["1", "1", "0"])
    #expect(recorder.memory.everConnected == 1)
  }

  @Test("Positions come in order, as a batch where the loop was busy; pauses and loss are events")
  func events() async throws {
    let recorder = try StandInRecorder(at: socket.path)
    let manager = LocationManager(of: socket.address)
    var events = manager.events.makeAsyncIterator()
    #expect(try await events.next() == .authorizationChanged(.authorizedAlways))
    manager.startUpdatingLocation()
    await recorder.until("attach")
    recorder.push(.update(1), .update(2), .update(3, stationary: true), ControlLine("paused"), ControlLine("resumed"))
    recorder.push(.update(4), .flag("location-unavailable"), .flag("location-unavailable"), .update(5))
    var batches: [Location] = []
    while let event = try await events.next(), case .locations(let locations) = event { batches += locations }
    #expect(batches == (1...3).compactMap(Self.location))
    #expect(try await events.next() == .resumed)
    #expect(try await events.next() == .locations([4].compactMap(Self.location)))
    #expect(try await events.next() == .locationUnavailable)
    #expect(try await events.next() == .locations([5].compactMap(Self.location)))
    #expect(manager.location == Self.location(5))
  }

  @Test("Several that wait are one batch")
  func batch() async throws {
    let desk = EventDesk()
    desk.isOpenForUpdates = true
    let manager = LocationManager(of: socket.address)
    var events = LocationManager.Events(desk: desk, manager: manager).makeAsyncIterator()
    for number in 1...3 { desk.take(.update(LocationUpdate(.update(number)))) }
    #expect(try await events.next() == .locations((1...3).compactMap(Self.location)))
  }

  @Test("After stopping no position is told, and the manager knows the last one")
  func silentAfterStop() async throws {
    let recorder = try StandInRecorder(at: socket.path)
    let manager = LocationManager(of: socket.address)
    var events = manager.events.makeAsyncIterator()
    #expect(try await events.next() == .authorizationChanged(.authorizedAlways))
    manager.startUpdatingLocation()
    await recorder.until("attach")
    recorder.push(.update(1))
    #expect(try await events.next() == .locations([1].compactMap(Self.location)))
    manager.stopUpdatingLocation()
    recorder.push(.update(2), ControlLine("authorization", ["status": "denied"]))
    #expect(try await events.next() == .authorizationChanged(.denied))
    #expect(manager.location == Self.location(1))
  }

  @Test("A manager and a loop of one program share a connection, and are attached so that both are served")
  func shared() async throws {
    let recorder = try StandInRecorder(at: socket.path)
    let manager = LocationManager(of: socket.address)
    let updates = LocationUpdate.liveUpdates(.maritime, from: socket.address)
    let loop = Task { for try await _ in updates {} }
    await recorder.until("attach")
    manager.startUpdatingLocation()
    await recorder.until("attach", times: 2)
    loop.cancel()
    await recorder.until("attach", times: 3)
    let attached = recorder.memory.lines("attach")
    #expect(attached.map { $0["api"] } == ["updates", "manager", "manager"])
    #expect(attached.map { $0["configuration"] } == ["maritime", "maritime", "default"])
    #expect(recorder.memory.everConnected == 1)
  }
}
