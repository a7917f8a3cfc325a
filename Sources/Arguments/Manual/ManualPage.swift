import TextOutput

/// A page of section 1 of the manual.
public struct ManualPage: Sendable {
  /// What the release that a page describes is called.
  public struct Release: Sendable {
    /// Its version.
    public let version: String
    /// Its day, as `May 1, 2026`.
    public let date: String

    /// Describes a release.
    public init(version: String, date: String) { (self.version, self.date) = (version, date) }
  }

  /// What `man` is asked for: `waylog-record`.
  public let name: String
  /// The page in mdoc(7).
  public let text: String

  /// The usual name of its file: `waylog-record.1`.
  public var file: String { "\(name).1" }
}

extension Tool {
  /// The pages of the program, of each tool within and of each command.
  public func manualPages(_ release: ManualPage.Release) -> [ManualPage] {
    tools.map { $0.page(release, of: self) } + listed.map { $0.manual(name).page(release, of: self) }
  }

  private func page(_ release: ManualPage.Release, of program: Tool) -> ManualPage {
    var page = Mdoc(header: name, summary, release)
    page.macro("Sh SYNOPSIS")
    page.macro("Nm \(Mdoc.word(name))")
    page.macro(standard == nil ? "Ar COMMAND" : "Op Ar COMMAND")
    page.macro("Op Ar OPTIONS")
    page.macro("Op Ar OPERANDS")
    page.macro("Sh DESCRIPTION")
    page.paragraphs([summary] + (standard.map { ["Without a command, \($0) is meant."] } ?? []))
    for group in groups {
      page.macro("Ss \(group.title)")
      page.list(group.commands.map { ("Ic \(Mdoc.word($0.name))", [$0.summary + "."]) })
    }
    if !options.isEmpty {
      page.macro("Ss Options")
      page.list(options.map { ("Fl \(Mdoc.word(String($0.name.dropFirst())))", [$0.summary + "."]) })
    }
    for chapter in chapters { page.add(chapter) }
    page.references(
      (tools.dropFirst().map(\.name) + listed.map { "\(program.name) \($0.path.joined(separator: " "))" }))
    return ManualPage(name: name.pageName, text: page.text)
  }
}

extension Manual {
  fileprivate func page<Ending>(_ release: ManualPage.Release, of program: Tool<Ending>) -> ManualPage {
    var page = Mdoc(header: title, summary, release)
    page.macro("Sh SYNOPSIS")
    page.macro("Nm \(Mdoc.word(title))")
    page.macro("Op Ar OPTIONS")
    if !operands.isEmpty { page.macro("Ar \(Mdoc.word(operands))") }
    page.macro("Sh DESCRIPTION")
    page.paragraphs([summary] + details)
    page.macro("Sh OPTIONS")
    for group in groups {
      page.macro("Ss \(group.title)")
      page.list(group.options.map { ($0.head, [$0.line + "."] + $0.paragraphs) })
    }
    if !exitStatuses.isEmpty {
      page.macro("Sh EXIT STATUS")
      page.list(exitStatuses.map { (String($0.code), ["\($0.meaning)."]) })
    }
    if !examples.isEmpty {
      page.macro("Sh EXAMPLES")
      for (index, example) in examples.enumerated() {
        if index > 0 { page.macro("Pp") }
        page.prose(example.explanation.prefix(1).uppercased() + example.explanation.dropFirst() + ":")
        page.display([example.words])
      }
    }
    page.references([program.name])
    return ManualPage(name: title.pageName, text: page.text)
  }
}

extension Manual.Option {
  /// `-d`, `--database` and the value, as macros.
  fileprivate var head: String {
    let letter = short.map { "Fl \($0) , " } ?? ""
    let name = "Fl \(Mdoc.word("-" + (isNegatable ? "[no-]" : "") + long))"
    return letter + name + (placeholder.map { " Ar \(Mdoc.word($0))" } ?? "")
  }
}

extension Mdoc {
  fileprivate init(header name: String, _ summary: String, _ release: ManualPage.Release) {
    self.init()
    macro("Dd \(release.date)")
    macro("Dt \(Mdoc.word(name.pageName.uppercased())) 1")
    macro("Os \(Mdoc.word("waylog \(release.version)"))")
    // A path with a hyphen at the end of a line is another path.
    macro("nh")
    macro("Sh NAME")
    macro("Nm \(Mdoc.word(name.pageName))")
    macro("Nd \(Mdoc.words(summary.prefix(1).lowercased() + summary.dropFirst().prefix { $0 != "." }))")
  }

  /// Text as arguments of a macro, none of which is taken for one.
  fileprivate static func words(_ text: String) -> String {
    text.split(separator: " ").map { word(String($0)) }.joined(separator: " ")
  }

  fileprivate mutating func add(_ chapter: Chapter) {
    macro("Sh \(chapter.title)")
    paragraphs(chapter.paragraphs)
    if !chapter.terms.isEmpty { list(chapter.terms.map { (Mdoc.word($0.key), [$0.value]) }) }
  }

  fileprivate mutating func references(_ names: [String]) {
    let pages = names.map(\.pageName).sorted()
    guard let last = pages.last else { return }
    macro("Sh SEE ALSO")
    for page in pages.dropLast() { macro("Xr \(page) 1 ,") }
    macro("Xr \(last) 1")
  }
}

extension String {
  fileprivate var pageName: String { replacing(text: " ", with: "-") }
}
