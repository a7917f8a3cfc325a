import Positioning
import Tracking

@testable import TrackStore

/// A session as a recorder makes it: reports through the pipeline into a store.
struct PipelineMade: ~Copyable {
  let store: TemporaryStore
  private var writer: TrackWriter
  private var pipeline: TrackPipeline
  private var facts: [StoredFact] = []
  private var metres = 0.0

  init(_ settings: TrackPipeline.Settings = .init(), from start: Int64) throws {
    let store = try TemporaryStore()
    writer = try store.writer()
    self.store = store
    pipeline = TrackPipeline(settings)
    time = start
  }

  /// When the next report is due, in milliseconds.
  private(set) var time: Int64

  /// Goes north at a speed for so many seconds, a report each; `outlier` replaces the speed of one of them.
  mutating func go(_ metresPerSecond: Double, seconds: Int, outlier: (second: Int, speed: Double)? = nil) {
    for second in 0..<seconds {
      var measured = Measurements()
      measured.mode = .threeD
      measured.speedMPS = metresPerSecond
      if let outlier, outlier.second == second { measured.speedMPS = outlier.speed }
      guard let place = Coordinate(latitude: 47 + metres / 111_170, longitude: 8) else { continue }
      let report = Report(
        device: DeviceID(number: 0), time: Timestamp(milliseconds: time), coordinate: place, measurements: measured)
      step(.report(report, at: nil, present: nil))
      time += 1000
      metres += metresPerSecond
    }
  }

  /// Nothing is heard for so many seconds, while it goes on at a speed.
  mutating func miss(seconds: Int, at metresPerSecond: Double) {
    time += Int64(seconds) * 1000
    metres += metresPerSecond * Double(seconds)
  }

  /// Stores what there is up to now.
  mutating func commit() throws {
    try writer.commit(facts, Snapshot(of: pipeline), .process)
    facts = []
  }

  /// Ends the session.
  mutating func end() throws {
    var waiting: [StoredFact] = []
    pipeline.finish { waiting += StoredFact($0).map { [$0] } ?? [] }
    try writer.end(facts + waiting, Snapshot(of: pipeline), at: pipeline.newest?.time, .stopped)
    facts = []
  }

  /// Lets go of the store as a recorder does that is killed.
  consuming func killed() -> TemporaryStore { store }

  private mutating func step(_ input: Input) {
    var waiting: [StoredFact] = []
    pipeline.step(input) { waiting += StoredFact($0).map { [$0] } ?? [] }
    facts += waiting
  }
}

extension StoredFact {
  /// What an effect gives to the store; nil where that is nothing.
  fileprivate init?(_ effect: Effect) {
    switch effect {
    case .began(let fix): self = .began(fix)
    case .row(let row): self = .row(row)
    case .rest(let rest): self = .rest(rest)
    case .gap(let gap): self = .gap(gap)
    case .leg(let leg): self = .leg(leg)
    case .event, .clockWentBack: return nil
    }
  }
}
