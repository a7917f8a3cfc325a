import Control
import Testing

@testable import LiveUpdates

@Suite("LiveUpdates: stopping", .timeLimit(.minutes(1)))
struct StoppingTests {
  private let socket: TemporarySocket

  init() throws { socket = try TemporarySocket() }

  @Test("Cancelling the task ends the loop and detaches within 100 ms, also in silence")
  func stopsInSilence() async throws {
    let recorder = try StandInRecorder(at: socket.path)
    let address = socket.address
    var times: [Duration] = []
    // The best of some: other tests keep the machine busy meanwhile.
    for round in 1...5 {
      let loop = Task {
        var count = 0
        for try await _ in LocationUpdate.liveUpdates(from: address) { count += 1 }
        return count
      }
      await recorder.until("attach", times: round)
      times.append(
        await ContinuousClock().measure {
          loop.cancel()
          _ = await loop.result
          await recorder.until { $0.count("detach") == round && $0.clients == 0 }
        })
      #expect(try await loop.value == 0)
    }
    #expect(try #require(times.min()) < .milliseconds(100))
  }

  @Test("A task that is cancelled before it iterates asks for nothing that lasts")
  func cancelledBefore() async throws {
    let recorder = try StandInRecorder(at: socket.path)
    let address = socket.address
    let loop = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      for try await _ in LocationUpdate.liveUpdates(from: address) { return false }
      return true
    }
    #expect(try await loop.value)
    await recorder.until { $0.clients == 0 }
  }

  @Test("Cancelling one of two loops leaves the other one its updates")
  func oneOfTwo() async throws {
    let recorder = try StandInRecorder(at: socket.path)
    let updates = LocationUpdate.liveUpdates(from: socket.address)
    let other = Task { for try await _ in updates {} }
    var iterator = updates.makeAsyncIterator()
    let pusher = Task {
      await recorder.until("attach")
      recorder.push(.update(1))
    }
    #expect(try await iterator.next()?.number == 1)
    await pusher.value
    other.cancel()
    _ = await other.result
    recorder.push(.update(2))
    #expect(try await iterator.next()?.number == 2)
    #expect(recorder.memory.count("detach") == 0)
  }

  @Test("No cooperative thread is held: more silent loops than there are cores, and tasks still run")
  func holdsNoThread() async throws {
    let recorder = try StandInRecorder(at: socket.path)
    let updates = LocationUpdate.liveUpdates(from: socket.address)
    let loops = (0..<64).map { _ in Task { for try await _ in updates {} } }
    await recorder.until("attach")
    #expect(await Task.detached { 1 + 1 }.value == 2)
    for loop in loops { loop.cancel() }
    for loop in loops { _ = await loop.result }
    await recorder.until { $0.clients == 0 }
    #expect(recorder.memory.everConnected == 1)
  }
}
