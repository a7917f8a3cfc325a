public import Positioning

/// When something reaches this room, by two clocks.
public struct Moment: Equatable, Sendable {
  /// By a clock that never steps. Intervals are measured with it (the throttle, the floor of alerts, how long a row of
  /// the log may grow): a wall clock that steps back would otherwise hold updates back for hours, one that steps forth
  /// would let a flood through.
  public var monotonic: MonotonicTime
  /// The date, where a trustworthy clock knows it. What is stored, and what must outlive the process (staleness,
  /// dismissal, the longest time an activity may last), is measured with it.
  public var present: Timestamp?

  /// Creates a moment.
  public init(monotonic: MonotonicTime, present: Timestamp?) {
    self.monotonic = monotonic
    self.present = present
  }
}

/// The date at any moment: as the present last said, or a fix where no present ever was, carried on by the clock that
/// never steps.
struct Dating: Sendable {
  private var anchor: (monotonic: MonotonicTime, date: Timestamp, isFix: Bool)?

  /// Takes note of a moment; a fix brings its own time, which is as good as a date and a little old.
  mutating func note(_ moment: Moment, fixTime: Timestamp? = nil) {
    if let present = moment.present {
      anchor = (moment.monotonic, present, false)
    } else if let fixTime, anchor?.isFix ?? true {
      anchor = (moment.monotonic, fixTime, true)
    }
  }

  /// The date, if anything ever said one.
  func date(at now: MonotonicTime) -> Timestamp? { anchor.map { $0.date + (now - $0.monotonic) } }

  /// When that date will be, as things stand.
  func monotonic(of date: Timestamp) -> MonotonicTime? { anchor.map { $0.monotonic + (date - $0.date) } }
}
