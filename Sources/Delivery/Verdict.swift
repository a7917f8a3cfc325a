/// Whether updates may flow under given circumstances, without regard to how they came about.
enum Verdict: Equatable {
  /// Nobody wants updates.
  case unwanted
  /// They may flow.
  case flow
  /// They may not, at once.
  case refused(UpdateFlags)
  /// They may not, but what flows already has its grace.
  case unused

  init(_ circumstances: Circumstances, _ settings: DeliverySettings) {
    guard circumstances.isWanted else {
      self = .unwanted
      return
    }
    let obstacles = circumstances.obstacles(settings)
    if !obstacles.isEmpty {
      self = .refused(obstacles)
    } else {
      self = circumstances.isInUse(settings) ? .flow : .unused
    }
  }
}

extension Circumstances {
  /// Why updates may not flow however much they are in use; a demanded session is asked for once all else allows it.
  fileprivate func obstacles(_ settings: DeliverySettings) -> UpdateFlags {
    var flags: UpdateFlags = []
    if policy.contains(.restricted) { flags.insert(.authorizationRestricted) }
    if policy.contains(.locationOff) { flags.formUnion([.authorizationDenied, .authorizationDeniedGlobally]) }
    guard flags.isEmpty else { return flags }
    switch decision {
    case .restricted: return .authorizationRestricted
    case .denied: return .authorizationDenied
    case .notDetermined: return isAsking ? .authorizationRequestInProgress : .insufficientlyInUse
    case .whenInUse, .always:
      return settings.requiresBackgroundSession && !hasBackgroundSession ? .serviceSessionRequired : []
    }
  }

  /// A client, a background session or a Live Activity holds updates in use, but the manager only heeds the first two
  /// and its own switch. With `always` nothing needs to.
  fileprivate func isInUse(_ settings: DeliverySettings) -> Bool {
    if decision == .always || clients > 0 || hasBackgroundSession { return true }
    switch settings.interface {
    case .liveUpdates: return hasLiveActivity
    case .manager: return settings.allowsBackground
    }
  }

  /// What an update that flows has to say of its position.
  func positionFlags(_ settings: DeliverySettings) -> UpdateFlags {
    switch position {
    case .awaited, .known(nil): []
    case .unavailable: .locationUnavailable
    case .known(let error?): error > settings.accuracyLimitMetres ? .accuracyLimited : []
    }
  }
}
