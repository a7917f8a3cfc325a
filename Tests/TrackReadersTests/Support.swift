import TrackReaders

/// Reads a whole file in pieces of so many bytes; gives what is before a fault, and the fault.
func read(_ text: String, pieces: Int = 7) -> (items: [GPXItem], fault: GPXFault?) {
  read(Array(text.utf8), pieces: pieces)
}

func read(_ bytes: [UInt8], pieces: Int) -> (items: [GPXItem], fault: GPXFault?) {
  var reader = GPXReader()
  var items: [GPXItem] = []
  do {
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      let piece = bytes[start..<min(start + pieces, bytes.count)]
      try piece.withUnsafeBytes { piece in try reader.read(piece) { items.append($0) } }
    }
    try reader.finish { items.append($0) }
    return (items, nil)
  } catch {
    return (items, error as? GPXFault)
  }
}

/// A file with one track of one segment.
func file(_ points: String, creator: String = "a test") -> String {
  #"<?xml version="1.0"?><gpx version="1.1" creator="\#(creator)"><trk><trkseg>\#(points)</trkseg></trk></gpx>"#
}

/// The only point of a file whose point holds some elements.
func point(_ elements: String, creator: String = "a test") -> GPXPoint? {
  let read = read(file(#"<trkpt lat="47.5" lon="-8.25">\#(elements)</trkpt>"#, creator: creator))
  for case .point(let point) in read.items { return point }
  return nil
}
