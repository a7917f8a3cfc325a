/// What a click on a presentation opens; run without a shell.
public struct ClickTarget: Equatable, Sendable {
  /// The program and its arguments.
  public let words: [String]

  /// Opens an address with the desktop's own choice of program (xdg-open).
  ///
  /// - Parameter url: a scheme of RFC 3986, section 3.1, a colon and more, without blanks and control characters;
  ///   nil comes back for anything else.
  public init?(url: String) {
    let scalars = url.unicodeScalars
    guard let colon = scalars.firstIndex(of: ":"), let first = scalars.first, first.isLetter,
      scalars[..<colon].allSatisfy({ $0.isLetter || "0123456789+-.".unicodeScalars.contains($0) }),
      scalars[colon...].dropFirst().first != nil,
      !scalars.contains(where: { $0.properties.isWhitespace || $0.properties.generalCategory == .control })
    else { return nil }
    words = ["xdg-open", url]
  }

  /// Runs a program; nil without one.
  ///
  /// - Parameter command: the program and its arguments, each passed on as it is.
  public init?(command: [String]) {
    guard command.first?.isEmpty == false, !command.contains(where: { $0.unicodeScalars.contains("\0") }) else {
      return nil
    }
    words = command
  }
}

extension Unicode.Scalar {
  /// A to Z, large or small.
  fileprivate var isLetter: Bool { isASCII && properties.isAlphabetic }
}
