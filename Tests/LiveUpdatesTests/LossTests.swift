import Control
import Foundation
import Testing

@testable import LiveUpdates

@Suite("LiveUpdates: a recorder that is not there", .timeLimit(.minutes(1)))
struct LossTests {
  private let socket: TemporarySocket

  init() throws { socket = try TemporarySocket() }

  @Test("Without a recorder the loop gets one update that says so, and goes on when one starts")
  func startsLater() async throws {
    var iterator = LocationUpdate.liveUpdates(from: socket.address).makeAsyncIterator()
    #expect(try await iterator.next() == .unavailable)
    let recorder = try StandInRecorder(at: socket.path)
    let pusher = Task {
      await recorder.until("attach")
      recorder.push(.update(1))
    }
    #expect(try await iterator.next()?.number == 1)
    await pusher.value
  }

  @Test("A recorder that is killed and comes back: the loop lives, with one update for the loss")
  func killedAndBack() async throws {
    let first = try StandInRecorder(at: socket.path)
    var iterator = LocationUpdate.liveUpdates(from: socket.address).makeAsyncIterator()
    let pusher = Task {
      await first.until("attach")
      first.push(.update(1))
    }
    #expect(try await iterator.next()?.number == 1)
    await pusher.value
    await first.kill()
    #expect(try await iterator.next() == .unavailable)
    let second = try StandInRecorder(at: socket.path)
    let nextPusher = Task {
      await second.until("attach")
      second.push(.update(2))
    }
    #expect(try await iterator.next()?.number == 2)
    await nextPusher.value
  }

  @Test("Waits between attempts grow to five seconds and no further")
  func retries() {
    var plan = RetryPlan()
    #expect((0..<8).map { _ in plan.next() } == [250, 500, 1_000, 2_000, 4_000, 5_000, 5_000, 5_000])
  }

  @Test("What speaks another version of the protocol is fatal, and the error names the version")
  func foreignVersion() async throws {
    let foreigner = try ForeignRecorder(at: socket.path, says: "error\tversion=2\twhy=not understood\n")
    var iterator = LocationUpdate.liveUpdates(from: socket.address).makeAsyncIterator()
    await #expect(throws: LiveUpdatesError.incompatibleRecorder(version: "2")) { try await iterator.next() }
    await #expect(throws: LiveUpdatesError.incompatibleRecorder(version: "2")) { try await iterator.next() }
    foreigner.end()
  }

  @Test("A recorder that refuses to attach is fatal, in its own words")
  func refused() async throws {
    let recorder = try StandInRecorder(at: socket.path) { line in
      line.word == "attach" ? ControlLine("error", ["code": "unknown", "why": "no such configuration"]) : nil
    }
    var iterator = LocationUpdate.liveUpdates(from: socket.address).makeAsyncIterator()
    await #expect(throws: LiveUpdatesError.refused(code: "unknown", message: "no such configuration")) {
      try await iterator.next()
    }
    await recorder.until { $0.clients == 0 }
  }

  @Test("A question that the recorder dies over throws that its answer is not known")
  func diesOverQuestion() async throws {
    let foreigner = try ForeignRecorder(at: socket.path, says: nil)
    let link = Link.to(socket.address)
    await #expect(throws: LiveUpdatesError.connectionLost) {
      try await link.ask(ControlLine("activity", ["verb": "list"]))
    }
    foreigner.end()
  }

  @Test("Of many who ask at once, none waits for an answer of a recorder that hangs up before it was asked")
  func hangsUpMeanwhile() async throws {
    let foreigner = try ForeignRecorder(at: socket.path, says: nil)
    let link = Link.to(socket.address)
    let lost = await withTaskGroup(of: Bool.self) { group in
      for number in 1...300 {
        group.addTask {
          await (try? link.ask(ControlLine("activity", ["verb": "list", "number": String(number)]))) == nil
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(lost == 300)
    foreigner.end()
  }
}

/// Something at the recorder's socket that answers everything with the same bytes, or hangs up without a word.
private final class ForeignRecorder: Sendable {
  private let listener: Int32

  init(at path: String, says answer: String?) throws {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isBound, listen(descriptor, 4) == 0 else { throw NoRecorder() }
    listener = descriptor
    Thread.detachNewThread {
      while case let client = accept(descriptor, nil, nil), client >= 0 {
        var piece = [UInt8](repeating: 0, count: 1_024)
        while read(client, &piece, piece.count) > 0, let answer {
          _ = send(client, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
        }
        close(client)
      }
    }
  }

  func end() { shutdown(listener, Int32(SHUT_RDWR)) }

  deinit { close(listener) }
}
