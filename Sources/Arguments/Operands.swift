/// What a command takes besides options: how usage shows it and how many there may be.
public struct Operands: Sendable {
  /// As in the usage line: `[HOST[:PORT[:DEVICE]]]`.
  public let text: String
  /// How many words may be given.
  public let count: ClosedRange<Int>
  /// What a shell may offer for them.
  public let completion: Completion

  /// Creates operands of any shape.
  public init(_ text: String, count: ClosedRange<Int>, as completion: Completion = .none) {
    (self.text, self.count, self.completion) = (text, count, completion)
  }

  /// Takes none.
  public static let none = Operands("", count: 0...0)
  /// Takes exactly one.
  public static func one(_ name: String, as completion: Completion = .none) -> Operands {
    Operands(name, count: 1...1, as: completion)
  }
  /// Takes one or none.
  public static func optional(_ name: String, as completion: Completion = .none) -> Operands {
    Operands("[\(name)]", count: 0...1, as: completion)
  }
  /// Takes any number.
  public static func any(_ name: String, as completion: Completion = .none) -> Operands {
    Operands("[\(name)...]", count: 0...Int.max, as: completion)
  }
  /// Takes one or more.
  public static func some(_ name: String, as completion: Completion = .none) -> Operands {
    Operands("\(name)...", count: 1...Int.max, as: completion)
  }

  func check(_ words: [String]) throws(UsageError) {
    if words.count < count.lowerBound { throw UsageError("missing operand", hint: "expected \(text)") }
    guard words.count > count.upperBound else { return }
    throw UsageError(
      "unexpected operand '\(words[count.upperBound])'", hint: text.isEmpty ? nil : "expected \(text) and no more")
  }
}
