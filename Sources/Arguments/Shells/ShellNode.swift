/// A place on a command line, as completions see it: what may come next behind these words.
struct ShellNode {
  /// The words after the program's name; none for the program itself.
  let path: [String]
  /// The commands that may follow.
  let children: [Child]
  /// The options that may follow.
  let options: [Manual.Option]
  /// What operands are.
  let operands: Completion

  /// A command, and one line about it.
  struct Child {
    let name: String
    let summary: String
  }
}

extension Tool {
  /// Every place where a command line goes on, the program's own first.
  var shellNodes: [ShellNode] {
    tools.map { $0.shellNode(of: self) } + listed.map { $0.manual(name).shellNode(commands) }
  }

  private func shellNode(of program: Tool) -> ShellNode {
    let own = options.map { Manual.Option(inPlaceOfCommand: String($0.name.dropFirst(2)), $0.summary) }
    let usual = standard.flatMap { name in listed.first { $0.path == self.path.dropFirst() + [name] } }
    let options = usual.map { $0.manual(program.name).groups.flatMap(\.options) } ?? own
    return ShellNode(
      path: Array(path.dropFirst()), children: commands.map { .init(name: $0.name, summary: $0.summary) },
      options: options.isEmpty ? [Manual.Option](Manual.Group.help.options) : options, operands: .none)
  }
}

extension Manual {
  fileprivate func shellNode<Ending>(_ commands: [Tool<Ending>.Entry]) -> ShellNode {
    let operands = operandCompletion == .commands ? .words(commands.map(\.name)) : operandCompletion
    return ShellNode(path: path, children: [], options: groups.flatMap(\.options), operands: operands)
  }
}

extension Manual.Option {
  fileprivate init(inPlaceOfCommand long: String, _ summary: String) {
    self.init(
      short: nil, long: long, isNegatable: false, addsUp: false, telling: .open, placeholder: nil, completion: .none,
      summary: summary, details: nil, environment: nil, standard: nil)
  }

  /// With the dashes, everything that is the option.
  var words: [String] { (short.map { ["-\($0)"] } ?? []) + longWords }

  /// The long forms with their dashes.
  var longWords: [String] { ["--\(long)"] + (isNegatable ? ["--no-\(long)"] : []) }
}

extension Completion {
  /// The words that no shell needs quotes for; others have names in letters as well.
  var plainWords: [String] {
    guard case .words(let words) = self else { return [] }
    return words.filter { word in
      !word.isEmpty && word.utf8.allSatisfy { $0 > 0x7F || ($0 | 0x20).isLetterOrDigit || $0 == 0x2D || $0 == 0x2E }
    }
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool { (0x61...0x7A).contains(self) || (0x30...0x39).contains(self) }
}
