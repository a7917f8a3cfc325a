/// A reading of a clock that never steps, in milliseconds from an arbitrary start; says nothing about the date.
public struct MonotonicTime: Hashable, Comparable, Sendable {
  /// Milliseconds since the clock's arbitrary start.
  public var milliseconds: Int64

  /// Creates a reading.
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Earlier is less.
  public static func < (a: MonotonicTime, b: MonotonicTime) -> Bool { a.milliseconds < b.milliseconds }

  /// Milliseconds from `b` to `a`.
  public static func - (a: MonotonicTime, b: MonotonicTime) -> Int64 { a.milliseconds - b.milliseconds }

  /// The reading that many milliseconds later.
  public static func + (a: MonotonicTime, milliseconds: Int64) -> MonotonicTime {
    MonotonicTime(milliseconds: a.milliseconds + milliseconds)
  }
}
