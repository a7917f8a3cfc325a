import Positioning

/// Makes items of the elements of a document.
final class GPXDocument: XMLListener {
  /// No name or note is kept beyond so many bytes.
  private static let longestText = 4096

  private(set) var refusal: GPXFault?
  private var items: [GPXItem] = []
  private var elements: [GPXElement] = []
  private var text: [UInt8] = []
  private var creator = ""
  private var fileName: String?
  private var track: GPXTrack?
  private var point: GPXPointDraft?
  private var waypoint = GPXWaypoint(time: nil, coordinate: nil, text: nil)

  /// What was completed since the last time.
  func takeItems() -> [GPXItem] {
    defer { items.removeAll(keepingCapacity: true) }
    return items
  }

  func begin(_ name: String, line: Int, attribute: (String) -> String?) {
    let element = GPXElement(name, in: elements.last)
    if elements.isEmpty, element != .file { refusal = GPXFault(.notGPX(name), line: line) }
    elements.append(element)
    switch element {
    case .file:
      creator = attribute("creator") ?? ""
      items.append(.file(creator: creator))
    case .track: track = GPXTrack()
    case .segment:
      announceTrack()
      items.append(.segment)
    case .point:
      point = GPXPointDraft(line: line, coordinate: Coordinate(attribute), heights: .of(creator))
    case .waypoint: waypoint = GPXWaypoint(time: nil, coordinate: Coordinate(attribute), text: nil)
    case .route: items.append(.route)
    case .value: text.removeAll(keepingCapacity: true)
    case .about, .pointExtension, .other: break
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard case .value? = elements.last else { return }
    text.append(contentsOf: bytes.prefix(Self.longestText - text.count))
  }

  func end() {
    switch elements.removeLast() {
    case .value(let name): take(GPXValues.trimmed(String(decoding: text, as: UTF8.self)), as: name)
    case .point: if let point { items.append(.point(point.point)) }
    case .waypoint: items.append(.waypoint(waypoint))
    case .file, .about, .track, .segment, .pointExtension, .route, .other: break
    }
  }

  private func take(_ value: String, as name: String) {
    guard !value.isEmpty else { return }
    switch elements.last {
    case .file?, .about?: if name == "name" { fileName = value }
    case .track?: track?.take(value, as: name)
    case .point?, .pointExtension?: point?.take(value, as: name)
    case .waypoint?: waypoint.take(value, as: name)
    default: break
    }
  }

  /// Names and notes come before the first segment, by the schema.
  private func announceTrack() {
    guard var track = track.take() else { return }
    track.name = track.name ?? fileName
    items.append(.track(track))
  }
}

/// What an element is, by its name and by what it stands in.
enum GPXElement: Equatable {
  case file
  /// What the file says about itself.
  case about
  case track, segment, point, pointExtension, waypoint, route
  /// A value of the element it stands in.
  case value(String)
  case other

  /// Names the element in another one, nil for the outermost.
  init(_ name: String, in parent: GPXElement?) {
    self =
      switch (parent, name) {
      case (nil, "gpx"): .file
      case (.file?, "metadata"): .about
      case (.file?, "trk"): .track
      case (.file?, "wpt"): .waypoint
      case (.file?, "rte"): .route
      case (.track?, "trkseg"): .segment
      case (.segment?, "trkpt"): .point
      case (.point?, "extensions"): .pointExtension
      case (.file?, "name"), (.about?, "name"): .value(name)
      case (.track?, "name"), (.track?, "desc"), (.track?, "cmt"), (.track?, "src"): .value(name)
      case (.waypoint?, "name"), (.waypoint?, "desc"), (.waypoint?, "cmt"), (.waypoint?, "time"): .value(name)
      case (.point?, _): .value(name)
      case (.pointExtension?, "speed"), (.pointExtension?, "course"): .value(name)
      case (.pointExtension?, _): .pointExtension
      default: .other
      }
  }
}

extension GPXTrack {
  fileprivate mutating func take(_ value: String, as name: String) {
    switch name {
    case "name": self.name = value
    case "desc": note = value
    case "cmt": note = note ?? value
    case "src": source = value
    default: break
    }
  }
}

extension GPXWaypoint {
  fileprivate mutating func take(_ value: String, as name: String) {
    switch name {
    case "name": text = value
    case "desc", "cmt": text = text ?? value
    case "time": time = GPXValues.time(value)
    default: break
    }
  }
}

extension Coordinate {
  /// From the attributes `lat` and `lon`; nil if there is no such place.
  fileprivate init?(_ attribute: (String) -> String?) {
    guard let latitude = attribute("lat").flatMap(GPXValues.decimal),
      let longitude = attribute("lon").flatMap(GPXValues.decimal)
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }
}
