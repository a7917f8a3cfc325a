import Positioning
import Testing
import TextOutput

@testable import Presentation

@Suite("The full screen")
struct ScreenTests {
  private static let sizes = [
    ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 200, rows: 50), ScreenSize(columns: 40, rows: 12),
  ]

  private let noon = MonotonicTime(milliseconds: 1_000_000)

  private func screen(_ ink: Screen.Ink = .plain, _ units: Units = .metric) -> Screen {
    Screen(units: units, zone: ScreenZone(title: "Europe/Berlin") { $0 + 7_200_000 }, ink: ink)
  }

  @Test("each size shows each state as it did before", arguments: sizes)
  func golden(_ size: ScreenSize) throws {
    let samples = size.rows < 50 ? ScreenSample.allCases : [.nothing, .moving, .lost, .refused]
    let text = samples.map { sample in
      let lines = screen().lines(sample.state(at: noon), size: size, now: noon)
      return "=== \(sample)\n" + lines.map { $0 + "\n" }.joined()
    }.joined()
    #expect(text == (try Golden.text("screen-\(size.columns)x\(size.rows).txt", accepting: text)))
  }

  @Test("colours change no text")
  func colours() {
    for sample in ScreenSample.allCases {
      let state = sample.state(at: noon)
      for size in Self.sizes {
        let plain = screen().lines(state, size: size, now: noon)
        let coloured = screen(.coloured).lines(state, size: size, now: noon)
        #expect(plain.allSatisfy { !$0.contains("\u{1b}") })
        #expect(coloured.map { $0.replacing(/\x1b\[[0-9;]*m/, with: "").withoutTrailingBlanks } == plain)
        #expect(coloured != plain)
      }
    }
  }

  @Test("no size is too small, and none is left unfilled or overrun", arguments: ScreenSample.allCases)
  func fit(_ sample: ScreenSample) {
    let state = sample.state(at: noon)
    for columns in [0, 1, 2, 9, 10, 11, 12, 21, 39, 40, 41, 70, 71, 72, 73, 79, 300] {
      for rows in Array(0...8) + [15, 24, 26, 31, 100] {
        let lines = screen().lines(state, size: ScreenSize(columns: columns, rows: rows), now: noon)
        #expect(lines.count == rows)
        #expect(lines.allSatisfy { DisplayWidth.columns($0) <= columns })
      }
    }
  }

  @Test("a fix is live for ten seconds, then it is stale, and its age goes on")
  func staleness() throws {
    let state = ScreenSample.moving.state(at: noon)
    func text(_ milliseconds: Int64) -> String {
      screen().lines(state, size: Self.sizes[0], now: noon + milliseconds).joined(separator: "\n")
    }
    #expect(!text(7_999).contains("STALE") && text(7_999).contains("Age        9 s"))
    #expect(text(8_000).contains("STALE: 3D, 9 satellites"))
    #expect(text(8_000).contains("was 48 km/h") && text(8_000).contains("! no fix, for 10 s"))
    #expect(text(63_000).contains("Age        1 min 05 s, not live"))
  }

  @Test("whatever the age, no fix is live that no recorder or no receiver stands behind")
  func liveness() {
    var state = ScreenSample.moving.state(at: noon)
    #expect(state.isLive(at: noon))
    for link in Snapshot.Link.allCases where link != .fix {
      state.link = link
      #expect(!state.isLive(at: noon))
    }
    state.link = .fix
    for recorder in [Snapshot.Recorder.none, .idle] {
      state.recorder = recorder
      #expect(!state.isLive(at: noon))
    }
  }

  @Test("what is stale is dim, and loud where that is said")
  func dimmed() {
    func lines(_ sample: ScreenSample) -> [String] {
      screen(.coloured).lines(sample.state(at: noon), size: Self.sizes[0], now: noon)
    }
    #expect(lines(.lost).contains { $0.contains("\u{1b}[1;31mSTALE: 3D, 9 satellites") })
    #expect(lines(.lost).contains { $0.contains("\u{1b}[2mwas 48 km/h") })
    #expect(lines(.lost).contains { $0.contains(/\x1b\[2m[^\x1b]*●/) })
    #expect(!lines(.moving).contains { $0.contains(/\x1b\[2m[^\x1b]*●/) })
  }

  @Test("coordinates are shown to who asks for them, and a name that is none is harmless")
  func privacy() {
    var state = ScreenSample.moving.state(at: noon)
    func text() -> String { screen().lines(state, size: Self.sizes[0], now: noon).joined(separator: "\n") }
    #expect(!text().contains("47."))
    state.fix?.coordinate = Coordinate(latitude: 47.1234567, longitude: -8.5)
    state.session?.name = "a\u{1b}[2Jb\nc"
    #expect(text().contains("Position   47.123457 -8.500000"))
    #expect(text().contains("“a\u{FFFD}[2Jb c”"))
  }

  @Test(
    "the course is told by eight points", arguments: [(0, "0° N"), (22, "22° N"), (23, "23° NE"), (337.6, "338° N")])
  func course(_ degrees: Double, _ text: String) {
    var state = ScreenSample.moving.state(at: noon)
    state.fix?.courseDegrees = degrees
    #expect(screen().lines(state, size: Self.sizes[2], now: noon).contains { $0.hasSuffix(" \(text)") })
  }

  @Test("units are those of its reader", arguments: [(Units.imperial, "30 mph"), (.nautical, "26 kn")])
  func units(_ units: Units, _ speed: String) {
    let lines = screen(.plain, units).lines(ScreenSample.moving.state(at: noon), size: Self.sizes[2], now: noon)
    #expect(lines.contains { $0.hasSuffix(" \(speed)") })
  }
}

