/// How many of the fixes are stored; what has to hold holds for both.
enum Thinning: CaseIterable {
  /// So that points can be counted.
  case keepAll
  /// As a user records.
  case usual

  var options: [String] { self == .keepAll ? ["--keep-all"] : [] }
}
