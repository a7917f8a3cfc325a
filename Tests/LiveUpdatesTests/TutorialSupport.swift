import Control
import Foundation
import Synchronization
import TestSupport

/// One of the tutorial's programs with a recorder beside it; the test presses its buttons.
struct Desk {
  let workplace: Workplace
  /// Where the recorder of the place's database listens.
  let socket: String
  private let program: String
  private let fifo: String
  private let keyboard: FileHandle

  init(_ program: String) throws {
    workplace = try Workplace()
    self.program = try Self.built(program)
    socket = ControlSocket.path(
      for: workplace.store.path, ControlSocket.Folders(service: nil, runtime: workplace.folder))
    fifo = workplace.path("keyboard")
    guard mkfifo(fifo, 0o600) == 0 else { throw NoRecorder() }
    // For both ways, so that neither side waits for the other to open it.
    keyboard = FileHandle(fileDescriptor: open(fifo, O_RDWR | O_CLOEXEC), closeOnDealloc: true)
  }

  /// Starts the program, which finds the recorder as commands do.
  func launch() throws -> RunningProgram { try launch(in: ["WAYLOG_DATABASE": workplace.store.path]) }

  /// Starts the program with no more to go by than an environment has.
  func launch(in environment: [String: String]) throws -> RunningProgram {
    try workplace.start(program, [], environment: environment, input: fifo)
  }

  /// Presses a button.
  func press(_ button: String) throws { try keyboard.write(contentsOf: Data("\(button)\n".utf8)) }

  private static func built(_ name: String) throws -> String {
    let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    // The runner of the tests is the toolchain's; what it runs lies among its arguments.
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? runner
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent(name).path
  }
}

/// A program did not print what was waited for.
struct NotPrinted: Error {
  let line: String
  let printed: String
  let said: String
}

extension RunningProgram {
  /// Waits until it has printed a line so often.
  func waitUntilItPrints(_ line: String, times: Int = 1) async throws {
    let end = ContinuousClock.now + .seconds(20)
    while output.split(separator: "\n").count(where: { $0 == line }) < times {
      guard isRunning, ContinuousClock.now < end else {
        throw NotPrinted(line: line, printed: output, said: errors)
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}

/// A recorder's activities, as far as the tutorial's programs know them.
final class ActivityKeeper: Sendable {
  private struct Kept {
    var id: String
    var type: String?
    var attributes: String?
    var contents: [String]
    var state = "active"
  }

  private let kept = Mutex<[Kept]>([])

  /// Everything that an activity ever showed.
  func contents(of id: String) -> [String] { kept.withLock { $0.first { $0.id == id }?.contents ?? [] } }

  func state(of id: String) -> String? { kept.withLock { $0.first { $0.id == id }?.state } }

  /// Answers `activity`, nothing else.
  func answer(_ line: ControlLine) -> [ControlLine] {
    guard line.word == "activity" else { return [] }
    return kept.withLock { kept in
      switch line["verb"] {
      case "start":
        let id = "a-\(kept.count + 1)"
        let content = line["content"].map { [$0] } ?? []
        kept.append(Kept(id: id, type: line["type"], attributes: line["attributes"], contents: content))
        return [ControlLine("ok", ["uuid": id, "outcome": "applied"])]
      case "list":
        let live = kept.filter { $0.state == "active" }.map {
          ControlLine(
            "activity",
            [
              "uuid": $0.id, "type": $0.type, "state": $0.state, "attributes": $0.attributes,
              "content": $0.contents.last,
            ])
        }
        return [ControlLine("ok", ["count": String(live.count)])] + live
      default:
        guard let index = kept.firstIndex(where: { $0.id == line["id"] && $0.state == "active" }) else {
          return [ControlLine("error", ["code": "rejected_not_found", "message": "Not found activity."])]
        }
        if let content = line["content"] { kept[index].contents.append(content) }
        if line["verb"] == "end" { kept[index].state = "dismissed" }
        return [ControlLine("ok", ["uuid": kept[index].id, "outcome": "applied"])]
      }
    }
  }
}
