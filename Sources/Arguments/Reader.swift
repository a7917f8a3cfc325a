/// A way to understand the value of an option, or to say what was expected instead.
public struct Reader<Value>: Sendable {
  /// What is expected, to follow the word: `a whole number from 1 to 100`.
  public let expectation: String
  /// What a shell may offer.
  public let completion: Completion
  /// What to write, for whoever got it wrong.
  public let example: String?
  /// Whether an error may repeat the text.
  public let telling: Telling
  private let understand: @Sendable (String) -> Value?

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - expectation: What is expected, to follow that word.
  ///   - completion: What a shell may offer.
  ///   - example: What to write, for whoever got it wrong.
  ///   - telling: Whether an error may repeat the text.
  ///   - understand: The value of a text, nil when it has none.
  public init(
    expecting expectation: String, completion: Completion = .none, example: String? = nil, telling: Telling = .open,
    _ understand: @escaping @Sendable (String) -> Value?
  ) {
    (self.expectation, self.completion, self.example) = (expectation, completion, example)
    (self.telling, self.understand) = (telling, understand)
  }

  /// The value of a text; the error says what was given and what was expected.
  public func read(_ text: String) throws(UsageError) -> Value {
    if let value = understand(text) { return value }
    let words = if case .words(let words) = completion { words } else { [String]() }
    let hint = Suggestion.hint(for: text, among: words) ?? example.map { "such as \($0)" }
    throw UsageError(
      telling == .open ? "expected \(expectation), not '\(text)'" : "expected \(expectation)", hint: hint)
  }

  @Sendable func check(_ text: String) throws(UsageError) { _ = try read(text) }

  /// One of a list of words, each with its value.
  public static func oneOf(_ choices: KeyValuePairs<String, Value>) -> Reader where Value: Sendable {
    oneOf(choices.map { (word: $0.key, value: $0.value) })
  }

  /// One of the words that a type's cases are written as.
  public static func oneOf(_ type: Value.Type) -> Reader
  where Value: CaseIterable & RawRepresentable<String> & Sendable {
    oneOf(type.allCases.map { (word: $0.rawValue, value: $0) })
  }

  private static func oneOf(_ choices: [(word: String, value: Value)]) -> Reader where Value: Sendable {
    let words = choices.map(\.word)
    return Reader(expecting: words.asAlternatives, completion: .words(words)) { text in
      choices.first { $0.word == text }?.value
    }
  }
}

extension Reader<String> {
  /// Any text that is not empty.
  public static let text = Reader(expecting: "some text") { $0.isEmpty ? nil : $0 }

  /// The path of a file, or `-`.
  public static let file = Reader(expecting: "a path", completion: .file) { $0.isEmpty ? nil : $0 }
}

extension Reader<Bool> {
  /// Yes or no in the words that configuration files use.
  public static let truth = Reader(expecting: "yes or no", completion: .words(["yes", "no"])) { text in
    switch text {
    case "yes", "true", "on", "1": true
    case "no", "false", "off", "0": false
    default: nil
    }
  }
}

extension [String] {
  /// `a, b or c`, each quoted.
  fileprivate var asAlternatives: String {
    let quoted = map { "'\($0)'" }
    guard let last = quoted.last, count > 1 else { return quoted.joined() }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
  }
}
