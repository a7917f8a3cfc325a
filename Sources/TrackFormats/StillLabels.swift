/// Finds room for labels beside their places, so that none covers another.
struct StillLabels {
  /// A label's corner and size in pixels.
  struct Box {
    var x, y, width, height: Double

    func overlaps(_ other: Box) -> Bool {
      x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }
  }

  private let room: Box
  private var taken: [Box] = []

  init(in room: Box) { self.room = room }

  /// A place where nothing may be written.
  mutating func keepFree(aroundX x: Double, _ y: Double, radius: Double) {
    taken.append(Box(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius))
  }

  /// Right of the place, left, below or above, whichever is free first; nil where none is.
  mutating func place(besideX x: Double, _ y: Double, width: Double, height: Double) -> Box? {
    let gap = 13.0
    let candidates = [
      (x + gap, y - height / 2), (x - gap - width, y - height / 2), (x - width / 2, y + gap),
      (x - width / 2, y - gap - height),
    ]
    for (left, top) in candidates {
      let box = Box(x: left, y: top, width: width, height: height)
      let isInside =
        left >= room.x && top >= room.y && left + width <= room.x + room.width && top + height <= room.y + room.height
      guard isInside, !taken.contains(where: box.overlaps) else { continue }
      taken.append(box)
      return box
    }
    return nil
  }
}
