/// Why an update has no position, or only a poor one. Nothing set: all is well.
///
/// The flags are those of Core Location's `CLLocationUpdate` (iOS 18), with the same meaning. All but
/// `accuracyLimited` say that the update has no position.
public struct UpdateFlags: OptionSet, Hashable, Sendable {
  /// One bit for each flag; the order is no contract, the words are.
  public let rawValue: UInt8

  /// Creates flags from their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// gpsd is not there, or the receiver knows no position: never a refusal.
  public static let locationUnavailable = UpdateFlags(rawValue: 1)
  /// The position is worse than wanted.
  public static let accuracyLimited = UpdateFlags(rawValue: 1 << 1)
  /// The user refused; also set together with `authorizationDeniedGlobally`, so that who tests only this one is right.
  public static let authorizationDenied = UpdateFlags(rawValue: 1 << 2)
  /// Location is switched off for the whole machine.
  public static let authorizationDeniedGlobally = UpdateFlags(rawValue: 1 << 3)
  /// A policy forbids it.
  public static let authorizationRestricted = UpdateFlags(rawValue: 1 << 4)
  /// The user is being asked; wait.
  public static let authorizationRequestInProgress = UpdateFlags(rawValue: 1 << 5)
  /// Nothing holds it in use, so that updates may not flow, or nobody is there who could be asked.
  public static let insufficientlyInUse = UpdateFlags(rawValue: 1 << 6)
  /// A background session is demanded (`require-background-session`), and none is held.
  public static let serviceSessionRequired = UpdateFlags(rawValue: 1 << 7)

  /// Whether an update with these flags may carry a position.
  public var allowPosition: Bool { isSubset(of: .accuracyLimited) }
}

extension UpdateFlags: CustomStringConvertible {
  private static let words: [(flag: UpdateFlags, word: String)] = [
    (.locationUnavailable, "location-unavailable"),
    (.accuracyLimited, "accuracy-limited"),
    (.authorizationDenied, "authorization-denied"),
    (.authorizationDeniedGlobally, "authorization-denied-globally"),
    (.authorizationRestricted, "authorization-restricted"),
    (.authorizationRequestInProgress, "authorization-request-in-progress"),
    (.insufficientlyInUse, "insufficiently-in-use"),
    (.serviceSessionRequired, "service-session-required"),
  ]

  /// The words of the flags, separated by commas, always in the same order; empty without flags.
  ///
  /// This is their form in the control protocol and in event rows.
  public var description: String {
    Self.words.filter { contains($0.flag) }.map(\.word).joined(separator: ",")
  }

  /// Reads words separated by commas, in any order.
  ///
  /// Unknown words are left out: a program built earlier than the recorder it talks to understands the rest.
  public init(words text: String) {
    self = []
    for word in text.split(separator: ",") {
      guard let known = Self.words.first(where: { $0.word == word }) else { continue }
      insert(known.flag)
    }
  }
}
