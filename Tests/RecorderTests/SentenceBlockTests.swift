import Testing

@testable import Recorder

@Suite("Blocks of NMEA sentences")
struct SentenceBlockTests {
  private let sentence = "$GPRMC,060000,A,4706.0000,N,00806.0000,E,010.0,000.0,010526,,*11"

  private func isRepeated(_ line: String) -> Bool { NMEASentence.isRepeated(Array(line.utf8)) }

  private func blocks(_ lines: [String]) -> [SentenceBlock] {
    var blocks = SentenceBlocks()
    var found = lines.compactMap { blocks.add($0.utf8) }
    if let last = blocks.finish() { found.append(last) }
    return found
  }

  @Test(
    "a sentence of the standard with a right checksum, or none, is one that gpsd repeats",
    arguments: [
      "$GPRMC,060000,A,4706.0000,N,00806.0000,E,010.0,000.0,010526,,*11", "$GPGGA,,,,,,0,00,99.99,,,,,,*48",
      "!AIVDM,1,1,,A,15MwkRUOidG?GElEa<iQk1JV06Jd,0*6E", "$GPRMC,060000,A,4706.0000,N,00806.0000,E",
    ])
  func repeated(_ line: String) { #expect(isRepeated(line)) }

  @Test(
    "a wrong checksum, a maker's own sentence, a comment and half a line are not",
    arguments: [
      "$GPGGA,,,,,,0,00,99.99,,,,,,*49", "$GPGGA,,,,,,0,00,99.99,,,,,,*4", "$PASHR,204134.360,049.83,T*23", "# $GPRMC,",
      "", "$", "$GPGG", "GPRMC,060000,A", "$gprmc,060000,A",
    ])
  func notRepeated(_ line: String) { #expect(!isRepeated(line)) }

  @Test("a block ends with a sentence that gpsd repeats, and knows how often it stands in it")
  func ends() {
    let blocks = blocks(Array(repeating: sentence, count: 60) + ["# the end"])
    let inFirst = blocks[0].text.count / (sentence.utf8.count + 2)

    #expect(blocks.count == 2)
    #expect(blocks[0].echo == SentenceBlock.Echo(sentence: Array(sentence.utf8), times: inFirst))
    #expect(blocks[1].echo == SentenceBlock.Echo(sentence: Array(sentence.utf8), times: 60 - inFirst))
    #expect(
      blocks.map { String(decoding: $0.text, as: UTF8.self) }.joined()
        == String(repeating: sentence + "\r\n", count: 60) + "# the end\r\n")
  }

  @Test("what gpsd repeats nothing of is cut all the same, and waits for nothing")
  func silent() {
    let blocks = blocks(Array(repeating: "# nothing that counts", count: 2000))

    #expect(blocks.count > 1)
    #expect(blocks.allSatisfy { $0.echo == nil && $0.text.count < 17_000 })
  }

  @Test("the receiver's name in a line is one that means something, and the line still ends as C wants it")
  func name() {
    var line = Array(#"{"class":"TPV","device":"tcp://127.0.0.1:4711","mode":3}"#.utf8) + [0]
    let count = line.count - 1
    let text = line.withUnsafeMutableBufferPointer {
      let renamed = DeviceName.replaced("tcp://127.0.0.1:4711", in: UnsafeMutableBufferPointer(rebasing: $0[..<count]))
      return (String(decoding: renamed, as: UTF8.self), $0[renamed.count])
    }

    #expect(text == (#"{"class":"TPV","device":"NMEA","mode":3}"#, 0))
  }
}
