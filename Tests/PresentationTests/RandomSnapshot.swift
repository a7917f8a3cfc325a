import Positioning
import Presentation
import Simulation

/// Snapshots that nobody would make, from a seed: half of their characters mean something to some program.
struct RandomSnapshots {
  private var random: SeededGenerator
  private var sequence: Int64 = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func next() -> Snapshot {
    sequence += 1
    return Snapshot(
      sequence: sequence, recorder: any(Snapshot.Recorder.allCases),
      link: any(Snapshot.Link.allCases.map(Optional.some) + [nil]),
      storage: any(Snapshot.Storage.allCases), background: any(Snapshot.Background.allCases),
      activity: maybe { $0.activity() })
  }

  private mutating func activity() -> Snapshot.Activity {
    Snapshot.Activity(
      id: text(), type: text(), name: text(), state: any(Snapshot.Activity.State.allCases),
      staleTime: maybe { morning + Int64.random(in: -100_000...100_000, using: &$0.random) },
      relevance: Double.random(in: -10...100, using: &random), content: content(),
      alert: maybe { Snapshot.Alert(title: $0.text(), body: $0.text(), sound: $0.text()) })
  }

  private mutating func content() -> Content {
    let known = [
      "speed_mps", "distance_m", "moving_s", "stationary", "satellites", "latitude", "longitude", "trip", "fix_time",
    ]
    return Content(
      (0..<Int.random(in: 0...10, using: &random)).map { _ in
        let name = Bool.random(using: &random) ? any(known) : text()
        return Content.Field(name, Int.random(in: 0..<3, using: &random) == 0 ? .text(text()) : .number(number()))
      })
  }

  private mutating func number() -> Double {
    any([
      0, -0.0, 1, -1, 0.5, 9.949999, 13.4, 299, 1e6, 1e15, 1e300, -1e300, .leastNonzeroMagnitude, .nan, .infinity,
      -.infinity,
      Double.random(in: -1000...1000, using: &random),
    ])
  }

  private mutating func text() -> String {
    var result = String.UnicodeScalarView()
    for _ in 0..<any([0, 1, 5, 20, 20, 300]) {
      let common = Unicode.Scalar(UInt32.random(in: 0x20...0x2FFF, using: &random)) ?? " "
      result.append(Bool.random(using: &random) ? common : any(Self.special))
    }
    return String(result)
  }

  private static let special: [Unicode.Scalar] = [
    "\0", "\u{7}", "\t", "\n", "\r", "\u{1B}", " ", "\"", "'", "&", "<", ">", "]", ",", ";", "\\", "/", "=", "#", "%",
    "{", "}", "\u{7F}", "\u{9B}", "é", "\u{301}", "漢", "🚲", "🤩", "\u{200D}", "\u{202E}", "\u{2067}", "\u{2028}",
    "\u{FEFF}", "\u{FE0F}", "\u{1F1E8}", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{10FFFF}",
  ]

  private mutating func any<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &random)]
  }

  private mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? {
    Bool.random(using: &random) ? make(&self) : nil
  }
}
