/// All that decides whether updates may flow, as it is at one moment.
public struct Circumstances: Equatable, Sendable {
  /// What is known of the position.
  public enum Position: Equatable, Sendable {
    /// Nothing was heard yet.
    case awaited
    /// gpsd is not there, or the receiver has no fix.
    case unavailable
    /// The newest accepted fix, with its horizontal error in metres where the receiver says one.
    case known(errorMetres: Double?)
  }

  /// Somebody asked for updates. It stays so while consent is awaited: a start that had to wait then goes on by itself.
  public var isWanted = false
  /// What the user decided.
  public var decision = Authorization.notDetermined
  /// The user is being asked at this moment.
  public var isAsking = false
  /// What the administrator decided.
  public var policy: AdministratorPolicy = []
  /// How many clients are attached: each is somebody looking.
  public var clients = 0
  /// A Live Activity is pending, active or stale.
  public var hasLiveActivity = false
  /// A background session is held.
  public var hasBackgroundSession = false
  /// What is known of the position.
  public var position = Position.awaited

  /// Creates circumstances in which nothing is wanted, decided or held.
  public init() {}

  /// The authorization that is in force: an administrator's word goes before the user's, which comes back with its end.
  public var authorization: Authorization {
    if policy.contains(.restricted) { return .restricted }
    if policy.contains(.locationOff) { return .denied }
    return decision
  }
}

/// How updates are delivered; the defaults never stop anything by themselves.
public struct DeliverySettings: Equatable, Sendable {
  /// Which of Core Location's two interfaces is followed.
  public enum Interface: CaseIterable, Sendable {
    /// `CLLocationUpdate.liveUpdates`: a Live Activity counts as being in use.
    case liveUpdates
    /// `CLLocationManager`: a Live Activity alone is not enough, background updates have to be allowed.
    case manager
  }

  /// Which interface is followed.
  public var interface = Interface.liveUpdates
  /// The manager's `allowsBackgroundLocationUpdates`; live updates do not need it.
  public var allowsBackground = false
  /// Updates flow only while a background session is held.
  public var requiresBackgroundSession = false
  /// How long updates go on after nothing holds them in use any more, in milliseconds.
  ///
  /// A phone stops "after a few seconds"; five let a client reconnect unnoticed.
  public var grace: Int64 = 5_000
  /// Positions with a greater error are limited in accuracy, in metres.
  ///
  /// A receiver under open sky errs by 5 m, in a street by 30 m: more than 100 m tells no street from the next.
  public var accuracyLimitMetres = 100.0

  /// Creates the default settings.
  public init() {}
}
