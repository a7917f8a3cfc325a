import CExpat

/// What a document tells about itself, in its order.
protocol XMLListener: AnyObject {
  /// An element begins; its name without a prefix, and an attribute by its name.
  func begin(_ name: String, line: Int, attribute: (String) -> String?)
  func text(_ bytes: UnsafeBufferPointer<UInt8>)
  func end()
  /// Why the document is not to be read any further; nil while all is well.
  var refusal: GPXFault? { get }
}

/// Takes an XML document apart piece by piece, in constant memory whatever the document is.
///
/// Entities are refused before they can grow, nothing outside the document is ever read, and neither depth nor a
/// single tag can be without end. Prefixes of names are cut off rather than resolved: files in the wild forget to
/// declare them.
struct XMLStream: ~Copyable {
  /// No tag, comment or attribute is longer, in bytes.
  static let longestToken = 1 << 20
  /// Elements inside each other; GPX with extensions needs eight.
  static let greatestDepth = 64

  private let parser: OpaquePointer
  private let context: Unmanaged<Context>
  private var fed = 0

  /// Creates a stream that tells a listener.
  init(telling listener: any XMLListener) {
    guard let parser = XML_ParserCreate(nil) else { fatalError("out of memory") }
    self.parser = parser
    context = Unmanaged.passRetained(Context(listener, parser))
    waylog_expat_limit_growth(parser, 2, 1 << 20)
    XML_SetUserData(parser, context.toOpaque())
    XML_SetElementHandler(
      parser, { Context.of($0).begin($1, $2) }, { data, _ in Context.of(data).end() })
    XML_SetCharacterDataHandler(parser) { Context.of($0).text($1, $2) }
    XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in Context.of(data).refuseEntity() }
  }

  deinit {
    XML_ParserFree(parser)
    context.release()
  }

  /// Reads the next piece.
  mutating func read(_ bytes: UnsafeRawBufferPointer) throws(GPXFault) {
    try parse(bytes, isLast: false)
    fed += bytes.count
    // What was fed and not yet told is a token without an end.
    guard fed - XML_GetCurrentByteIndex(parser) <= Self.longestToken else {
      throw GPXFault(.untrustworthy("a tag is longer than a megabyte"), line: line)
    }
  }

  /// Reads what is left when there are no more pieces.
  mutating func finish() throws(GPXFault) { try parse(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true) }

  private var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

  private func parse(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(GPXFault) {
    let status = XML_Parse(
      parser, bytes.baseAddress?.assumingMemoryBound(to: XML_Char.self), Int32(bytes.count), isLast ? 1 : 0)
    guard status != XML_STATUS_OK else { return }
    if let refusal = context.takeUnretainedValue().refusal { throw refusal }
    if isLast, waylog_expat_ended_early(parser) != 0 { throw GPXFault(.endsEarly, line: line) }
    throw GPXFault(.malformed(String(cString: waylog_expat_words(parser))), line: line)
  }
}

/// What expat's functions are given to find their way back.
private final class Context {
  private let listener: any XMLListener
  private let parser: OpaquePointer
  private var depth = 0
  private var fault: GPXFault?

  init(_ listener: any XMLListener, _ parser: OpaquePointer) { (self.listener, self.parser) = (listener, parser) }

  var refusal: GPXFault? { fault ?? listener.refusal }

  static func of(_ data: UnsafeMutableRawPointer?) -> Context {
    guard let data else { fatalError("expat lost its user data") }
    return Unmanaged<Context>.fromOpaque(data).takeUnretainedValue()
  }

  private var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

  func begin(_ name: UnsafePointer<XML_Char>?, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
    guard let name, refusal == nil else { return }
    depth += 1
    if depth > XMLStream.greatestDepth { return refuse("its elements lie too deep in each other") }
    listener.begin(Self.withoutPrefix(String(cString: name)), line: line) { wanted in
      guard var attribute = attributes else { return nil }
      while let name = attribute[0], let value = attribute[1] {
        if String(cString: name) == wanted { return String(cString: value) }
        attribute += 2
      }
      return nil
    }
    if listener.refusal != nil { XML_StopParser(parser, 0) }
  }

  func end() {
    guard refusal == nil else { return }
    depth -= 1
    listener.end()
  }

  func text(_ text: UnsafePointer<XML_Char>?, _ count: Int32) {
    guard let text, refusal == nil else { return }
    text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
      listener.text(UnsafeBufferPointer(start: $0, count: Int(count)))
    }
  }

  func refuseEntity() { refuse("it declares entities, which no GPX needs") }

  private func refuse(_ reason: String) {
    fault = fault ?? GPXFault(.untrustworthy(reason), line: line)
    XML_StopParser(parser, 0)
  }

  private static func withoutPrefix(_ name: String) -> String {
    name.utf8.lastIndex(of: UInt8(ascii: ":")).map { String(name[name.utf8.index(after: $0)...]) } ?? name
  }
}
