internal import Delivery

/// Whether positions may be recorded (Core Location's `CLAuthorizationStatus`).
public enum AuthorizationStatus: Sendable {
  /// Nobody has decided yet, or the recorder was not heard yet.
  case notDetermined
  /// The administrator's policy forbids it.
  case restricted
  /// The user refused, or location is switched off for the whole machine.
  case denied
  /// Only while something holds it in use, such as this program.
  case authorizedWhenInUse
  /// At any time.
  case authorizedAlways

  /// Reads the recorder's word; one that a newer recorder made up counts as undecided, as anything else would either
  /// use the position or give up without having asked.
  init(word: String) {
    guard word != "denied-globally" else {
      self = .denied
      return
    }
    switch StoredAuthorization(word: word).authorization {
    case .notDetermined: self = .notDetermined
    case .restricted: self = .restricted
    case .denied: self = .denied
    case .whenInUse: self = .authorizedWhenInUse
    case .always: self = .authorizedAlways
    }
  }
}
