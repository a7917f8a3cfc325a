import Testing

/// How many of the fixes are stored; what has to hold holds for both.
enum Thinning: CaseIterable {
  /// So that points can be counted.
  case keepAll
  /// As a user records.
  case usual

  var options: [String] { self == .keepAll ? ["--keep-all"] : [] }
}

extension Trait where Self == TimeLimitTrait {
  /// The last resort: whatever a test waits for has a deadline of its own, and this clock runs already while a test
  /// waits for its turn, since tests of whole programs keep the few threads that all tests share.
  static var backstop: Self { .timeLimit(.minutes(10)) }
}
