internal import Delivery

/// What is known of the position at one moment, or why nothing is.
///
/// The names and meanings are those of Core Location's `CLLocationUpdate`. An update without a location always has a
/// flag that says why, so nothing has to be guessed from silence.
public struct LocationUpdate: Equatable, Sendable {
  /// The position; nil where none is known or none may be told.
  public let location: Location?
  /// Whether this is the last update before a silence, as the receiver is at rest. When it moves again, or its
  /// position becomes unknown, the next update comes by itself.
  public let stationary: Bool
  /// How many updates were dropped right before this one, as the loop did not take them in time.
  ///
  /// Up to 1,024 wait; beyond that the oldest go which have no flag and are not stationary.
  public internal(set) var droppedUpdates = 0
  let flags: UpdateFlags

  init(location: Location?, stationary: Bool, flags: UpdateFlags) {
    (self.location, self.stationary, self.flags) = (location, stationary, flags)
  }
}

extension LocationUpdate {
  /// The older name of ``stationary``.
  public var isStationary: Bool { stationary }
  /// No recorder runs, gpsd is not there, or the receiver knows no position: never a refusal.
  public var locationUnavailable: Bool { flags.contains(.locationUnavailable) }
  /// The position is worse than 100 m.
  public var accuracyLimited: Bool { flags.contains(.accuracyLimited) }
  /// The user refused; also set together with ``authorizationDeniedGlobally``.
  public var authorizationDenied: Bool { flags.contains(.authorizationDenied) }
  /// Location is switched off for the whole machine.
  public var authorizationDeniedGlobally: Bool { flags.contains(.authorizationDeniedGlobally) }
  /// A policy forbids it; the user cannot change that.
  public var authorizationRestricted: Bool { flags.contains(.authorizationRestricted) }
  /// The user is being asked; wait.
  public var authorizationRequestInProgress: Bool { flags.contains(.authorizationRequestInProgress) }
  /// Nothing holds location in use, so that updates may not flow.
  public var insufficientlyInUse: Bool { flags.contains(.insufficientlyInUse) }
  /// The recorder demands a background session (`require-background-session`), and none is held.
  public var serviceSessionRequired: Bool { flags.contains(.serviceSessionRequired) }

  /// Whether it may be dropped for somebody who does not keep up: it tells of no change but that of the position.
  var isOrdinary: Bool { flags.isEmpty && !stationary }

  static let unavailable = LocationUpdate(location: nil, stationary: false, flags: .locationUnavailable)
}

extension LocationUpdate: CustomStringConvertible {
  /// The position and the flags in words.
  public var description: String {
    let words = flags.description.split(separator: ",").map(String.init) + (stationary ? ["stationary"] : [])
    return ([location?.description ?? "no location"] + words).joined(separator: " ")
  }
}

extension LocationUpdate {
  /// What kind of movement is expected, which decides how rest is told from it.
  ///
  /// The recorder follows one configuration: that of the iterator that began last, if several run in a program.
  public enum LiveConfiguration: String, CaseIterable, Sendable {
    /// Nearly everyone.
    case `default`
    /// Road vehicles.
    case automotiveNavigation = "automotive-navigation"
    /// Trains, boats on rivers, all that follows a way but no road.
    case otherNavigation = "other-navigation"
    /// On foot, by bicycle, on skis.
    case fitness
    /// Aircraft and balloons.
    case airborne
    /// Boats and ships, also at anchor.
    case maritime
  }
}
