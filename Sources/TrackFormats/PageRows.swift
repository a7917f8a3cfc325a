import Positioning
import TextOutput

/// The arrays of a page.
enum PageColumn: Int, CaseIterable {
  case runs, time, latitude, longitude, speed, height, rests, offsets

  /// Those that each session has.
  static let ofSession: [PageColumn] = [.runs, .time, .latitude, .longitude, .speed, .height, .rests]
}

/// Takes the rows of sessions apart into the columns of a page.
struct PageRows {
  /// Zones change their clocks at quarter-hours, if at all.
  private static let clockStepMS: Int64 = 900_000

  /// Whether a session has begun.
  private(set) var isBegun = false
  private var last = Array(repeating: Int64(0), count: PageColumn.allCases.count)
  private var segment: Int64?
  private var runLength: Int64 = 0
  private var isAtRest = false
  private var restLength: Int64 = 0
  private var clockStep: Int64?
  private var offset: Int64?

  mutating func begin() {
    (isBegun, segment, runLength, isAtRest, restLength) = (true, nil, 0, false, 0)
    (clockStep, offset) = (nil, nil)
    for column in PageColumn.ofSession { last[column.rawValue] = 0 }
  }

  mutating func append(_ point: TrackPoint, _ clock: PictureClock, into text: inout TrackText) {
    if segment != point.segment { endRun(into: &text) }
    segment = point.segment
    runLength += 1
    if isAtRest != point.isStationary {
      put(restLength, .rests, into: &text)
      (isAtRest, restLength) = (point.isStationary, 0)
    }
    restLength += 1
    put(differenceFrom: point.time.milliseconds, .time, into: &text)
    put(differenceFrom: point.latitudeE9.rounded(to: 100), .latitude, into: &text)
    put(differenceFrom: point.longitudeE9.rounded(to: 100), .longitude, into: &text)
    put(differenceFrom: point.speedMMPS?.rounded(to: 10), .speed, into: &text)
    put(differenceFrom: point.altitudeMSLE4?.rounded(to: 1_000), .height, into: &text)
    noteOffset(at: point.time, clock, into: &text)
  }

  /// What the session has left.
  mutating func end(into text: inout TrackText) {
    endRun(into: &text)
    put(restLength, .rests, into: &text)
  }

  /// Says how far the clock is ahead at a moment.
  mutating func note(_ time: Timestamp, _ clock: PictureClock, into text: inout TrackText) {
    let offset = clock.offset(at: time)
    text.columns[PageColumn.offsets.rawValue].separate()
    text.columns[PageColumn.offsets.rawValue].text.append("[\(time.milliseconds),\(offset)]")
  }

  private mutating func noteOffset(at time: Timestamp, _ clock: PictureClock, into text: inout TrackText) {
    let step = time.milliseconds.flooredQuotient(Self.clockStepMS)
    guard step != clockStep else { return }
    clockStep = step
    let offset = clock.offset(at: time)
    guard offset != self.offset else { return }
    self.offset = offset
    note(time, clock, into: &text)
  }

  private mutating func endRun(into text: inout TrackText) {
    if runLength > 0 { put(runLength, .runs, into: &text) }
    runLength = 0
  }

  private mutating func put(differenceFrom value: Int64?, _ column: PageColumn, into text: inout TrackText) {
    guard let value else {
      text.columns[column.rawValue].separate()
      return text.columns[column.rawValue].text.append("null")
    }
    put(value - last[column.rawValue], column, into: &text)
    last[column.rawValue] = value
  }

  private func put(_ value: Int64, _ column: PageColumn, into text: inout TrackText) {
    text.columns[column.rawValue].separate()
    text.columns[column.rawValue].text.append(integer: value)
  }
}

extension TrackText.Column {
  fileprivate mutating func separate() {
    if !isEmpty { text.append(byte: UInt8(ascii: ",")) }
  }
}

extension Int64 {
  /// In units of so many, rounded half away from zero.
  func rounded(to unit: Int64) -> Int64 { (self + (self < 0 ? -unit / 2 : unit / 2)) / unit }
}
