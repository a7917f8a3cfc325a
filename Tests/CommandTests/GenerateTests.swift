import Foundation
import TestSupport
import Testing

@Suite("Generated systemd units", .backstop)
struct GenerateTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private static let hasSystemd = Program.isInstalled("systemd-analyze")
  private static let words = [["units"], ["units", "--user"], ["sysusers"]]

  /// A program that systemd-analyze finds where the unit says; it does nothing.
  private func program(_ name: String = "waylog") throws -> String {
    let path = try place.file(name, "#!/bin/sh\n")
    chmod(path, 0o755)
    return path
  }

  private func generate(_ words: String...) throws -> Outcome {
    try place.run(Program.waylog, ["generate"] + words)
  }

  /// The values of a directive in the order of the unit.
  private func values(_ directive: String, in unit: String) -> [String] {
    unit.split(separator: "\n").filter { $0.hasPrefix("\(directive)=") }.map {
      String($0.dropFirst(directive.count + 1))
    }
  }

  @Test(
    "systemd has nothing to say against a unit",
    .enabled(if: hasSystemd, "systemd-analyze is not on this machine"), arguments: [[], ["--user"]])
  func verified(_ options: [String]) throws {
    let written = try place.run(
      Program.waylog, ["generate", "units", "-o", place.folder, "--binary", try program()] + options)
    let outcome = try place.run(
      "systemd-analyze", options + ["verify", "--man=no", place.path("waylog.service")])

    #expect(written.status == 0)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
  }

  @Test(
    "the system's unit is exposed to 1.2 at most", .enabled(if: hasSystemd, "systemd-analyze is not on this machine"))
  func exposure() throws {
    _ = try generate("units", "-o", place.folder)
    let outcome = try place.run(
      "systemd-analyze", ["security", "--offline=true", "--no-pager", place.path("waylog.service")])
    let match = try #require(outcome.output.firstMatch(of: /Overall exposure level for waylog.service: ([0-9.]+)/))

    #expect(try #require(Double(match.1)) <= 1.2)
  }

  @Test("the system's unit runs as its own user with folders for its group")
  func system() throws {
    let unit = try generate("units").output
    let expected = [
      "Type": "notify", "NotifyAccess": "main", "ExecStart": "/usr/bin/waylog daemon", "User": "waylog",
      "Group": "waylog", "StateDirectory": "waylog", "StateDirectoryMode": "2750", "RuntimeDirectory": "waylog",
      "RuntimeDirectoryMode": "0750", "UMask": "0027", "WatchdogSec": "60", "Restart": "on-failure",
      "RestartPreventExitStatus": "64 65 78", "RestrictAddressFamilies": "AF_UNIX AF_INET AF_INET6",
      "WantedBy": "multi-user.target",
    ]

    for (directive, value) in expected { #expect(values(directive, in: unit) == [value], "\(directive)") }
    // Peers would look like nobody, the boot id would be hidden, and a remote gpsd out of reach.
    for directive in ["DynamicUser", "PrivateUsers", "ProcSubset", "IPAddressDeny"] {
      #expect(values(directive, in: unit) == [], "\(directive)")
    }
  }

  @Test("a person's unit asks for nothing that a person's service manager may refuse")
  func user() throws {
    let unit = try generate("units", "--user").output

    #expect(values("Type", in: unit) == ["notify"])
    #expect(values("WatchdogSec", in: unit) == ["60"])
    #expect(values("UMask", in: unit) == ["0077"])
    #expect(values("WantedBy", in: unit) == ["default.target"])
    let directives = unit.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let privileged = ["Private", "Protect", "User=", "Group=", "Capability", "StateDirectory", "RuntimeDirectory"]
    #expect(!directives.contains { line in privileged.contains { line.hasPrefix($0) } })
  }

  @Test("a program may lie anywhere", .enabled(if: hasSystemd, "systemd-analyze is not on this machine"))
  func binary() throws {
    let path = try program("my 100% waylog; $HOME")
    _ = try generate("units", "-o", place.folder, "--binary", path)
    let unit = String(decoding: place.bytes(place.path("waylog.service")), as: UTF8.self)
    let outcome = try place.run("systemd-analyze", ["verify", "--man=no", place.path("waylog.service")])

    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(values("ExecStart", in: unit) == ["\"\(place.path("my 100%% waylog; $HOME"))\" daemon"])
  }

  @Test("a program that the system's unit cannot see is warned of")
  func hiddenBinary() throws {
    let warned = try generate("units", "--binary", "/home/ann/bin/waylog")
    let own = try generate("units", "--user", "--binary", "/home/ann/bin/waylog")

    #expect(warned.errors.contains("sees nothing of /home"))
    #expect(own.errors == "")
  }

  @Test("a path that is none is refused", arguments: ["waylog", "", "/usr/bin/way\nlog", "/a\"b", "/a'b", #"/a\b"#])
  func wrongBinary(_ path: String) throws {
    let outcome = try generate("units", "--binary", path)

    #expect(outcome.status == 64)
    #expect(outcome.output == "")
  }

  @Test("a file in a new folder is what is printed, replaces an older one and is told of", arguments: words)
  func writing(_ words: [String]) throws {
    let folder = place.path("etc/systemd")
    let printed = try place.run(Program.waylog, ["generate"] + words)
    #expect(try place.run(Program.waylog, ["generate"] + words + ["-o", "-"]).output == printed.output)
    for _ in 1...2 {
      let written = try place.run(Program.waylog, ["generate"] + words + ["-o", folder])
      #expect(written.status == 0)
      #expect(written.output == "")
      #expect(written.errors.contains("wrote \(folder)/waylog."))
      #expect(written.errors.contains("system"))
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder)

    #expect(files.count == 1)
    #expect(place.bytes("\(folder)/\(files[0])") == Array(printed.output.utf8))
  }

  @Test("a folder that cannot be made is an error")
  func noFolder() throws {
    let outcome = try generate("units", "-o", try place.file("file", ""))

    #expect(outcome.status == 73)
    #expect(outcome.errors.hasPrefix("waylog: cannot write "))
  }

  @Test(
    "systemd-sysusers makes the user and its group",
    .enabled(if: Program.isInstalled("systemd-sysusers"), "systemd-sysusers is not on this machine"))
  func systemUsers() throws {
    _ = try generate("sysusers", "-o", place.path("root/etc/sysusers.d"))
    let outcome = try place.run("systemd-sysusers", ["--root=\(place.path("root"))", "waylog.conf"])

    #expect(outcome.status == 0)
    let users = String(decoding: place.bytes(place.path("root/etc/passwd")), as: UTF8.self)
    let groups = String(decoding: place.bytes(place.path("root/etc/group")), as: UTF8.self)
    #expect(users.contains(/^waylog:.*:\/var\/lib\/waylog:\/usr\/sbin\/nologin$/.anchorsMatchLineEndings()))
    #expect(groups.contains(/^waylog:/.anchorsMatchLineEndings()))
  }

  @Test("a wrong word is answered with the likely one")
  func wrongWord() throws {
    let none = try generate()
    let wrong = try generate("unit")

    #expect([none.status, wrong.status] == [64, 64])
    #expect(wrong.errors.contains("units"))
  }
}
