import Foundation
import GPSClient
import Positioning
import TestSupport
import Testing

@testable import waylog

@Suite("What the doctor makes of what it sees")
struct DoctorFindingTests {
  private static let ann = Account(id: 1000, name: "ann")
  private static let bob = Account(id: 1001, name: "bob")
  private static let own = "/home/ann/waylog.db"

  private static func facts(
    _ path: String = own, owner: Account = ann, mode: UInt32 = 0o600, isReadable: Bool = true, isWritable: Bool = true,
    folder: StoreFacts.Folder = .writable, content: StoreFacts.Content = .store(layout: 1),
    integrity: StoreFacts.Integrity = .sound
  ) -> StoreFacts {
    StoreFacts(
      path: path, content: content, folder: folder,
      file: StoreFacts.File(owner: owner, mode: mode, isReadable: isReadable, isWritable: isWritable), user: ann,
      integrity: integrity)
  }

  @Test("long findings go on under themselves, and commands to copy stay whole")
  func narrow() {
    let command = "sudo chown ann: " + String(repeating: "/long", count: 20)
    let text = Diagnosis(findings: [
      .problem(.permissions, "it is of bob, who may not be asked about it by you", command)
    ])
    .text(isColoured: false, within: 66)
    #expect(
      text == """
        problem  permissions     it is of bob, who may not be asked about
                                 it by you
                                 \(command)

        1 problem

        """)
  }

  @Test(
    "the rights to a database",
    arguments: [
      (facts(), Verdict.ok, nil),
      (facts(mode: 0o666), .problem, "chmod 600 \(own)"),
      (facts(owner: bob, mode: 0o604), .problem, "sudo chmod 600 \(own)"),
      (facts(mode: 0o640), .warning, "chmod 600 \(own)"),
      (facts(mode: 0o660), .problem, "chmod 600 \(own)"),
      (facts(mode: 0o400, isWritable: false), .problem, "chmod u+w \(own)"),
      (facts(folder: .closed), .problem, "chmod u+wx /home/ann"),
      (facts(owner: bob, mode: 0o660), .problem, "sudo chown ann: \(own)*"),
      (facts(StoreFacts.systemPath, owner: bob, mode: 0o640, isWritable: false, folder: .closed), .ok, nil),
      (facts("/home/ann/my tracks'.db", mode: 0o666), .problem, #"chmod 600 '/home/ann/my tracks'\''.db'"#),
    ] as [(StoreFacts, Verdict, String?)])
  func permissions(_ facts: StoreFacts, _ verdict: Verdict, _ remedy: String?) {
    let finding = facts.findings.first { $0.check == .permissions }
    #expect(finding?.verdict == verdict)
    #expect(finding?.remedy == remedy)
  }

  @Test("a group's member is let in to the system's database by joining, not by owning")
  func systemStore() {
    let facts = Self.facts(
      StoreFacts.systemPath, owner: Self.bob, mode: 0o640, isReadable: false, content: .closed(reason: "denied"))
    #expect(facts.findings.map(\.remedy) == ["sudo usermod --append --groups waylog ann"])
  }

  @Test("a newer layout and a foreign file are problems")
  func content() {
    #expect(Self.facts(content: .newer(layout: 9)).findings.first?.verdict == .problem)
    #expect(Self.facts(content: .foreign).findings.first?.verdict == .problem)
  }

  @Test(
    "the recorder",
    arguments: [
      (RecorderFacts(holder: nil, answer: nil, unit: nil), Verdict.warning, "waylog record"),
      (RecorderFacts(holder: nil, answer: nil, unit: .user), .warning, "systemctl --user start waylog"),
      (RecorderFacts(holder: nil, answer: nil, unit: .system), .warning, "sudo systemctl start waylog"),
      (RecorderFacts(holder: 12, answer: nil, unit: nil), .warning, "ps -fp 12"),
      (RecorderFacts(holder: 12, answer: .init(state: nil, storage: nil), unit: nil), .ok, nil),
      (RecorderFacts(holder: 12, answer: .init(state: "recording", storage: "ok"), unit: nil), .ok, nil),
      (RecorderFacts(holder: 12, answer: .init(state: "idle", storage: "ok"), unit: nil), .warning, "waylog start"),
      (RecorderFacts(holder: 12, answer: .init(state: "waiting", storage: "waiting"), unit: nil), .problem, "df -h"),
    ] as [(RecorderFacts, Verdict, String?)])
  func recorder(_ facts: RecorderFacts, _ verdict: Verdict, _ remedy: String?) {
    #expect(facts.findings.map(\.verdict) == [verdict])
    #expect(facts.findings.map(\.remedy) == [remedy])
  }

  @Test("a lock is somebody's only with the right process, file and kind")
  func locks() {
    let list = """
      1: POSIX  ADVISORY  WRITE 12 08:01:77 0 EOF
      2: FLOCK  ADVISORY  WRITE 13 08:01:77 0 EOF
      2: -> FLOCK  ADVISORY  WRITE 14 08:01:77 0 EOF
      """
    #expect(LockList.names(13, inode: 77, in: list))
    for process in [12, 14] { #expect(!LockList.names(process, inode: 77, in: list)) }
    #expect(!LockList.names(13, inode: 7, in: list))
  }

  private static func receiver(
    _ place: String = "localhost", release: String? = "3.22", isInstalled: Bool = true,
    hasSystemd: Bool = true, candidates: [String] = [], receivers: [String] = ["/dev/ttyACM0"], mode: FixMode? = .threeD
  ) throws -> ReceiverFacts {
    var facts = ReceiverFacts(
      endpoint: try #require(Endpoint(place)),
      contact: release.map { .reached(release: $0) } ?? .unreachable(reason: "why"), isInstalled: isInstalled)
    facts.receivers = receivers.map { ReceiverFacts.Receiver(path: $0) }
    facts.candidates = candidates
    facts.hasSystemd = hasSystemd
    facts.mode = mode
    return facts
  }

  @Test("the way to the sky, and the first thing on it that is broken")
  func way() throws {
    let cases: [(ReceiverFacts, Check, Verdict, String?)] = [
      (try Self.receiver(), .fix, .ok, nil),
      (try Self.receiver(release: nil), .gpsd, .problem, "sudo systemctl enable --now gpsd.socket"),
      (try Self.receiver(release: nil, hasSystemd: false), .gpsd, .problem, "sudo gpsd /dev/ttyACM0"),
      (
        try Self.receiver(release: nil, hasSystemd: false, candidates: ["/dev/ttyUSB1"]), .gpsd, .problem,
        "sudo gpsd /dev/ttyUSB1"
      ),
      (try Self.receiver(release: nil, isInstalled: false), .gpsd, .problem, "sudo apt-get install gpsd"),
      (try Self.receiver("boat:2948", release: nil), .gpsd, .problem, "gpspipe -w -n 1 boat:2948"),
      (try Self.receiver(receivers: []), .receiver, .problem, "sudo gpsdctl add /dev/ttyACM0"),
      (
        try Self.receiver(candidates: ["/dev/ttyUSB1"], receivers: []), .receiver, .problem,
        "sudo gpsdctl add /dev/ttyUSB1"
      ),
      (try Self.receiver(mode: .noFix), .fix, .warning, "cgps"),
      (try Self.receiver(mode: nil), .fix, .warning, "cgps"),
    ]
    for (facts, check, verdict, remedy) in cases {
      let last = facts.findings.last
      #expect(last?.check == check)
      #expect(last?.verdict == verdict)
      #expect(last?.remedy == remedy)
    }
  }

  @Test("old releases of gpsd are warned of", arguments: [("3.17", false), ("3.20", true), ("3.22.1~dev", true)])
  func release(_ release: String, isGood: Bool) throws {
    let finding = try Self.receiver(release: release).findings.first { $0.check == .release }
    #expect(finding?.verdict == (isGood ? .ok : .warning))
  }

  @Test(
    "how long the disk lasts",
    arguments: [
      (1_000_000_000_000, 0, 0, Verdict.ok), (400_000_000, 0, 0, .ok), (100_000_000, 0, 0, .warning),
      (9_000_000, 0, 0, .problem),
      // A car that stands most of the time needs a hundredth.
      (100_000_000, 300_000, 100, .ok),
      (1_000_000_000, 100_000_000, 10, .warning), (100_000_000, 100_000_000, 10, .problem),
    ])
  func space(free: Int64, used: Int64, hours: Int64, _ verdict: Verdict) {
    let facts = DiskFacts(
      mountPoint: "/", isReadOnly: false, freeBytes: free, usedBytes: used, recordedMS: hours * 3_600_000)
    #expect(facts.findings.map(\.verdict) == [verdict, .ok])
  }

  @Test("a read-only file system is a problem with its mount point")
  func readOnly() {
    let facts = DiskFacts(mountPoint: "/data", isReadOnly: true, freeBytes: 1 << 40)
    #expect(facts.findings.last?.remedy == "sudo mount -o remount,rw /data")
  }

  @Test(
    "the clock against the receiver's, in seconds",
    arguments: [
      (nil, Verdict.ok), (1.9, .ok), (-1.9, .ok), (2.1, .warning), (-60, .warning), (-90_000, .problem),
      (90_000, .warning), (619_315_200, .warning), (-619_315_200, .problem),
    ] as [(Double?, Verdict)])
  func clock(offset: Double?, _ verdict: Verdict) {
    let facts = ClockFacts(
      now: Timestamp(milliseconds: 1000), made: Timestamp(milliseconds: 0), offset: offset.map { Int64($0 * 1000) })
    #expect(facts.findings.map(\.verdict) == [verdict])
  }

  @Test("a receiver 1024 weeks behind is told from a clock that is wrong")
  func rollover() {
    let facts = ClockFacts(
      now: Timestamp(milliseconds: 1000), made: Timestamp(milliseconds: 0), offset: 1024 * 7 * 86_400_000 + 5_000)
    #expect(facts.findings.first?.text.contains("1024 weeks ago") == true)
  }

  @Test("a clock before the program's making is a problem")
  func earlyClock() {
    let facts = ClockFacts(now: Timestamp(milliseconds: 0), made: Timestamp(milliseconds: 1000))
    #expect(facts.findings.map(\.verdict) == [.problem])
  }
}
