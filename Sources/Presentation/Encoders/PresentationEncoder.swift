public import TextOutput

/// Makes the bytes of one style.
///
/// The same rendering always gives the same bytes: an encoder knows neither clock nor locale and remembers nothing.
public protocol PresentationEncoder: Sendable {
  /// Adds what comes before the first snapshot.
  func begin(into text: inout TextBuffer)

  /// Adds one snapshot, with the line feed that ends it.
  func encode(_ rendering: Rendering, into text: inout TextBuffer)
}

extension PresentationEncoder {
  /// Most styles begin with their first snapshot.
  public func begin(into text: inout TextBuffer) {}
}
