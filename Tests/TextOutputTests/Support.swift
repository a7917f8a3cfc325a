import TextOutput

/// SplitMix64 (Steele, Lea, Flood 2014): the same seed gives the same inputs, so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Text of up to `length` scalars, half of them characters that formats treat in their own way.
  mutating func text(length: Int) -> String {
    let special: [Unicode.Scalar] = [
      "\0", "\u{7}", "\t", "\n", "\r", "\u{1B}", " ", "\"", "'", "&", "<", ">", "]", ",", ";", "\\", "/", "=", "+", "-",
      "@", ".", "\u{7F}", "\u{9B}", "é", "\u{301}", "漢", "🚲", "\u{200D}", "\u{202E}", "\u{2028}", "\u{FEFF}",
      "\u{FFFD}",
      "\u{FFFE}", "\u{FFFF}", "\u{1FFFE}",
    ]
    var result = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...length, using: &self) {
      let common = Unicode.Scalar(UInt32.random(in: 0x20...0x2FFF, using: &self)) ?? " "
      result.append(Bool.random(using: &self) ? common : special.randomElement(using: &self) ?? " ")
    }
    return String(result)
  }
}

/// A fresh seed for each run; tests print it when they fail.
func freshSeed() -> UInt64 { UInt64.random(in: 0...UInt64.max) }

/// What `write` puts into an empty buffer.
func written(_ write: (inout TextBuffer) -> Void) -> String {
  var buffer = TextBuffer()
  write(&buffer)
  return buffer.string
}

/// Names that have broken other loggers' exports.
let hostileNames = [
  "Rock & Roll <Lap 1> \"fast\" 'loop'", "]]> end of cdata", "tab\there", "line\nbreak", "return\r\nfeed",
  "bell\u{7} and escape\u{1B}[31mred", "a \u{FFFE} noncharacter", "emoji 🚲 and 𝔘𝔫𝔦", "עברית \u{202E}rtl",
  "=HYPERLINK(\"http://example.invalid\")", "comma, semicolon; quote\" done", "../../etc/passwd", "-rf",
  String(repeating: "a", count: 300), "", "   ", "nul\0inside", "\u{9B}31m", "</script><!--", "\u{2028}",
]
