// The standard library looks for a text in another with its regular expressions, which weigh 1.3 MB in a program that
// carries the runtime.
extension StringProtocol {
  /// What lies before, between and behind the places where a text stands: one piece, the whole, if it stands nowhere.
  /// - Precondition: the text has characters.
  public func pieces(around text: String) -> [String] {
    precondition(!text.isEmpty)
    let whole = Array(utf8)
    let sought = Array(text.utf8)
    var pieces: [String] = []
    var start = 0
    var index = 0
    while index + sought.count <= whole.count {
      guard whole[index..<index + sought.count].elementsEqual(sought) else {
        index += 1
        continue
      }
      pieces.append(String(decoding: whole[start..<index], as: UTF8.self))
      index += sought.count
      start = index
    }
    return pieces + [String(decoding: whole[start...], as: UTF8.self)]
  }

  /// Whether a text stands in it.
  /// - Precondition: the text has characters.
  public func contains(text: String) -> Bool { pieces(around: text).count > 1 }

  /// Another text in place of one, wherever that stands.
  /// - Precondition: the text has characters.
  public func replacing(text: String, with other: String) -> String { pieces(around: text).joined(separator: other) }
}
