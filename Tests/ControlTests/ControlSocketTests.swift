import Glibc
import Testing

@testable import Control

@Suite("Where the recorder of a store listens")
struct ControlSocketTests {
  @Test("In the runtime folder of its owner, under a name of the store's own")
  func path() {
    let a = ControlSocket.path(for: "/home/a/waylog.db", .init(service: nil, runtime: "/run/user/1000"))
    let b = ControlSocket.path(for: "/home/b/waylog.db", .init(service: nil, runtime: "/run/user/1000"))
    #expect(a.hasPrefix("/run/user/1000/waylog/"))
    #expect(a.hasSuffix(".sock"))
    #expect(a != b)
    #expect(a == ControlSocket.path(for: "/home/a/waylog.db", .init(service: nil, runtime: "/run/user/1000")))
  }

  @Test("Without a usable runtime folder, in one of the user's own", arguments: [nil, "", "relative/folder"])
  func fallback(runtimeFolder: String?) {
    let path = ControlSocket.path(for: "/a.db", .init(service: nil, runtime: runtimeFolder))
    #expect(path.hasPrefix(getuid() == 0 ? "/run/waylog/" : "/tmp/waylog-\(getuid())/"))
  }

  @Test("A service's is in the folder that its manager made, and clients look there too")
  func service() {
    let service = ControlSocket.path(
      for: "/var/lib/waylog/waylog.db", .init(service: "/run/waylog", runtime: "/run/user/1000"))
    #expect(service.hasPrefix("/run/waylog/"))
    let candidates = ControlSocket.paths(
      for: "/var/lib/waylog/waylog.db", .init(service: nil, runtime: "/run/user/1000"))
    #expect(candidates.count == 2 && candidates[0].hasPrefix("/run/user/1000/waylog/") && candidates[1] == service)
  }

  @Test("This user and root are trusted, somebody else and somebody unknown are not")
  func trust() {
    let other = Int64(getuid()) + 1
    #expect([Int64(getuid()), 0, other, -1].map(ControlSocket.isTrusted(user:)) == [true, true, false, false])
  }

  @Test("A store's path of any length gives a name that fits into a socket's address")
  func length() {
    let path = ControlSocket.path(
      for: "/" + String(repeating: "long/", count: 500), .init(service: nil, runtime: "/run/user/4294967294"))
    #expect(path.utf8.count < 108)
    #expect(ControlSocket.address(path) != nil)
    #expect(ControlSocket.address(String(repeating: "x", count: 108)) == nil)
  }
}
