import Glibc
import Positioning
import Presentation
import TextOutput

/// Writes lines to the standard output, each different from the one before.
struct LinePresenter: Presenter {
  /// How long it goes on.
  enum Length: Sendable { case endless, one }

  private let encoder: any PresentationEncoder
  private let length: Length
  private var clicks: BarClicks?
  private var last: [UInt8]?

  init(_ encoder: any PresentationEncoder, _ length: Length, clicks: BarClicks?) {
    (self.encoder, self.length, self.clicks) = (encoder, length, clicks)
  }

  var descriptors: [Int32] { clicks?.isOpen == true ? [STDIN_FILENO] : [] }

  var isDone: Bool { length == .one && last != nil }

  mutating func show(_ rendering: Rendering, at now: MonotonicTime) throws {
    var text = TextBuffer()
    encoder.encode(rendering, into: &text)
    guard text.bytes != last else { return }
    if last == nil {
      var beginning = TextBuffer()
      encoder.begin(into: &beginning)
      try Standard.output.print(beginning)
    }
    last = text.bytes
    try Standard.output.print(text)
  }

  mutating func attend(to descriptor: Int32, at now: MonotonicTime) throws { try clicks?.read() }
}
