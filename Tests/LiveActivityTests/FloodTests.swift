import LiveActivity
import Positioning
import Testing

@Suite("Ten thousand updates a second")
struct FloodTests {
  @Test("For a minute they leave two rows or three and one waiting update; the last shown is the last proposed")
  func bounded() {
    var book = ActivityBook()
    var rows: Set<Int64> = []
    var lastShown: String?
    func take(_ effect: ActivityEffect) {
      switch effect {
      case .changed(let activity, _): lastShown = activity.content.state
      case .append(let row), .replace(let row): rows.insert(row.sequence)
      }
    }
    let request = StartRequest(uuid: "a", type: "trip", content: .init(state: .wellFormed("{}")))
    _ = book.start(request, at: Moment(monotonic: .init(milliseconds: 0), present: Desk.noon), into: take)
    let states = (0..<1_000).map { "{\"latitude\":48.\($0),\"longitude\":11.5,\"speed\":12.25,\"distance\":1234.5}" }
    let count = 600_000
    let clock = ContinuousClock()
    let took = clock.measure {
      for number in 0..<count {
        let now = Int64(number / 10) + 10_000
        let present = Desk.noon + now
        var update = UpdateRequest(
          .live(type: "trip"), content: .init(state: .wellFormed(states[number % 1_000]), stale: present + 30_000),
          cause: .location)
        update.fixTime = present
        book.update(update, at: Moment(monotonic: .init(milliseconds: now), present: present), into: take)
      }
    }
    let end = Moment(monotonic: .init(milliseconds: 72_000), present: Desk.noon + 72_000)
    book.tick(at: end, naming: { "" }, into: take)
    print("one proposal of 600,000: \((took / count).nanoseconds) ns")
    #expect(lastShown == states[(count - 1) % 1_000])
    #expect(rows.count <= 6)
    #expect(took < .seconds(60))
  }
}

extension Duration {
  fileprivate var nanoseconds: Int64 { components.attoseconds / 1_000_000_000 + components.seconds * 1_000_000_000 }
}
