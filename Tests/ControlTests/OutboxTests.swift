import Testing

@testable import Control

@Suite("Lines that wait for a client")
struct OutboxTests {
  private func line(_ word: String, _ number: Int) -> ControlLine { ControlLine(word, ["n": String(number)]) }

  /// What a client hears that takes so many bytes at a time.
  private func drain(_ outbox: inout Outbox, pieces: Int = 7) -> [ControlLine] {
    var heard: [UInt8] = []
    let isThere = outbox.flush { bytes in
      heard += bytes.prefix(pieces)
      return min(pieces, bytes.count)
    }
    #expect(isThere && outbox.isEmpty)
    return String(decoding: heard, as: UTF8.self).split(separator: "\n").compactMap { ControlLine(String($0)) }
  }

  @Test("go out in order, in whatever pieces the client takes them")
  func order() {
    var outbox = Outbox()
    let lines = (0..<50).map { line("update", $0) }
    for line in lines { outbox.add(line, .everyOne) }
    #expect(drain(&outbox) == lines)
  }

  @Test("are replaced by newer ones of their word where only the newest counts, but not once they have begun")
  func newest() {
    var outbox = Outbox()
    outbox.add(line("state", 0), .newest)
    var taken = 0
    _ = outbox.flush { _ in
      defer { taken += 3 }
      return taken == 0 ? 3 : 0
    }
    for number in 1...100 {
      outbox.add(line("state", number), .newest)
      outbox.add(line("other", number), .newest)
    }
    #expect(drain(&outbox).suffix(2) == [line("state", 100), line("other", 100)])
    outbox.add(line("state", 1), .newest)
    outbox.add(line("state", 2), .newest)
    #expect(drain(&outbox) == [line("state", 2)])
  }

  @Test("are dropped from the oldest on where 1,024 wait, and how many is told first; what must be heard stays")
  func dropped() {
    var outbox = Outbox()
    outbox.add(line("flagged", 0), .everyOne)
    for number in 0..<1_500 { outbox.add(line("update", number), .everyOneWhileThereIsRoom) }
    outbox.add(line("flagged", 1), .everyOne)
    let heard = drain(&outbox, pieces: 4_096)
    #expect(heard[0] == ControlLine("dropped", ["count": "476"]))
    #expect(heard[1] == line("flagged", 0))
    #expect(heard[2] == line("update", 476))
    #expect(heard.dropFirst(2).prefix(1_024).map { $0["n"] } == (476..<1_500).map { String($0) })
    #expect(heard.last == line("flagged", 1))
    outbox.add(line("update", 1), .everyOneWhileThereIsRoom)
    #expect(drain(&outbox) == [line("update", 1)])
  }

  @Test("of a client that is gone are of no use")
  func gone() {
    var outbox = Outbox()
    outbox.add(line("update", 0), .everyOne)
    #expect(outbox.flush { _ in nil } == false)
  }

  @Test("that must be heard and are not read make a client that is given up")
  func overfull() {
    var outbox = Outbox()
    for number in 0...Outbox.mostAnswers { outbox.add(line("ok", number), .everyOne) }
    #expect(outbox.isOverfull)
  }
}
