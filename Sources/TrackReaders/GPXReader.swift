/// Reads GPX 1.0 and 1.1, piece by piece.
///
/// GPX 1.1 by its schema at https://www.topografix.com/GPX/1/1/; speed and course from Garmin's TrackPointExtension of
/// either version, from the elements of GPX 1.0, and from the unnamed ones that are seen in the wild, always in
/// metres per second and degrees.
public struct GPXReader: ~Copyable {
  private let document = GPXDocument()
  private var stream: XMLStream

  /// Creates a reader that has read nothing.
  public init() { stream = XMLStream(telling: document) }

  /// Reads the next piece and hands out what it completes, also what stands before a fault.
  public mutating func read(_ bytes: UnsafeRawBufferPointer, item: (GPXItem) throws -> Void) throws {
    let fault = fault { (stream: inout XMLStream) throws(GPXFault) in try stream.read(bytes) }
    try handOut(item)
    if let fault { throw fault }
  }

  /// Ends the file; a fault if it should have gone on.
  public mutating func finish(item: (GPXItem) throws -> Void) throws {
    let fault = fault { (stream: inout XMLStream) throws(GPXFault) in try stream.finish() }
    try handOut(item)
    if let fault { throw fault }
  }

  private mutating func fault(in work: (inout XMLStream) throws(GPXFault) -> Void) -> GPXFault? {
    do throws(GPXFault) {
      try work(&stream)
      return nil
    } catch {
      return error
    }
  }

  private func handOut(_ handle: (GPXItem) throws -> Void) rethrows {
    let items = document.takeItems()
    for item in items { try handle(item) }
  }
}
