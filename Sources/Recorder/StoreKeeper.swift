import Positioning
public import TrackStore
import Tracking
import SQLite

/// Brings facts to the store, whatever the disk does: what is refused waits in memory and is tried again.
public struct StoreKeeper: ~Copyable {
  /// What became of a commit.
  enum Outcome: Equatable {
    case stored
    /// It will be tried again.
    case refused
    /// The file was lost; what waits goes into another.
    case startedOver(TrackWriter.Loss)
  }

  /// A store that refuses.
  struct Trouble: Equatable {
    let began: MonotonicTime
    /// In words.
    let reason: String
    /// When it is tried again.
    private(set) var nextTry: MonotonicTime
    private var pause = Self.shortestPause
    /// Rows that there was no room for.
    var leftOut = 0

    private static let shortestPause: Int64 = 1_000
    private static let longestPause: Int64 = 30_000

    init(_ reason: String, _ now: MonotonicTime) {
      began = now
      self.reason = reason
      nextTry = now + Self.shortestPause
    }

    /// Each time it is waited twice as long; but another program's lock may be gone at any moment.
    mutating func refusedAgain(_ now: MonotonicTime, isBusy: Bool) {
      pause = isBusy ? Self.shortestPause : min(2 * pause, Self.longestPause)
      nextTry = now + pause
    }
  }

  var writer: TrackWriter
  private(set) var trouble: Trouble?
  /// Why the store refused last.
  private(set) var lastRefusal: StoreError?

  /// Takes over a writer.
  public init(_ writer: consuming TrackWriter) { self.writer = writer }

  /// The session that was written to last.
  var session: Int64 { writer.session }

  /// All sessions that were begun.
  var sessions: [Int64] { writer.sessions }

  /// Commits everything that a recording has.
  mutating func commit(_ recording: inout Recording, _ now: MonotonicTime, at moment: Timestamp) -> Outcome {
    do throws(StoreError) {
      recording.noteStored(first: try writer.settle(recording.facts))
      try writer.commit(recording.facts, recording.snapshot, .power)
      recording.noteStored()
      trouble = nil
      lastRefusal = nil
      return .stored
    } catch {
      if error.isLoss, let loss = startOver(&recording, after: error, moment) { return .startedOver(loss) }
      refuse(error, now)
      trouble?.leftOut += recording.makeRoom(keeping: writer.factsInDoubt)
      return .refused
    }
  }

  /// What the owner wants of the recorder, as it is stored.
  func intent() throws(StoreError) -> Intent? { try writer.intent() }

  /// The session that may go on; its receiver is numbered by whoever decodes what comes.
  func unfinished(numbering: (String) -> DeviceID) throws(StoreError) -> UnfinishedSession? {
    try writer.unfinished(numbering: numbering)
  }

  /// The activities that are shown, or were lately.
  func storedActivities() throws(StoreError) -> StoredActivities { try writer.storedActivities() }

  /// The background session that was not ended, if there is one.
  func backgroundSession() throws(StoreError) -> BackgroundRow? { try writer.backgroundSession() }

  /// Forgets some rows of the log of activities that are older; what cannot be forgotten now is forgotten later.
  func forgetActivityLog(before moment: Timestamp) { try? writer.forgetActivityLog(before: moment) }

  /// Empties the log that readers made grow; gives the size of its log in bytes where readers keep it from being emptied.
  func tend() -> Int? { writer.tend() }

  /// Has the recording go on in another file; nil if not even that can be done.
  private mutating func startOver(
    _ recording: inout Recording, after error: StoreError, _ moment: Timestamp
  ) -> TrackWriter.Loss? {
    do throws(StoreError) {
      let loss = try writer.startOver(after: error, moment)
      recording.startOver()
      return loss
    } catch {
      return nil
    }
  }

  private mutating func refuse(_ error: StoreError, _ now: MonotonicTime) {
    lastRefusal = error
    if trouble == nil {
      trouble = Trouble(error.description, now)
    } else {
      trouble?.refusedAgain(now, isBusy: error.isBusy)
    }
  }
}

extension StoreError {
  /// Whether the store may be used later without anybody doing anything about the program.
  var mayPass: Bool {
    if case .sqlite(let error) = self { ![.readOnly, .cannotOpen].contains(error.code.primary) } else { false }
  }

  /// Another program's lock is in the way.
  fileprivate var isBusy: Bool {
    if case .sqlite(let error) = self { error.code.primary == .busy } else { false }
  }
}
