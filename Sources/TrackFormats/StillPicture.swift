import TextOutput

/// Draws a still.
struct StillPicture {
  let title, subtitle, creator: String
  let units: Units
  let vertices: [StillLine.Vertex]
  let places: [StillPlace]

  func draw(into text: inout TextBuffer) {
    let frame = StillFrame(vertices.map { ($0.latitude, $0.longitude) })
    appendHead(frame, &text)
    let scale = SpeedScale(vertices.compactMap(\.speedMMPS), units: units)
    appendTrack(frame, scale, &text)
    appendPlaces(frame, &text)
    appendFoot(frame, scale, &text)
    text.append("</svg>\n")
  }

  private func appendHead(_ frame: StillFrame, _ text: inout TextBuffer) {
    let size = "\(decimal(StillFrame.width, places: 0))\" height=\"\(decimal(frame.height, places: 0))"
    let box = "0 0 \(decimal(StillFrame.width, places: 0)) \(decimal(frame.height, places: 0))"
    text.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" version="1.1" width="\(size)" viewBox="\(box)" \
      font-family="system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif">

      """)
    text.append("<title>", content: title, "</title>\n")
    text.append("<desc>", content: "\(creator): \(subtitle)", "</desc>\n")
    text.append("<rect width=\"100%\" height=\"100%\" fill=\"#f7f6f3\"/>\n")
    let field = frame.height - StillFrame.headHeight - StillFrame.footHeight
    text.append("<rect x=\"24\" y=\"104\" width=\"1152\" height=\"\(decimal(field - 8, places: 0))\" rx=\"12\" ")
    text.append("fill=\"#eceae4\"/>\n")
    text.append("<text x=\"40\" y=\"54\" font-size=\"30\" font-weight=\"600\" fill=\"#1d2530\">")
    text.append(xmlText: DisplayWidth.cut(title, to: 64))
    text.append("</text>\n<text x=\"40\" y=\"84\" font-size=\"18\" fill=\"#5b6470\">")
    text.append(xmlText: subtitle)
    text.append("</text>\n")
  }

  // MARK: - Track

  private func appendTrack(_ frame: StillFrame, _ scale: SpeedScale, _ text: inout TextBuffer) {
    var runs = TextBuffer()
    // The last is for speeds that are not known.
    var colours = Array(repeating: TextBuffer(), count: SpeedScale.colours + 1)
    var pen: (x: Double, y: Double, colour: Int?)?
    for (index, vertex) in vertices.enumerated() {
      let (x, y) = frame.point(latitude: vertex.latitude, longitude: vertex.longitude)
      let endsRun = index + 1 == vertices.count || vertices[index + 1].beginsRun
      guard let from = pen, !vertex.beginsRun else {
        runs.append("M", x, y)
        // A round cap makes a dot of a line without length.
        if endsRun { runs.append("L", x, y) }
        if endsRun { colours[SpeedScale.colours].append("M", x, y, "L", x, y) }
        pen = (x, y, nil)
        continue
      }
      guard endsRun || (x - from.x).magnitude + (y - from.y).magnitude >= 0.5 else { continue }
      let colour = vertex.speedMMPS.map { scale.colour(ofMMPS: $0) } ?? SpeedScale.colours
      runs.append("L", x, y)
      if from.colour != colour { colours[colour].append("M", from.x, from.y) }
      colours[colour].append("L", x, y)
      pen = (x, y, colour)
    }
    text.append("<g id=\"track\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n")
    text.append(path: runs, stroke: "#ffffff", width: 9)
    for (colour, path) in colours.enumerated() {
      text.append(
        path: path, stroke: colour < SpeedScale.colours ? SpeedScale.text(colour) : SpeedScale.unknown, width: 5)
    }
    text.append("</g>\n")
  }

  // MARK: - Places

  private func appendPlaces(_ frame: StillFrame, _ text: inout TextBuffer) {
    var labels = StillLabels(
      in: .init(
        x: 8, y: StillFrame.headHeight, width: StillFrame.width - 16,
        height: frame.height - StillFrame.headHeight - StillFrame.footHeight))
    let spots = places.map { ($0, frame.point(ofLatitudeE9: $0.latitudeE9, $0.longitudeE9)) }
    for (_, spot) in spots { labels.keepFree(aroundX: spot.x, spot.y, radius: 9) }
    text.append("<g id=\"places\" font-size=\"15\" fill=\"#1d2530\">\n")
    for (place, spot) in spots {
      text.append("<circle class=\"\(place.kind)\" cx=\"\(decimal(spot.x, places: 1))\"")
      text.append(" cy=\"\(decimal(spot.y, places: 1))\" r=\"8\" stroke-width=\"3\" ")
      text.append(
        place.kind == .stop ? "fill=\"#ffffff\" stroke=\"#1d2530\"/>\n" : "fill=\"#1d2530\" stroke=\"#ffffff\"/>\n")
    }
    appendEnds(frame, &text)
    for (place, spot) in spots {
      let width = Double(DisplayWidth.columns(place.label)) * 8.6 + 4
      guard let box = labels.place(besideX: spot.x, spot.y, width: width, height: 20) else { continue }
      text.append(label: place.label, at: box)
    }
    text.append("</g>\n")
  }

  /// A triangle where the track begins, as for play, and a square where it ends, as for stop.
  private func appendEnds(_ frame: StillFrame, _ text: inout TextBuffer) {
    for (vertex, shape) in [(vertices.last, "M-4 -4h8v8h-8z"), (vertices.first, "M-3 -5L5 0L-3 5z")] {
      guard let vertex else { continue }
      let (x, y) = frame.point(latitude: vertex.latitude, longitude: vertex.longitude)
      text.append("<g transform=\"translate(\(decimal(x, places: 1)) \(decimal(y, places: 1)))\" fill=\"#1d2530\">")
      text.append("<circle r=\"10\" fill=\"#ffffff\" stroke=\"#1d2530\" stroke-width=\"2.5\"/>")
      text.append("<path d=\"\(shape)\"/></g>\n")
    }
  }

  // MARK: - Foot

  private func appendFoot(_ frame: StillFrame, _ scale: SpeedScale, _ text: inout TextBuffer) {
    let y = frame.height - 34
    let bar = frame.scaleBar(units, atMost: 240)
    text.append("<g id=\"scale\" font-size=\"15\" fill=\"#5b6470\">\n<path fill=\"none\" stroke=\"#1d2530\" ")
    text.append("stroke-width=\"2\" d=\"M40 \(decimal(y - 7, places: 1))v7h\(decimal(bar.pixels, places: 1))v-7\"/>\n")
    text.append("<text x=\"\(decimal(50 + bar.pixels, places: 1))\" y=\"\(decimal(y + 2, places: 1))\">")
    text.append(xmlText: bar.text)
    text.append("</text>\n")
    if vertices.contains(where: { $0.speedMMPS != nil }) { appendLegend(scale, y, &text) }
    text.append("</g>\n")
  }

  private func appendLegend(_ scale: SpeedScale, _ y: Double, _ text: inout TextBuffer) {
    let width = 10
    let end = "\(decimal(scale.end, places: 0)) \(units.speedUnit)"
    let right = Int(StillFrame.width - StillFrame.margin)
    let left = right - 10 - 9 * end.count - width * SpeedScale.colours
    text.append("<text x=\"\(left - 10)\" y=\"\(decimal(y + 2, places: 1))\" text-anchor=\"end\">0</text>\n")
    for colour in 0..<SpeedScale.colours {
      text.append("<rect x=\"\(left + colour * width)\" y=\"\(decimal(y - 9, places: 1))\" width=\"\(width)\" ")
      text.append("height=\"10\" fill=\"\(SpeedScale.text(colour))\"/>\n")
    }
    text.append("<text x=\"\(right)\" y=\"\(decimal(y + 2, places: 1))\" text-anchor=\"end\">")
    text.append(xmlText: end)
    text.append("</text>\n")
  }
}

extension TextBuffer {
  fileprivate mutating func append(_ command: String, _ x: Double, _ y: Double) {
    append(command)
    append(x, places: 1, zeros: .trimmed)
    append(" ")
    append(y, places: 1, zeros: .trimmed)
  }

  fileprivate mutating func append(
    _ command: String, _ x: Double, _ y: Double, _ next: String, _ toX: Double, _ toY: Double
  ) {
    append(command, x, y)
    append(next, toX, toY)
  }

  /// Twice: renderers disagree about which of stroke and fill lies on top.
  fileprivate mutating func append(label: String, at box: StillLabels.Box) {
    for look in [" stroke=\"#eceae4\" stroke-width=\"4\" stroke-linejoin=\"round\"", ""] {
      append("<text x=\"\(decimal(box.x + 2, places: 1))\" y=\"\(decimal(box.y + 15, places: 1))\"\(look)>")
      append(xmlText: label)
      append("</text>\n")
    }
  }

  fileprivate mutating func append(path: TextBuffer, stroke: String, width: Int) {
    guard !path.isEmpty else { return }
    append("<path stroke=\"\(stroke)\" stroke-width=\"\(width)\" d=\"")
    append(path)
    append("\"/>\n")
  }
}
