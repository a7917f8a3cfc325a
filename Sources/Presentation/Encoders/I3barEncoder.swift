public import TextOutput

/// `i3bar`: an endless array of status lines of one block each, after the i3bar protocol; swaybar speaks it too.
///
/// The array begins with an empty line, so that every other one can begin with its comma. `instance` is the
/// activity's id, so that a click can be told from one on its successor; `_seq` is ours.
public struct I3barEncoder: PresentationEncoder {
  private let tint: Tint

  /// Creates an encoder that gives the block these colours while an activity is shown.
  public init(tint: Tint = Tint()) { self.tint = tint }

  /// Adds the header, which asks for clicks, and opens the array.
  public func begin(into text: inout TextBuffer) { text.append("{\"version\":1,\"click_events\":true}\n[\n[]\n") }

  /// Adds a comma, a status line and a line feed.
  public func encode(_ rendering: Rendering, into text: inout TextBuffer) {
    let activity = rendering.snapshot.activity
    text.append(",")
    text.appendJSONArray { line in
      line.object { block in
        block.field("full_text", rendering.compact.line)
        block.field("short_text", rendering.minimal)
        block.field("name", "waylog")
        block.field("instance", activity?.id ?? "recorder")
        block.field("urgent", activity?.alert != nil)
        block.field("markup", "none")
        if activity != nil {
          if let background = tint.background { block.field("background", background.text) }
          if let border = tint.border { block.field("border", border.text) }
        }
        block.field("_seq", rendering.snapshot.sequence)
      }
    }
    text.append("\n")
  }
}
