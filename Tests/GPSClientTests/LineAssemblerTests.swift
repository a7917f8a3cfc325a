import MutatedLines
import Simulation
import Testing

@testable import GPSClient

@Suite("Lines out of pieces")
struct LineAssemblerTests {
  /// Lines as text, a line that was left out as nil.
  private static func lines(of pieces: [[UInt8]], finishing: Bool = true) -> [String?] {
    var assembler = LineAssembler()
    var lines: [String?] = []
    for piece in pieces { feed(piece, to: &assembler) { lines.append($0) } }
    if finishing { assembler.finish { lines.append(text(of: $0)) } }
    return lines
  }

  private static func feed(_ piece: [UInt8], to assembler: inout LineAssembler, handle: (String?) -> Void) {
    var rest = piece[...]
    while !rest.isEmpty {
      let count = assembler.fill(
        { room in
          let part = rest.prefix(room.count)
          room.copyBytes(from: part)
          return part.count
        }, handle: { handle(text(of: $0)) })
      #expect(count > 0)
      rest = rest.dropFirst(count)
    }
  }

  private static func text(of piece: LineAssembler.Piece) -> String? {
    guard case .line(let line) = piece else { return nil }
    #expect(line.baseAddress?[line.count] == 0, "C reads up to a zero")
    return String(decoding: line, as: UTF8.self)
  }

  @Test("Lines end with a line feed, and may be empty")
  func plain() {
    #expect(Self.lines(of: [Array("a\n\nbc\n".utf8)]) == ["a", "", "bc"])
    #expect(Self.lines(of: []) == [])
  }

  @Test("A carriage return before the end stays, as a blank that JSON allows")
  func carriageReturn() {
    #expect(Self.lines(of: [Array("a\r\nb\r".utf8), Array("\nc".utf8)]) == ["a\r", "b\r", "c"])
    #expect(ReportDecoder().report(Lines.tpv + "\r") != nil)
  }

  @Test("How a stream is cut into pieces changes nothing")
  func anyChunking() {
    let seed = freshSeed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let expected = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        String(repeating: "x", count: Int.random(in: 0...400, using: &random))
      }
      var rest = Array(expected.map { $0 + "\n" }.joined().utf8)[...]
      var pieces: [[UInt8]] = []
      while !rest.isEmpty {
        let length = Int.random(in: 1...(Bool.random(using: &random) ? 3 : 2_000), using: &random)
        pieces.append(Array(rest.prefix(length)))
        rest = rest.dropFirst(length)
      }
      #expect(Self.lines(of: pieces) == expected, "seed \(seed)")
    }
  }

  @Test("Lines longer than gpsd's are left out, and the next line is whole", arguments: [1, 1_000, 65_536, 200_000])
  func tooLong(pieceLength: Int) {
    let limit = LineAssembler.longestLine
    for (length, isTaken) in [(limit, true), (limit + 1, false), (1_000_000, false)] {
      // One byte at a time a megabyte takes too long to be worth it.
      guard pieceLength > 1 || length <= limit + 1 else { continue }
      let stream = Array("before\n".utf8) + [UInt8](repeating: 0x78, count: length) + Array("\nafter\n".utf8)
      let pieces = stride(from: 0, to: stream.count, by: pieceLength).map {
        Array(stream[$0..<min(stream.count, $0 + pieceLength)])
      }
      let lines = Self.lines(of: pieces)
      #expect(lines.count == 3)
      #expect(lines.first == "before")
      #expect((lines[1]?.utf8.count == length) == isTaken, "\(length) bytes in pieces of \(pieceLength)")
      #expect(lines.last == "after")
    }
  }

  @Test("A stream without line ends takes no more room than it had")
  func boundedRoom() {
    var assembler = LineAssembler()
    var rooms: Set<Int> = []
    for _ in 0..<1_000 {
      _ = assembler.fill(
        { room in
          rooms.insert(room.count)
          for index in room.indices { room[index] = 0x7b }
          return room.count
        }, handle: { _ in Issue.record("there is no line") })
    }
    #expect(rooms.allSatisfy { $0 >= LineAssembler.longestLine && $0 <= 2 * LineAssembler.longestLine })
  }

  @Test("What is left at the end of a file is its last line")
  func finish() {
    #expect(Self.lines(of: [Array("a\nb".utf8)]) == ["a", "b"])
    #expect(Self.lines(of: [Array("a\nb".utf8)], finishing: false) == ["a"])
    let endless = [UInt8](repeating: 0x78, count: LineAssembler.longestLine + 2)
    #expect(Self.lines(of: [endless]) == [nil])
  }

  @Test("After a cut the beginning of a line is forgotten, also of one that was too long")
  func reset() {
    var assembler = LineAssembler()
    var lines: [String?] = []
    for beginning in [Array("half".utf8), [UInt8](repeating: 0x78, count: 100_000)] {
      Self.feed(beginning, to: &assembler) { lines.append($0) }
      assembler.reset()
      Self.feed(Array("whole\n".utf8), to: &assembler) { lines.append($0) }
    }
    #expect(lines == ["whole", "whole"])
  }

  @Test("The end of a stream and an error are passed on", arguments: [0, -1])
  func endAndError(result: Int) {
    var assembler = LineAssembler()
    #expect(assembler.fill({ _ in result }, handle: { _ in Issue.record("there is no line") }) == result)
  }
}
