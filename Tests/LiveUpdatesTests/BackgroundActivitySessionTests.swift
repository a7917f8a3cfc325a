import Control
import Glibc
import Synchronization
import Testing

@testable import LiveUpdates

@Suite("LiveUpdates: background sessions", .timeLimit(.minutes(1)))
struct BackgroundActivitySessionTests {
  private let socket: TemporarySocket

  init() throws { socket = try TemporarySocket() }

  private static func states(_ memory: StandInRecorder.Memory) -> [String?] {
    memory.lines("background").map { $0["state"] }
  }

  @Test("Creating a session begins it, and it has the recorder's name")
  func begins() async throws {
    let recorder = try StandInRecorder(at: socket.path)
    let session = BackgroundActivitySession(of: socket.address)
    #expect(await session.settled())
    #expect(session.id == "b-1" && session.isHeld)
    #expect(Self.states(recorder.memory) == ["on"])
  }

  @Test("Invalidating ends it, once; so does the end of the last reference")
  func ends() async throws {
    let recorder = try StandInRecorder(at: socket.path)
    let session = BackgroundActivitySession(of: socket.address)
    #expect(await session.settled())
    session.invalidate()
    session.invalidate()
    #expect(!session.isHeld && session.id == nil)
    await recorder.until("background", times: 2)
    do {
      let next = BackgroundActivitySession(of: socket.address)
      #expect(await next.settled())
    }
    await recorder.until("background", times: 4)
    #expect(Self.states(recorder.memory) == ["on", "off", "on", "off"])
  }

  @Test("Two sessions of a program are one for the recorder, until both have ended")
  func two() async throws {
    let recorder = try StandInRecorder(at: socket.path)
    let first = BackgroundActivitySession(of: socket.address)
    #expect(await first.settled())
    let second = BackgroundActivitySession(of: socket.address)
    first.invalidate()
    #expect(await second.settled())
    second.invalidate()
    await recorder.until { $0.lines("background").last?["state"] == "off" }
    #expect(Self.states(recorder.memory) == ["on", "off"])
  }

  @Test("One that is created before anything is attached begins with the attachment")
  func waitsForAttachment() async throws {
    let isAttached = Mutex(false)
    let recorder = try StandInRecorder(at: socket.path) { line in
      if line.word == "attach" { isAttached.withLock { $0 = true } }
      guard line.word == "background", line["state"] == "on", !isAttached.withLock({ $0 }) else { return nil }
      return ControlLine("error", ["code": "insufficiently-in-use", "why": "nothing is attached"])
    }
    let session = BackgroundActivitySession(of: socket.address)
    #expect(await !session.settled())
    #expect(session.insufficientlyInUse)
    let updates = LocationUpdate.liveUpdates(from: socket.address)
    let loop = Task { for try await _ in updates {} }
    await recorder.until("background", times: 2)
    loop.cancel()
    _ = await loop.result
    #expect(Self.states(recorder.memory) == ["on", "on"])
  }

  @Test("All who wait for it hear of it; who is cancelled meanwhile does not wait on")
  func waiting() async throws {
    let mayAnswer = Mutex(false)
    let recorder = try StandInRecorder(at: socket.path) { line in
      while line.word == "background", !mayAnswer.withLock({ $0 }) { usleep(1_000) }
      return nil
    }
    let session = BackgroundActivitySession(of: socket.address)
    let cancelled = Task { await session.settled() }
    let waiting = [Task { await session.settled() }, Task { await session.settled() }]
    await recorder.until("background")
    cancelled.cancel()
    #expect(await !cancelled.value)
    mayAnswer.withLock { $0 = true }
    for task in waiting { #expect(await task.value) }
  }

  @Test("It is rejoined at a recorder that comes back, and told to end to one that was away meanwhile")
  func rejoins() async throws {
    let first = try StandInRecorder(at: socket.path)
    let session = BackgroundActivitySession(of: socket.address)
    #expect(await session.settled())
    await first.kill()
    let second = try StandInRecorder(at: socket.path)
    await second.until("background")
    await second.kill()
    session.invalidate()
    let third = try StandInRecorder(at: socket.path)
    await third.until("background")
    #expect(Self.states(third.memory) == ["off"])
  }

  @Test("One that somebody else ended is dead: it is neither begun again nor ended twice")
  func endedByOthers() async throws {
    let recorder = try StandInRecorder(at: socket.path)
    let session = BackgroundActivitySession(of: socket.address)
    let manager = LocationManager(of: socket.address)
    #expect(await session.settled())
    var events = manager.events.makeAsyncIterator()
    #expect(try await events.next() == .authorizationChanged(.authorizedAlways))
    recorder.push(ControlLine("background", ["uuid": "b-1", "state": "off"]))
    recorder.push(ControlLine("authorization", ["status": "denied"]))
    #expect(try await events.next() == .authorizationChanged(.denied))
    #expect(!session.isHeld)
    session.invalidate()
    manager.startUpdatingLocation()
    await recorder.until("attach")
    #expect(Self.states(recorder.memory) == ["on"])
  }
}
