public import Positioning

/// The kind of fix that a receiver has at an epoch.
public enum Reception: String, Sendable {
  /// No fix.
  case none
  /// Place without height.
  case twoD
  /// Place and height.
  case threeD
}

/// A satellite as the receiver sees it at one epoch.
public struct SatelliteInView: Equatable, Sendable {
  /// GPS PRN, 1 to 32.
  public var prn: Int
  /// Degrees above the horizon.
  public var elevationDegrees: Int
  /// Degrees from true north.
  public var azimuthDegrees: Int
  /// Carrier to noise density in dB-Hz; nil when it is not received.
  public var signalDBHz: Int?
  /// It takes part in the solution.
  public var isUsed: Bool
}

/// Standard deviations of the position that a receiver states, in metres (NMEA GST).
public struct StatedDeviations: Equatable, Sendable {
  /// Along the meridian, and as large along the parallel.
  public var perAxisMetres: Double
  /// Up and down.
  public var verticalMetres: Double
}

/// One epoch: the truth and what the receiver makes of it.
public struct Epoch: Equatable, Sendable {
  /// Position of this epoch since the receiver was switched on, from 0.
  public var number: Int
  /// What the car really does.
  public var truth: Truth
  /// The kind of fix.
  public var reception: Reception
  /// The measured values, as gpsd would report them; without place when there is no fix.
  public var report: Report
  /// Standard deviations that belong to the measured place; nil without a fix.
  public var deviations: StatedDeviations?
  /// Dilutions of precision.
  public var dilution: Dilution
  /// Every satellite above the horizon.
  public var satellites: [SatelliteInView]
}

/// The drive as a receiver sees it, epoch by epoch.
public struct Epochs: Sequence, IteratorProtocol, Sendable {
  private let drive: Drive
  private let perSecond: Double
  private var receiver: Receiver
  private var number = 0

  /// Watches a drive with a receiver that has just been switched on, so many epochs per second.
  public init(of drive: Drive, by receiver: Receiver, perSecond: Double = 1) {
    precondition(perSecond > 0, "a receiver measures at some rate")
    self.drive = drive
    self.receiver = receiver
    self.perSecond = perSecond
  }

  /// The next epoch; nil when the drive is over.
  public mutating func next() -> Epoch? {
    let second = Double(number) / perSecond
    guard second <= drive.durationSeconds else { return nil }
    number += 1
    return receiver.observe(drive.truth(atSecond: second))
  }
}
