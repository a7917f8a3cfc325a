public import TextOutput

/// `waybar`: a line for a custom module with `"return-type": "json"`, after waybar-custom(5).
///
/// `text` is the compact presentation, `alt` the state (for `format-icons`), `tooltip` the regions of the expanded
/// one, a line each, `class` the words for the style sheet; `seq` is ours and not read by waybar. There is no
/// `percentage`, since nothing here has an end. waybar takes text and tooltip for Pango markup, so they are escaped.
public struct WaybarEncoder: PresentationEncoder {
  /// Creates an encoder.
  public init() {}

  /// Adds one object and a line feed.
  public func encode(_ rendering: Rendering, into text: inout TextBuffer) {
    text.appendJSONObject { object in
      object.field("text", markup(rendering.compact.line))
      object.field("alt", rendering.state.rawValue)
      object.field("tooltip", markup(rendering.expanded.lines.joined(separator: "\n")))
      object.strings("class", rendering.classes)
      object.field("seq", rendering.snapshot.sequence)
    }
    text.append("\n")
  }
}

/// Text with everything escaped that is markup to Pango and to notification servers.
func markup(_ text: String) -> String {
  var buffer = TextBuffer()
  buffer.append(xmlText: text)
  return buffer.string
}
