public import TextOutput

/// `text`: a presentation as it is, for terminals and programs that show the last line they get.
public struct TextEncoder: PresentationEncoder {
  /// Which presentation.
  public enum Size: String, CaseIterable, Sendable {
    /// One line of at most 8 columns.
    case minimal
    /// One line.
    case compact
    /// A card of several lines; an empty line follows each.
    case lock
  }

  private let size: Size

  /// Creates an encoder for one presentation.
  public init(_ size: Size = .compact) { self.size = size }

  /// Adds the line or the lines.
  public func encode(_ rendering: Rendering, into text: inout TextBuffer) {
    switch size {
    case .minimal: text.append(rendering.minimal)
    case .compact: text.append(rendering.compact.line)
    case .lock: for line in rendering.lockScreen { text.append(line + "\n") }
    }
    text.append("\n")
  }
}
