import Positioning

/// Folds all reports of one receiver and one time into one: receivers without a known end of cycle make gpsd send
/// a report per sentence, each with other fields.
///
/// The last value that is there wins; dilution and satellite count come from the same receiver's SKY report.
struct EpochMerger {
  /// gpsd knows at most a handful of receivers; a server that invents more gains nothing by it.
  static let mostReceivers = 16
  /// An epoch counts as complete when nothing was added to it for this long, in milliseconds: the sentences of an
  /// epoch at 4800 baud follow each other faster.
  static let patience: Int64 = 500
  /// An epoch may be looked at when nothing was added to it for this long, in milliseconds: most receivers have said all
  /// by then, and whoever looks on need not wait for the others.
  static let glancePatience: Int64 = 50

  /// A SKY report belongs to the epochs of this time around it, in milliseconds; some receivers send it rarely.
  static let longestSky: Int64 = 30_000

  private struct Epoch {
    var report: Report
    var lastReceipt: MonotonicTime?
  }

  private var epochs: [Epoch] = []
  private var skies: [(sky: Sky, at: Timestamp?)] = []
  private var newest: Timestamp?

  /// Reports that wait for the rest of their epoch.
  var waiting: Int { epochs.count }

  /// When the oldest waiting epoch is complete if nothing more comes.
  var deadline: MonotonicTime? { epochs.compactMap(\.lastReceipt).min().map { $0 + Self.patience } }

  /// When the oldest waiting epoch may be looked at.
  var glanceDeadline: MonotonicTime? { epochs.compactMap(\.lastReceipt).min().map { $0 + Self.glancePatience } }

  mutating func note(_ sky: Sky) {
    guard let index = skies.firstIndex(where: { $0.sky.device == sky.device }) else {
      if skies.count < Self.mostReceivers { skies.append((sky, newest)) }
      return
    }
    skies[index].sky.hdop = sky.hdop ?? skies[index].sky.hdop
    skies[index].sky.satellitesUsed = sky.satellitesUsed ?? skies[index].sky.satellitesUsed
    skies[index].at = newest
  }

  /// What `add` did with a report.
  enum Addition {
    case folded
    /// A new epoch; the one before it is complete.
    case opened(completing: Report?)
  }

  /// Adds a report that has a time.
  mutating func add(_ report: Report, at receipt: MonotonicTime?) -> Addition {
    newest = report.time
    guard let index = epochs.firstIndex(where: { $0.report.device == report.device }) else {
      let oldest = epochs.count == Self.mostReceivers ? take(0) : nil
      epochs.append(Epoch(report: report, lastReceipt: receipt))
      return .opened(completing: oldest)
    }
    guard epochs[index].report.time == report.time else {
      let complete = dressed(epochs[index].report)
      epochs[index] = Epoch(report: report, lastReceipt: receipt)
      return .opened(completing: complete)
    }
    epochs[index].report.fold(report)
    epochs[index].lastReceipt = receipt
    return .folded
  }

  /// Takes out an epoch to which nothing was added lately, one at a time.
  mutating func takeComplete(at now: MonotonicTime) -> Report? {
    epochs.firstIndex { $0.lastReceipt.map { now - $0 >= Self.patience } ?? false }.map { take($0) }
  }

  /// Takes out the epoch of a receiver that has gone on to another time.
  mutating func takeEpoch(before report: Report) -> Report? {
    epochs.firstIndex { $0.report.device == report.device && $0.report.time != report.time }.map { take($0) }
  }

  /// Takes out an epoch, one at a time, because nothing more will be added.
  mutating func takeAny() -> Report? { epochs.isEmpty ? nil : take(0) }

  private mutating func take(_ index: Int) -> Report { dressed(epochs.remove(at: index).report) }

  private func dressed(_ report: Report) -> Report {
    guard let (sky, noted) = skies.first(where: { $0.sky.device == report.device }) else { return report }
    // An old sky says nothing about this epoch.
    if let noted, let time = report.time, (time - noted).magnitude > Self.longestSky { return report }
    var report = report
    report.measurements.hdop = sky.hdop
    report.measurements.satellites = sky.satellitesUsed
    return report
  }
}

extension Report {
  /// Takes over every value that the later report has.
  fileprivate mutating func fold(_ later: Report) {
    coordinate = later.coordinate ?? coordinate
    let new = later.measurements
    measurements.mode = max(measurements.mode, new.mode)
    if new.status.code != 0 { measurements.status = new.status }
    measurements.altitudeMSLMetres = new.altitudeMSLMetres ?? measurements.altitudeMSLMetres
    measurements.altitudeHAEMetres = new.altitudeHAEMetres ?? measurements.altitudeHAEMetres
    measurements.speedMPS = new.speedMPS ?? measurements.speedMPS
    measurements.courseDegrees = new.courseDegrees ?? measurements.courseDegrees
    measurements.climbMPS = new.climbMPS ?? measurements.climbMPS
    measurements.horizontalErrorMetres = new.horizontalErrorMetres ?? measurements.horizontalErrorMetres
    measurements.verticalErrorMetres = new.verticalErrorMetres ?? measurements.verticalErrorMetres
  }
}
