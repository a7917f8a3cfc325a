import Foundation
import TestSupport
import Testing

@testable import waylog

@Suite("What the doctor makes of units, groups and folders")
struct DoctorServiceTests {
  private static let ann = Account(id: 1000, name: "ann")

  private static func unit(
    _ scope: UnitFacts.Scope, isEnabled: Bool = true, hasProgram: Bool = true, state: String? = nil
  ) -> UnitFacts {
    UnitFacts(
      scope: scope, path: "/etc/waylog.service", isEnabled: isEnabled, program: "/usr/bin/waylog",
      hasProgram: hasProgram, state: state)
  }

  private static func facts(
    _ units: [UnitFacts], user: Account = ann, lingers: Bool = true, exists: Bool = true, isMember: Bool = true,
    isInForce: Bool = true
  ) -> ServiceFacts {
    ServiceFacts(
      user: user, units: units, lingers: lingers,
      group: ServiceFacts.Group(exists: exists, isMember: isMember, isInForce: isInForce), hasSystemStore: false,
      program: "/usr/local/bin/waylog")
  }

  @Test(
    "units",
    arguments: [
      (facts([]), Verdict.ok, nil),
      (facts([unit(.system)]), .ok, nil),
      (facts([unit(.system, state: "active")]), .ok, nil),
      (facts([unit(.system, isEnabled: false)]), .warning, "sudo systemctl enable --now waylog"),
      (facts([unit(.user, state: "inactive")]), .warning, "systemctl --user start waylog"),
      (facts([unit(.user, state: "failed")]), .problem, "journalctl --user -u waylog -n 20"),
      (facts([unit(.user, isEnabled: false), unit(.system)]), .ok, nil),
      (facts([unit(.user), unit(.system)]), .warning, "systemctl --user disable --now waylog"),
      (
        facts([unit(.system, hasProgram: false)]), .problem,
        "sudo waylog generate units -o /etc/systemd/system --binary /usr/local/bin/waylog && sudo systemctl daemon-reload"
      ),
    ] as [(ServiceFacts, Verdict, String?)])
  func units(_ facts: ServiceFacts, _ verdict: Verdict, _ remedy: String?) {
    #expect(facts.findings.first?.verdict == verdict)
    #expect(facts.findings.first?.remedy == remedy)
  }

  @Test("where systemd does not run, an enabled unit starts nothing, and the recorder is started by hand")
  func withoutSystemd() {
    var facts = Self.facts([Self.unit(.system)])
    facts.hasSystemd = false
    #expect(facts.startableUnit == nil)
    #expect(facts.findings.first?.remedy == "waylog daemon")
  }

  @Test("lingering counts for a person's unit, the group for the system's")
  func whatCounts() {
    #expect(Self.facts([]).findings.map(\.check) == [.unit])
    #expect(Self.facts([Self.unit(.user)], lingers: false).findings.map(\.check) == [.unit, .lingering])
    #expect(Self.facts([Self.unit(.system)], lingers: false).findings.map(\.check) == [.unit, .group])
  }

  @Test(
    "the group",
    arguments: [
      (facts([unit(.system)]), Verdict.ok, nil),
      (facts([unit(.system)], isInForce: false), .warning, "newgrp waylog"),
      (
        facts([unit(.system)], isMember: false, isInForce: false), .warning,
        "sudo usermod --append --groups waylog ann"
      ),
      (
        facts([unit(.system)], exists: false, isMember: false, isInForce: false), .problem,
        "sudo waylog generate sysusers -o /etc/sysusers.d && sudo systemd-sysusers"
      ),
      (facts([unit(.system)], user: Account(id: 0, name: "root"), isMember: false, isInForce: false), .ok, nil),
    ] as [(ServiceFacts, Verdict, String?)])
  func group(_ facts: ServiceFacts, _ verdict: Verdict, _ remedy: String?) {
    #expect(facts.findings.last?.check == .group)
    #expect(facts.findings.last?.verdict == verdict)
    #expect(facts.findings.last?.remedy == remedy)
  }

  private static func runtime(
    _ folder: RuntimeFacts.Folder?, parentIsWritable: Bool = true, path: String = "/run/user/1000/waylog"
  ) -> RuntimeFacts {
    RuntimeFacts(socket: "\(path)/x.sock", folder: folder, parentIsWritable: parentIsWritable, user: ann)
  }

  @Test(
    "the folder of the socket",
    arguments: [
      (runtime(nil), Verdict.ok, nil),
      (runtime(nil, parentIsWritable: false), .problem, "sudo install -d -m 700 -o ann /run/user/1000"),
      (runtime(.init(owner: ann, mode: 0o700)), .ok, nil),
      (runtime(.init(owner: ann, mode: 0o777)), .problem, "chmod 700 /run/user/1000/waylog"),
      (
        runtime(.init(owner: Account(id: 7, name: "eve"), mode: 0o700), path: "/tmp/waylog-1000"), .problem,
        "sudo rm -r /tmp/waylog-1000"
      ),
      (
        runtime(nil, path: "/" + String(repeating: "x", count: 101)), .problem,
        "export XDG_RUNTIME_DIR=/run/user/1000"
      ),
    ] as [(RuntimeFacts, Verdict, String?)])
  func runtimeFolder(_ facts: RuntimeFacts, _ verdict: Verdict, _ remedy: String?) {
    #expect(facts.findings.map(\.verdict) == [verdict])
    #expect(facts.findings.map(\.remedy) == [remedy])
  }

  @Test("the system's unit is found along systemd's path, and enabled by a link that leads nowhere here")
  func systemUnit() throws {
    let place = try Workplace()
    let folder = place.path("usr/lib/systemd/system")
    let wants = place.path("etc/systemd/system/multi-user.target.wants")
    for folder in [folder, wants, place.path("opt")] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    _ = try place.run(
      Program.waylog, ["generate", "units", "-o", folder, "--binary", "/opt/my waylog 100%"])
    let observer = ServiceObserver(root: place.folder, environment: { _ in nil })
    let before = observer.observe()
    symlink("/usr/lib/systemd/system/waylog.service", "\(wants)/waylog.service")
    _ = try place.file("opt/my waylog 100%", "")
    chmod(place.path("opt/my waylog 100%"), 0o755)
    let after = observer.observe()

    #expect(before.units.map(\.isEnabled) == [false])
    #expect(before.units.map(\.hasProgram) == [false])
    #expect(after.units.map(\.scope) == [.system])
    #expect(after.units.map(\.program) == ["/opt/my waylog 100%"])
    #expect(after.units.map(\.isEnabled) == [true])
    #expect(after.units.map(\.hasProgram) == [true])
  }
}