/// States as screens show them.
enum ScreenSample: CaseIterable {
  case nothing, moving, atRest, lost, gone, idle, refused, unreadable

  func state(at now: MonotonicTime) -> ScreenState {
    var state = ScreenState(store: ScreenState.Store(path: "/home/ann/.local/share/waylog/waylog.db"))
    guard self != .nothing else { return state }
    (state.recorder, state.link, state.gpsd, state.isAtRest) = (.recording, .fix, "localhost:2947", self == .atRest)
    state.fix = Self.fix(now + -2_000)
    state.activity = "To work & back, active"
    state.store.bytes = 1_234_567
    (state.session, state.stops, state.sketch) = (Self.session, Self.stops, Self.sketch)
    switch self {
    case .lost: (state.link, state.fix) = (.noFix, Self.fix(now + -65_000))
    case .gone: state.recorder = .none
    case .idle: (state.recorder, state.link, state.fix) = (.idle, nil, Self.fix(now + -3_600_000))
    case .refused: (state.storage, state.waitingFacts) = (.refused, 12)
    case .unreadable: state.store.trouble = "the disk is full"
    default: break
    }
    return state
  }

  private static func fix(_ received: MonotonicTime) -> ScreenState.LastFix {
    var fix = ScreenState.LastFix(received: received, mode: .threeD)
    (fix.satellites, fix.speedMPS, fix.courseDegrees, fix.accuracyMetres) = (9, 13.4, 213, 3.2)
    return fix
  }

  private static var session: ScreenState.Session {
    var session = ScreenState.Session(number: 12)
    (session.name, session.started) = ("Zürich 🚲", morning)
    session.distanceMetres = 12_345.6
    (session.durationMS, session.movingMS) = (3_725_000, 3_000_000)
    (session.restMS, session.gapMS, session.rows) = (605_000, 120_000, 1_234)
    session.greatestSpeedMPS = 27
    return session
  }

  private static var stops: [TrackStop] {
    (0..<6).map { number in
      let arrival = morning + Int64(number) * 600_000
      return TrackStop(
        kind: number == 3 ? "off" : "rest", arrival: arrival, departure: number == 5 ? nil : arrival + 245_000,
        durationMS: 245_000, latitudeE9: 47_000_000_000, longitudeE9: 8_000_000_000, radiusMM: 9_000)
    }
  }

  /// A spiral, in whole numbers as far as can be, since it is drawn everywhere as it is here.
  private static var sketch: TrackSketch {
    let corners = [(0, 0), (8, 0), (8, 5), (2, 5), (2, 2), (6, 2), (5, 3)]
    return TrackSketch(
      segments: [
        corners.compactMap { Coordinate(latitude: 47 + Double($0.1) / 500, longitude: 8 + Double($0.0) / 500) }
      ])
  }
}
