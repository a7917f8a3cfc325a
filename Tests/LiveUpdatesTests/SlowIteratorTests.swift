import Control
import Testing

@testable import LiveUpdates

@Suite("LiveUpdates: a slow iterator", .timeLimit(.minutes(1)))
struct SlowIteratorTests {
  private func drain(_ letters: Letters<Int>) -> [(content: Int, dropped: Int)] {
    var rest = letters
    var all: [(Int, Int)] = []
    while let letter = rest.takeFirst() { all.append((letter.content, letter.droppedBefore)) }
    return all
  }

  @Test("1,024 wait, in order; with the next one the oldest goes and is counted")
  func bounded() {
    var letters = Letters<Int>()
    for number in 1...1_024 { letters.add(number, mayBeDropped: true) }
    #expect(drain(letters).map(\.content) == Array(1...1_024))
    for number in 1_025...1_124 { letters.add(number, mayBeDropped: true) }
    let kept = drain(letters)
    #expect(kept.map(\.content) == Array(101...1_124))
    #expect(kept.first?.dropped == 100)
    #expect(kept.dropFirst().allSatisfy { $0.dropped == 0 })
  }

  @Test("What must be told stays, and what went is counted where it is missing")
  func keepsFlags() {
    var letters = Letters<Int>()
    letters.add(0, mayBeDropped: false)
    for number in 1...1_024 { letters.add(number, mayBeDropped: true) }
    letters.add(1_025, mayBeDropped: false)
    let kept = drain(letters)
    #expect(kept.count == 1_024)
    #expect(kept[0].content == 0 && kept[0].dropped == 0)
    #expect(kept[1].content == 3 && kept[1].dropped == 2)
    #expect(kept.last?.content == 1_025)
  }

  @Test("Even if nothing may be dropped there is a bound")
  func boundedAnyway() {
    var letters = Letters<Int>()
    for number in 1...3_000 { letters.add(number, mayBeDropped: false) }
    let kept = drain(letters)
    #expect(kept.map(\.content) == Array(1_977...3_000))
    #expect(kept.first?.dropped == 1_976)
  }

  @Test("A loop that pauses for 3,000 updates gets the newest 1,024 in order, and is told how many it missed")
  func pauses() async throws {
    let socket = try TemporarySocket()
    let recorder = try StandInRecorder(at: socket.path)
    let updates = LocationUpdate.liveUpdates(from: socket.address)
    var slow = updates.makeAsyncIterator()
    let pusher = Task {
      await recorder.until("attach")
      recorder.push(.update(1))
    }
    #expect(try await slow.next()?.number == 1)
    await pusher.value
    // A fast one sees when all have arrived, and paces them, so that the recorder has none to drop.
    var fast = updates.makeAsyncIterator()
    var number = try await fast.next()?.number ?? 0
    for _ in 0..<30 {
      for next in number + 1...number + 100 { recorder.push(.update(next)) }
      for _ in 0..<100 { number = try await fast.next()?.number ?? 0 }
    }
    let late = try await take(1_024, from: &slow)
    #expect(late.map(\.number) == (1_978...3_001).map { $0 })
    #expect(late.first?.droppedUpdates == 1_976)
    #expect(late.dropFirst().allSatisfy { $0.droppedUpdates == 0 })
  }

  @Test("What the recorder had to drop is counted as well")
  func droppedByRecorder() async throws {
    let socket = try TemporarySocket()
    let recorder = try StandInRecorder(at: socket.path)
    var iterator = LocationUpdate.liveUpdates(from: socket.address).makeAsyncIterator()
    let pusher = Task {
      await recorder.until("attach")
      recorder.push(.update(1), ControlLine("dropped", ["count": "5"]), .update(7))
    }
    let both = try await take(2, from: &iterator)
    await pusher.value
    #expect(both.map(\.droppedUpdates) == [0, 5])
  }
}
