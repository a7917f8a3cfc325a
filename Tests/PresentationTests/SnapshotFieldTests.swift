import Positioning
import Testing

@testable import Presentation

@Suite("A snapshot as flat fields")
struct SnapshotFieldTests {
  private func read(_ fields: [(key: String, value: String)]) -> Snapshot? {
    let fields = Dictionary(uniqueKeysWithValues: fields.map { ($0.key, $0.value) })
    return Snapshot { fields[$0] }
  }

  @Test("Any snapshot comes back as it was")
  func roundTrip() {
    let seed = UInt64.random(in: 0..<1_000_000_000)
    var snapshots = RandomSnapshots(seed: seed)
    for _ in 0..<2_000 {
      let snapshot = snapshots.next()
      #expect(read(snapshot.fields) == snapshot, "seed \(seed)")
    }
  }

  @Test("What its owner put into an activity is carried byte for byte")
  func content() {
    let content = Content([.init("dynamicString", .text("🤩")), .init("speed_mps", .number(13.9)), .init("", .text(""))])
    #expect(content.coded == "t13:dynamicString,4:🤩,n9:speed_mps,4:13.9,t0:,0:,")
    #expect(Content(coded: content.coded) == content)
  }

  @Test(
    "Content that is cut, or of another form, is none",
    arguments: [
      "t", "t1:a", "t1:a,", "t1:a,1:b", "t1:a,2:b,", "n1:a,1:b,", "n1:a,3:inf,", "x1:a,1:1,", "t-1:a,1:b,", "t9:",
    ])
  func malformed(_ text: String) { #expect(Content(coded: text) == nil) }

  @Test("Of two fields with one name the last counts; names that only look alike are two")
  func names() {
    let content = Content([
      .init("e\u{301}", .number(1)), .init("\u{E9}", .number(2)), .init("a", .number(3)), .init("a", .number(4)),
    ])
    #expect(content.fields.count == 3)
    #expect(content["a"] == .number(4))
    #expect(content["\u{E9}"] == .number(2))
  }

  @Test("Unknown keys are ignored, and what may be missing has a meaning")
  func fewest() {
    #expect(read([("seq", "7"), ("state", "idle"), ("new", "x")]) == Snapshot(sequence: 7, recorder: .idle))
    let bare = read([("seq", "7"), ("state", "idle"), ("activity", "u"), ("activity_state", "active")])
    #expect(bare?.activity == Snapshot.Activity(id: "u", type: "", state: .active))
  }

  @Test(
    "A field that makes no sense makes no snapshot",
    arguments: [
      ("seq", "x"), ("state", "asleep"), ("link", ""), ("storage", "full"), ("background", "1"),
      ("activity_state", "pending"), ("stale_time", "soon"), ("relevance", "nan"), ("relevance", "much"),
      ("content", "{}"),
    ])
  func senseless(key: String, value: String) {
    let whole = Snapshot.of(.of(drive, staleTime: morning)).fields
    #expect(read(whole) != nil)
    #expect(read(whole.map { $0.key == key ? (key, value) : $0 }) == nil)
  }

  @Test("Four kilobytes of JSON fit into a line of eight")
  func size() {
    let names: [String] = (100..<600).map { String($0) }
    let content = Content(names.map { Content.Field($0, .number(1)) })
    let json = names.reduce(2) { $0 + $1.utf8.count + 5 }  // "":1,
    #expect(json > 4_000)
    #expect(content.coded.utf8.count < 6_000)
  }
}
