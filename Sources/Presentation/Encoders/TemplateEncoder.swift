public import TextOutput

/// `template`: a line of the user's own making.
public struct TemplateEncoder: PresentationEncoder {
  private let template: Template

  /// Creates an encoder.
  public init(_ template: Template) { self.template = template }

  /// Adds the template with its fields filled in, and a line feed.
  public func encode(_ rendering: Rendering, into text: inout TextBuffer) {
    template.fill(from: rendering, into: &text)
    text.append("\n")
  }
}
