import Control
import Foundation
import Positioning
import Presentation
import Synchronization
import TestSupport

/// A recorder that tells states to whoever watches, and answers the rest as a test says; over a real socket.
final class StandInStates: Sendable {
  private struct Shared {
    var isOver = false
    var hasEnded = false
    var heard: [ControlLine] = []
    var told: Int64 = 0
  }

  /// How often a state is told.
  enum Pace {
    /// Once to each who begins to watch.
    case once
    /// So many times a second.
    case hertz(Int)
    /// Far more often than it can be shown.
    case flood

    fileprivate var milliseconds: Int32 {
      switch self {
      case .once, .flood: 1
      case .hertz(let hertz): Int32(1_000 / hertz)
      }
    }

    fileprivate var statesPerTurn: Int {
      switch self {
      case .once: 0
      case .hertz: 1
      case .flood: 4
      }
    }
  }

  private let shared = Mutex(Shared())

  /// Listens where the recorder of a place does; tells the states that `state` makes of numbers from 1 on, and gives
  /// `answer` to everything but `watch`.
  init(
    of place: Workplace, _ pace: Pace = .once, state: @escaping @Sendable (Int64) -> Snapshot,
    answer: @escaping @Sendable (ControlLine) -> ControlLine = { _ in ControlLine("ok") }
  ) throws {
    guard let server = ControlServer(at: place.controlSocket) else { throw NoServer() }
    let box = Mutex<ControlServerBox?>(ControlServerBox(server))
    Thread.detachNewThread { [self] in
      guard let server = box.withLock({ $0.take() }) else { return }
      serve(server, pace, state, answer)
    }
  }

  struct NoServer: Error {}

  /// What it was asked, but for `watch`.
  var heard: [ControlLine] { shared.withLock(\.heard) }

  /// The number of the newest state.
  var told: Int64 { shared.withLock(\.told) }

  /// Ends; returns once nothing listens any more.
  func end() {
    shared.withLock { $0.isOver = true }
    _ = eventually(within: 10) { shared.withLock(\.hasEnded) }
  }

  private func serve(
    _ box: ControlServerBox, _ pace: Pace, _ state: (Int64) -> Snapshot, _ answer: (ControlLine) -> ControlLine
  ) {
    var watchers: Set<ClientID> = []
    while !shared.withLock(\.isOver) {
      var fresh: [ClientID] = []
      box.serve(waiting: pace.milliseconds) { line, client in
        guard line.word != "watch" else {
          fresh.append(client)
          return ControlLine("ok")
        }
        shared.withLock { $0.heard.append(line) }
        return answer(line)
      }
      watchers.formUnion(fresh)
      watchers.subtract(box.takeGone())
      for _ in 0..<pace.statesPerTurn where !watchers.isEmpty { box.push(state(next()).line, to: watchers) }
      if pace.statesPerTurn == 0, !fresh.isEmpty { box.push(state(next()).line, to: Set(fresh)) }
    }
    box.close()
    shared.withLock { $0.hasEnded = true }
  }

  private func next() -> Int64 {
    shared.withLock {
      $0.told += 1
      return $0.told
    }
  }
}

/// The server, on one thread alone.
private final class ControlServerBox {
  private var server: ControlServer?

  init(_ server: consuming ControlServer) { self.server = consume server }

  func serve(waiting milliseconds: Int32, _ answer: (ControlLine, ClientID) -> ControlLine) {
    var all = (server?.descriptors ?? []).map {
      pollfd(fd: $0.number, events: Int16(POLLIN | ($0.hasOutput ? POLLOUT : 0)), revents: 0)
    }
    poll(&all, nfds_t(all.count), milliseconds)
    server?.serve(answer: answer)
  }

  func push(_ line: ControlLine, to clients: Set<ClientID>) {
    for client in clients { server?.push(line, to: client, .newest) }
  }

  func takeGone() -> [ClientID] { server?.takeGone() ?? [] }

  func close() { server = nil }
}

extension Snapshot {
  /// The line that tells it.
  fileprivate var line: ControlLine {
    var line = ControlLine("state", [:])
    for field in fields { line.add(field.key, field.value) }
    return line
  }
}

extension Snapshot {
  /// An activity of which little is known.
  static func driving(_ sequence: Int64, name: String = "Tour", alert: Alert? = nil, stale: Timestamp? = nil)
    -> Snapshot
  {
    let content = Content([
      .init("speed_mps", .number(Double(sequence % 40) + 0.5)), .init("stationary", .number(0)),
      .init("fix_time", .text(Timestamp.present.iso8601)),
    ])
    return Snapshot(
      sequence: sequence, recorder: .recording, link: .fix,
      activity: Activity(
        id: "a-1", type: "trip", name: name, state: .active, staleTime: stale, content: content, alert: alert))
  }
}

extension Timestamp {
  static var present: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) }
}

extension Workplace {
  /// Where its recorder listens.
  var controlSocket: String {
    ControlSocket.path(for: Self.resolved(store.path), ControlSocket.Folders(service: nil, runtime: folder))
  }

  private static func resolved(_ path: String) -> String {
    guard let pointer = realpath(path, nil) else { return path }
    defer { free(pointer) }
    return String(cString: pointer)
  }

  /// Begins to watch its recorder.
  func watch(_ options: String..., environment: [String: String] = [:], input: String = "/dev/null") throws
    -> RunningProgram
  {
    try start(
      Program.waylog, ["activity", "watch", "-d", store.path] + options, environment: environment, input: input)
  }
}
