import Control
import Foundation
import Synchronization

/// A recorder that does what the test says and remembers what it was told; over a real socket.
final class StandInRecorder: Sendable {
  /// What it was told, and by whom.
  struct Memory: Sendable {
    var lines: [ControlLine] = []
    /// Clients that are connected now, and all that ever were.
    var clients = 0
    var everConnected = 0

    func lines(_ word: String) -> [ControlLine] { lines.filter { $0.word == word } }
    func count(_ word: String) -> Int { lines(word).count }
  }

  private struct Waiter {
    var isMeant: @Sendable (Memory) -> Bool
    var continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var memory = Memory()
    var pushes: [ControlLine] = []
    var isKilled = false
    var isGone = false
    var waiters: [Waiter] = []

    mutating func takeSatisfied() -> [CheckedContinuation<Void, Never>] {
      let satisfied = waiters.filter { $0.isMeant(memory) || isGone }
      waiters.removeAll { $0.isMeant(memory) || isGone }
      return satisfied.map(\.continuation)
    }
  }

  let path: String
  private let state = Mutex(State())
  private let bell: (out: Int32, in: Int32)

  /// Listens at a path; answers as the recorder does, unless `answer` gives another answer.
  convenience init(at path: String, answer: @escaping @Sendable (ControlLine) -> ControlLine? = { _ in nil }) throws {
    try self.init(at: path) { line -> [ControlLine] in answer(line).map { [$0] } ?? [] }
  }

  /// Listens at a path; `answer` gives the answer and the lines that follow it, none for the usual one.
  init(at path: String, answer: @escaping @Sendable (ControlLine) -> [ControlLine]) throws {
    self.path = path
    guard let server = ControlServer(at: path) else { throw NoRecorder() }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw NoRecorder() }
    bell = (ends[0], ends[1])
    let box = Mutex<Box?>(Box(server: server))
    Thread.detachNewThread { [self] in
      guard let box = box.withLock({ $0.take() }) else { return }
      serve(box, answer)
    }
  }

  /// Tells every client something that it did not ask for.
  func push(_ lines: ControlLine...) {
    state.withLock { $0.pushes += lines }
    ring()
  }

  /// Ends as if killed; returns once it is gone.
  func kill() async {
    state.withLock { $0.isKilled = true }
    ring()
    await until { _ in false }
  }

  /// Waits until it was told something; forever if that never comes: time limits are the test's.
  func until(_ isMeant: @escaping @Sendable (Memory) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isSo = state.withLock { state in
        let isSo = state.isGone || isMeant(state.memory)
        if !isSo { state.waiters.append(Waiter(isMeant: isMeant, continuation: continuation)) }
        return isSo
      }
      if isSo { continuation.resume() }
    }
  }

  /// Waits until a word was heard so often.
  func until(_ word: String, times: Int = 1) async { await until { $0.count(word) >= times } }

  var memory: Memory { state.withLock(\.memory) }

  private func ring() {
    var stroke: UInt8 = 1
    _ = write(bell.in, &stroke, 1)
  }

  private func remember(_ body: (inout Memory) -> Void) {
    let satisfied = state.withLock { state in
      body(&state.memory)
      return state.takeSatisfied()
    }
    for continuation in satisfied { continuation.resume() }
  }

  private func serve(_ box: Box, _ answer: (ControlLine) -> [ControlLine]) {
    var known: Set<ClientID> = []
    while !state.withLock(\.isKilled) {
      wait(for: box)
      var following: [(ClientID, ControlLine)] = []
      box.serve { line, client in
        let isNew = known.insert(client).inserted
        remember { memory in
          memory.lines.append(line)
          if isNew { (memory.clients, memory.everConnected) = (memory.clients + 1, memory.everConnected + 1) }
        }
        let lines = answer(line)
        following += lines.dropFirst().map { (client, $0) }
        return lines.first ?? Self.usualAnswer(line)
      }
      for (client, line) in following { box.push(line, to: client) }
      let gone = box.takeGone().filter { known.remove($0) != nil }
      if !gone.isEmpty { remember { $0.clients -= gone.count } }
      for line in state.withLock({ state in
        defer { state.pushes = [] }
        return state.pushes
      }) {
        for client in known { box.push(line, to: client) }
      }
    }
    box.close()
    let waiting = state.withLock { state in
      state.isGone = true
      return state.takeSatisfied()
    }
    for continuation in waiting { continuation.resume() }
  }

  private func wait(for box: Box) {
    var all = box.descriptors.map {
      pollfd(fd: $0.number, events: Int16(POLLIN | ($0.hasOutput ? POLLOUT : 0)), revents: 0)
    }
    all.append(pollfd(fd: bell.out, events: Int16(POLLIN), revents: 0))
    poll(&all, nfds_t(all.count), -1)
    guard all.last?.revents != 0 else { return }
    var strokes = [UInt8](repeating: 0, count: 64)
    _ = read(bell.out, &strokes, strokes.count)
  }

  deinit {
    close(bell.in)
    close(bell.out)
  }

  /// What a recorder with authorization `always` answers.
  static func usualAnswer(_ line: ControlLine) -> ControlLine {
    switch line.word {
    case "attach": ControlLine("ok", ["authorization": "always", "state": "recording"])
    case "authorization": ControlLine("ok", ["authorization": "always"])
    case "background": ControlLine("ok", ["uuid": "b-1", "state": line["state"]])
    case "activity" where line["verb"] == "list": ControlLine("ok", ["count": "0"])
    case "activity": ControlLine("ok", ["uuid": line["id"] ?? "a-1", "outcome": "applied"])
    default: ControlLine("ok")
    }
  }
}

/// A recorder could not be made.
struct NoRecorder: Error {}

/// The server, on its thread alone.
private final class Box {
  private var server: ControlServer?

  init(server: consuming ControlServer) { self.server = consume server }

  var descriptors: [(number: Int32, hasOutput: Bool)] { server?.descriptors ?? [] }
  func serve(_ answer: (ControlLine, ClientID) -> ControlLine) { server?.serve(answer: answer) }
  func push(_ line: ControlLine, to client: ClientID) { server?.push(line, to: client, .everyOneWhileThereIsRoom) }
  func takeGone() -> [ClientID] { server?.takeGone() ?? [] }
  func close() { server = nil }
}
