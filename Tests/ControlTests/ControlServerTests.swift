import Foundation
import Glibc
import Testing

@testable import Control

/// A client whose every byte the test decides; the server is served by the test itself, by turns.
private final class RawClient {
  let descriptor: Int32

  init?(_ path: String) {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    guard ControlSocket.withAddress(path, { connect(descriptor, $0, $1) }) == 0 else { return nil }
  }

  deinit { close(descriptor) }

  func say(_ bytes: [UInt8]) { _ = send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

  func say(_ text: String) { say(Array(text.utf8)) }

  /// What is there to read; nil where the server hung up, empty where it is silent.
  func hear() -> String? {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    if count < 0 { return errno == EAGAIN ? "" : nil }
    return count == 0 ? nil : String(decoding: bytes[..<count], as: UTF8.self)
  }
}

@Suite("The control server")
struct ControlServerTests: ~Copyable {
  private static func echo(_ line: ControlLine) -> ControlLine {
    ControlLine("ok", ["word": line.word, "text": line["text"]])
  }

  private static let refusal = "error\tversion=1\twhy=not understood\n"

  private let folder: TemporaryFolder
  private let path: String
  private var server: ControlServer

  init() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/control/a.sock"
    server = try makeServer(at: path)
    (self.folder, self.path) = (folder, path)
  }

  @Test("The folder and the socket are their owner's alone")
  func modes() throws {
    #expect(try mode(of: "\(folder.path)/control") == 0o700)
    #expect(try mode(of: path) == 0o600)
  }

  @Test("A request is answered, several at once and in pieces too")
  mutating func answers() throws {
    let client = try #require(RawClient(path))
    client.say("mark\tversion=1\ttext=a\nmark\tversion=1\ttext=b\nma")
    server.serve(answer: Self.echo)
    #expect(client.hear() == "ok\tversion=1\tword=mark\ttext=a\nok\tversion=1\tword=mark\ttext=b\n")
    client.say("rk\tversion=1\n")
    server.serve(answer: Self.echo)
    #expect(client.hear() == "ok\tversion=1\tword=mark\n")
    #expect(server.descriptors.count == 2)
  }

  @Test(
    "Garbage is answered with an error, and the next request is heard",
    arguments: ["GET / HTTP/1.1\r\n", "\n", "mark\tversion=99\n", "mark\tversion=1\tk=\\x\n"])
  mutating func garbage(words: String) throws {
    let client = try #require(RawClient(path))
    client.say(words)
    client.say([0xff, 0x00, 0xc3, 0x0a])
    client.say("mark\tversion=1\n")
    server.serve(answer: Self.echo)
    #expect(client.hear() == Self.refusal + Self.refusal + "ok\tversion=1\tword=mark\n")
  }

  @Test("A request longer than any is hung up on, and the others stay")
  mutating func tooLong() throws {
    let other = try #require(RawClient(path))
    let client = try #require(RawClient(path))
    client.say([UInt8](repeating: 0x78, count: ControlLine.longest + 1))
    server.serve(answer: Self.echo)
    #expect(client.hear() == nil)
    other.say("mark\tversion=1\n")
    server.serve(answer: Self.echo)
    #expect(other.hear() == "ok\tversion=1\tword=mark\n")
  }

  @Test("A client that goes away in the middle of a request, or before its answer, harms nobody")
  mutating func goesAway() throws {
    do {
      let client = try #require(RawClient(path))
      client.say("mark\tversion=1\ttext=never asked")
      server.serve(answer: Self.echo)
    }
    do {
      let client = try #require(RawClient(path))
      client.say("mark\tversion=1\ttext=asked\n")
    }
    var heard: [String?] = []
    server.serve { line in
      heard.append(line["text"])
      return Self.echo(line)
    }
    server.serve(answer: Self.echo)
    #expect(heard == ["asked"])
    #expect(server.descriptors.count == 1)
  }

  @Test("More clients than there is room for are turned away")
  mutating func crowd() throws {
    var descriptors: [Int32] = []
    defer { for descriptor in descriptors { close(descriptor) } }
    for _ in 0..<100 {
      let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      _ = ControlSocket.withAddress(path) { connect(descriptor, $0, $1) }
      descriptors.append(descriptor)
      server.serve(answer: Self.echo)
    }
    #expect(server.descriptors.count == 65)
  }

  @Test("A dead recorder's socket is taken over, and a server takes its socket with it")
  func leftover() throws {
    let other = "\(folder.path)/control/b.sock"
    try Data().write(to: URL(fileURLWithPath: other))
    do {
      let second = try makeServer(at: other)
      #expect(RawClient(other) != nil)
      _ = consume second
    }
    #expect(!FileManager.default.fileExists(atPath: other))
  }

  @Test("A folder that is not one, or a link to one, is not trusted")
  func folders() throws {
    try Data().write(to: URL(fileURLWithPath: "\(folder.path)/file"))
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/link", withDestinationPath: "\(folder.path)/control")
    #expect(throws: NoServer.self) { _ = try makeServer(at: "\(folder.path)/file/a.sock") }
    #expect(throws: NoServer.self) { _ = try makeServer(at: "\(folder.path)/link/a.sock") }
    #expect(throws: NoServer.self) { _ = try makeServer(at: "\(folder.path)/missing/deeper/a.sock") }
  }
}
