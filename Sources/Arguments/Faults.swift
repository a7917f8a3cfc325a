/// What is wrong with a table, for the tests of whoever writes one.
extension Command {
  /// One sentence for each fault: names that are not unique, not plain or reserved, summaries that do not fit.
  public var faults: [String] {
    let letters = options.compactMap(\.short).map { "-\($0)" } + ["-h"]
    let names = options.flatMap(\.spellings) + ["--help"]
    let variables = options.compactMap(\.environment)
    let repeated = (letters + names + variables).repeated.map { "\(name): \($0) is there twice" }
    let sentence = summary.hasSuffix(".") ? [] : ["\(name): the summary is no sentence"]
    let standards = options.compactMap { option -> String? in
      guard let standard = option.standard else { return nil }
      return (try? option.check(standard)) == nil
        ? "\(name): --\(option.long): its own default is refused" : nil
    }
    return repeated + sentence + standards
      + options.flatMap { option in option.faults.map { "\(name): --\(option.long): \($0)" } }
  }
}

extension Tool {
  /// One sentence for each fault of the whole table.
  public var faults: [String] {
    tools.flatMap(\.ownFaults) + listed.flatMap { $0.faults() }
  }

  private var ownFaults: [String] {
    let repeated = commands.map(\.name).repeated.map { "\(name): \($0) is there twice" }
    let standards = standard.map { name in commands.contains { $0.name == name } ? [] : ["\(self.name): no \(name)"] }
    return repeated + (standards ?? [])
      + (commands + options).flatMap { entry in summaryFaults(entry.summary).map { "\(entry.name): \($0)" } }
  }
}

extension Option {
  fileprivate var faults: [String] {
    var faults = summaryFaults(summary)
    if !long.isPlainName { faults.append("the name is not made of a-z, 0-9 and single dashes") }
    if long.hasPrefix("no-") { faults.append("the name begins as if it were undone") }
    if let short, !short.isASCII || !(short.isLetter || short.isNumber) {
      faults.append("-\(short) is no letter or digit")
    }
    if case .value(let placeholder, let completion, _) = kind {
      if placeholder.isEmpty || placeholder != placeholder.uppercased() {
        faults.append("the placeholder is not in capitals")
      }
      if case .words(let words) = completion, !words.repeated.isEmpty { faults.append("a word is there twice") }
    }
    return faults
  }
}

private func summaryFaults(_ summary: String) -> [String] {
  var faults: [String] = []
  if summary.isEmpty || summary.count >= 60 { faults.append("the summary has not 1 to 59 characters") }
  if summary.hasSuffix(".") { faults.append("the summary ends with a full stop") }
  return faults
}

extension [String] {
  /// The elements that are there more than once, each once.
  fileprivate var repeated: [String] {
    var seen: Set<String> = []
    var repeated: [String] = []
    for word in self where !seen.insert(word).inserted && !repeated.contains(word) { repeated.append(word) }
    return repeated
  }
}

extension String {
  fileprivate var isPlainName: Bool {
    let parts = split(separator: "-", omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }
  }
}
