/// Something typed, exported or configured that cannot be meant.
public struct UsageError: Error, Equatable, Sendable {
  /// What is wrong, without the program's name and without a full stop: `unknown option '--databse'`.
  public let message: String
  /// What to do about it, when that is known: `did you mean '--database'?`.
  public let hint: String?

  /// Creates an error.
  public init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  /// The same error, said of the option, variable or key that it came from.
  public func about(_ subject: String) -> UsageError { UsageError("\(subject): \(message)", hint: hint) }
}
