/// A bounded queue that counts what it drops, at the place where it is missing.
struct Letters<Content: Sendable>: Sendable {
  /// Something that waits, and how much was dropped right before it.
  struct Letter: Sendable {
    var content: Content
    var mayBeDropped: Bool
    var droppedBefore = 0
  }

  /// So much waits at most.
  static var most: Int { 1_024 }

  private var waiting: ArraySlice<Letter> = []
  /// Dropped after the last letter that waits.
  private var dropped = 0

  /// Adds something; where too much waits, the oldest goes that may be dropped, else the oldest.
  mutating func add(_ content: Content, mayBeDropped: Bool) {
    waiting.append(Letter(content: content, mayBeDropped: mayBeDropped, droppedBefore: dropped))
    dropped = 0
    if waiting.count > Self.most { dropOldest() }
  }

  /// Notes what was dropped elsewhere, before what is added next.
  mutating func countDropped(_ count: Int) { dropped += count }

  mutating func takeFirst() -> Letter? { waiting.popFirst() }

  mutating func takeFirst(where isMeant: (Content) -> Bool) -> Letter? {
    guard let first = waiting.first, isMeant(first.content) else { return nil }
    return waiting.popFirst()
  }

  private mutating func dropOldest() {
    let index = waiting.firstIndex(where: \.mayBeDropped) ?? waiting.startIndex
    let count = waiting.remove(at: index).droppedBefore + 1
    // What followed it stands at its index now.
    if index < waiting.endIndex { waiting[index].droppedBefore += count } else { dropped += count }
  }
}
