/// Whether positions may be recorded at all: what their owner decided, or what was decided for them.
///
/// The cases are those of Core Location's `CLAuthorizationStatus`.
public enum Authorization: String, CaseIterable, Sendable {
  /// Nobody has decided yet.
  case notDetermined = "not-determined"
  /// The administrator's policy forbids it, and the user cannot change that.
  case restricted
  /// The user refused, or the administrator switched location off for the whole machine.
  case denied
  /// Only while something holds it in use.
  case whenInUse = "when-in-use"
  /// At any time.
  case always

  /// The word it is stored, configured and printed as.
  public var word: String { rawValue }
}

/// An authorization as it was found in the store, which may have been written by another release.
public struct StoredAuthorization: Equatable, Sendable {
  /// The authorization; undecided where the word is not known, as guessing would either record or refuse without being
  /// asked.
  public let authorization: Authorization
  /// The word, if it is not known: to be told.
  public let unknownWord: String?

  /// Reads a stored word.
  public init(word: String) {
    let known = Authorization(rawValue: word)
    authorization = known ?? .notDetermined
    unknownWord = known == nil ? word : nil
  }
}

/// What the administrator decided for everybody on the machine; no user's decision overrides it.
public struct AdministratorPolicy: OptionSet, Hashable, Sendable {
  /// One bit for each decision.
  public let rawValue: UInt8

  /// Creates a policy from its bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Recording is not allowed.
  public static let restricted = AdministratorPolicy(rawValue: 1)
  /// Location is switched off.
  public static let locationOff = AdministratorPolicy(rawValue: 2)
}
