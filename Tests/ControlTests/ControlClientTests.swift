import Foundation
import Glibc
import Testing

@testable import Control

@Suite("Asking a recorder")
struct ControlClientTests {
  @Test("A question is answered, tabs and line feeds and all")
  func asks() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.sock"
    let question = ControlLine("mark", ["text": "Müller's\tcorner\nsecond line \\"])
    let asker = Thread.asking(question, at: path, servedBy: try makeServer(at: path)) { line in
      ControlLine("ok", ["text": line["text"]])
    }
    #expect(asker == ControlLine("ok", ["text": question["text"]]))
  }

  @Test("Where no recorder listens there is no answer")
  func nobody() throws {
    let folder = try TemporaryFolder()
    #expect(ControlClient.ask(ControlLine("mark"), at: "\(folder.path)/none.sock") == nil)
    try Data().write(to: URL(fileURLWithPath: "\(folder.path)/file.sock"))
    #expect(ControlClient.ask(ControlLine("mark"), at: "\(folder.path)/file.sock") == nil)
    #expect(ControlClient.ask(ControlLine("mark"), at: String(repeating: "x", count: 300)) == nil)
  }
}

extension Thread {
  /// Asks on another thread while this one serves until the answer is there.
  fileprivate static func asking(
    _ question: ControlLine, at path: String, servedBy server: consuming ControlServer,
    answer: (ControlLine) -> ControlLine
  ) -> ControlLine? {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    let done = ends[1]
    defer { close(ends[0]) }
    detachNewThread {
      let text = Array((ControlClient.ask(question, at: path)?.text ?? "\n").utf8)
      _ = write(done, text, text.count)
      close(done)
    }
    while true {
      var waiting = ([ends[0]] + server.descriptors.map(\.number)).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&waiting, nfds_t(waiting.count), 10_000) > 0 else { return nil }
      if waiting[0].revents != 0 { break }
      server.serve(answer: answer)
    }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(ends[0], &bytes, bytes.count)
    return count > 1 ? ControlLine(String(decoding: bytes[..<(count - 1)], as: UTF8.self)) : nil
  }
}
