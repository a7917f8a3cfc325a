import Simulation

/// Makes odd lines of good ones; the same seed gives the same lines.
package struct Mutator {
  private static let structure = Array(#"{}[]",:\0123456789.-+eEtfnu "#.utf8) + [0, 0x0a, 0x0d, 0x7f, 0x80, 0xc3, 0xff]
  private static let numbers = [
    "1e999", "-1e999", "1e-999", "-0", "0", "null", "true", #""47.1""#, "99999999999999999999",
    "1.7976931348623157e308",
    "-2147483649", "4294967296", "0.000000000000000000001", "5e-324", "180.0000001", "-90", "[]", "{}", "1e5", "007",
    String(repeating: "9", count: 700),
  ]
  private static let odd = [
    #"{"class":"TPV","mode":3,"time":"9999-06-30T23:59:60.999Z","lat":90,"lon":180,"altMSL":-1e308}"#,
    #"{"class":"TPV","mode":3,"time":"0001-01-01T00:00:00Z","lat":-90,"lon":-180,"eph":1e308}"#,
    #"{"class":"TPV","device":"\#(String(repeating: "/dev/long", count: 60))","mode":2,"lat":1,"lon":2}"#,
    #"{"class":"TPV","device":"\u00e9\ud83d\ude00\u0000\n\\","mode":3,"lat":47.1,"lon":8.1,"future":{"a":[1,{"b":2}]}}"#,
    #"{"class":"DEVICES","devices":[{"class":"DEVICE","path":"1"},{"class":"DEVICE","path":"2"},{"class":"DEVICE","path":"3"},"#
      + #"{"class":"DEVICE","path":"4"},{"class":"DEVICE","path":"5"}]}"#,
    #"{"class":"SKY","satellites":[\#((1...200).map { #"{"PRN":\#($0),"used":true}"# }.joined(separator: ","))]}"#,
    #"{"class":"AIS","type":5,"mmsi":1,"shipname":"A"}"#, #"{"class":"GST","rms":1.5,"major":2}"#,
    #"{"class":"ATT","heading":14.2,"pitch":-2}"#, #"{"class":"RTCM2","words":["0x1"]}"#,
    #"{"class":"SUBFRAME","frame":1}"#, #"{"class":"PPS","real_sec":1,"clock_sec":1}"#,
    #"{"class":"ERROR","message":"\#(String(repeating: "e", count: 600))"}"#, "{}", "$GPRMC,,V,,,,,,,,,,N*53", "",
  ]

  private let corpus: [[UInt8]]
  private var random: SeededGenerator

  package init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    corpus = Lines.simulated(seed: 3, epochs: 60, every: 20) + (Lines.all + Self.odd).map { Array($0.utf8) }
  }

  /// The next line, without a line feed in it.
  package mutating func line() -> [UInt8] {
    var line = corpus.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 0...3, using: &random) { mutate(&line) }
    line.removeAll { $0 == 0x0a }
    return line
  }

  private mutating func mutate(_ line: inout [UInt8]) {
    guard !line.isEmpty else { return line.append(UInt8(ascii: "{")) }
    let index = line.indices.randomElement(using: &random) ?? 0
    let range = index..<min(line.count, index + Int.random(in: 1...24, using: &random))
    switch Int.random(in: 0..<10, using: &random) {
    case 0: line[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: line[index] = Self.structure.randomElement(using: &random) ?? 0
    case 2: line.removeSubrange(range)
    case 3: line.insert(Self.structure.randomElement(using: &random) ?? 0, at: index)
    case 4: line.insert(contentsOf: line[range], at: index)
    case 5: splice(&line, at: index)
    case 6: line.removeSubrange(index...)
    case 7: nest(&line, at: index)
    case 8: swapMembers(&line)
    default: replaceNumber(&line, near: index)
    }
  }

  /// Goes on with the end of another line.
  private mutating func splice(_ line: inout [UInt8], at index: Int) {
    let other = corpus.randomElement(using: &random) ?? []
    line.replaceSubrange(index..., with: other.dropFirst(Int.random(in: 0...other.count, using: &random)))
  }

  private mutating func nest(_ line: inout [UInt8], at index: Int) {
    let depth = Int.random(in: 1...40, using: &random)
    let isArray = Bool.random(using: &random)
    let opening = String(repeating: isArray ? "[" : #"{"class":"#, count: depth)
    let closing = String(repeating: isArray ? "]" : "}", count: depth)
    let value = Bool.random(using: &random) ? opening + "1" + closing : opening
    let comma = line[index...].firstIndex(of: UInt8(ascii: ",")) ?? index
    line.insert(contentsOf: Array(#","x":\#(value)"#.utf8), at: comma)
  }

  /// Changes the order of the line's parts between commas.
  private mutating func swapMembers(_ line: inout [UInt8]) {
    var parts = line.dropFirst().dropLast().split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    parts.shuffle(using: &random)
    line = Array("{".utf8) + parts.joined(separator: Array(",".utf8)) + Array("}".utf8)
  }

  private mutating func replaceNumber(_ line: inout [UInt8], near index: Int) {
    guard let colon = line[index...].firstIndex(of: UInt8(ascii: ":")) else { return }
    let rest = line[(colon + 1)...]
    let end = rest.firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") } ?? line.endIndex
    line.replaceSubrange(colon + 1..<end, with: Array((Self.numbers.randomElement(using: &random) ?? "0").utf8))
  }
}
