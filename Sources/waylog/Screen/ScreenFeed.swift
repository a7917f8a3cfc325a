import Control
import Positioning
import Presentation
import Recorder
import TrackStore

/// Keeps a state up to date: from the recorder each second, and from its database as often as that is cheap.
struct ScreenFeed {
  /// Whether coordinates are shown.
  enum Position: Sendable { case hidden, shown }

  private static let pauseBetweenQuestions: Int64 = 1_000
  /// A recorder that hangs is not asked so often, since waiting for it keeps the screen from being drawn.
  private static let pauseWithoutAnswer: Int64 = 2_000
  /// While it commits to a slow disk, a recorder answers nobody.
  private static let patienceTenths = 10
  /// The recorder commits no more often while it moves.
  private static let pauseBetweenReadings: Int64 = 5_000
  /// Reading takes no more than this part of the time, however long a session lasts.
  private static let shareOfReading: Int64 = 50

  private let database: Database
  private let position: Position
  private var question: MonotonicTime
  private var reading: MonotonicTime
  /// What is known.
  private(set) var state: ScreenState

  init(of database: Database, position: Position) throws {
    (self.database, self.position) = (database, position)
    let now = Clocks.monotonic()
    (question, reading) = (now, now)
    state = ScreenState(store: ScreenState.Store(path: try database.path()))
  }

  /// Reads and asks what is due. The recorder is ahead of its database, and is asked after each reading.
  mutating func refresh(_ now: MonotonicTime) {
    if reading <= now {
      read(now)
      question = now
    }
    if question <= now { ask(now) }
  }

  private mutating func ask(_ now: MonotonicTime) {
    let former = (state.recorder, state.store.path)
    let answer = (try? database.ask(ControlLine("status"), tenths: Self.patienceTenths)) ?? nil
    state.take(answer?.line, at: now)
    if let path = answer?.path { state.store.path = path }
    question = now + (answer == nil ? Self.pauseWithoutAnswer : Self.pauseBetweenQuestions)
    if former != (state.recorder, state.store.path) { reading = now }
  }

  private mutating func read(_ now: MonotonicTime) {
    do {
      let reader = try TrackReader(path: state.store.path)
      try reader.consistently { try state.take(reader, position: position, at: now) }
      state.store.trouble = nil
    } catch StoreError.missing {
      state.store.trouble = nil
    } catch {
      state.store.trouble = Failure(error).what
    }
    state.store.bytes = FileSize.bytes(of: state.store.path)
    let cost = Clocks.monotonic() - now
    reading = now + max(Self.pauseBetweenReadings, Self.shareOfReading * cost)
  }
}
