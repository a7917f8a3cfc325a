import Positioning
import Tracking

/// Keeps what repeats from becoming a flood: the same words at most once a minute, then with their count. What was
/// held back last of its kind is said when its minute is over, so that the last word is never an old one.
struct Repeats {
  static let minute: Int64 = 60_000

  private struct Said {
    var text: String
    var at: MonotonicTime
  }

  private struct Held {
    var announcement: Announcement
    var times: Int
    var due: MonotonicTime
  }

  private var said: [Said] = []
  private var held: [EventKind: Held] = [:]

  /// When the next held announcement is due.
  var deadline: MonotonicTime? { held.values.map(\.due).min() }

  /// The announcement as it may be said now; nil while it has to wait.
  mutating func admit(_ announcement: Announcement, _ now: MonotonicTime) -> Announcement? {
    let waiting = held[announcement.kind]
    let before = waiting?.announcement == announcement ? waiting?.times ?? 0 : 0
    if let former = said.first(where: { $0.text == announcement.text }), now - former.at < Self.minute {
      held[announcement.kind] = Held(announcement: announcement, times: before + 1, due: former.at + Self.minute)
      return nil
    }
    held[announcement.kind] = nil
    return say(announcement, now, before: before)
  }

  /// What was held back and may be said now, one at a time.
  mutating func takeDue(_ now: MonotonicTime) -> Announcement? {
    guard let kind = held.first(where: { $0.value.due <= now })?.key, let due = held.removeValue(forKey: kind) else {
      return nil
    }
    return say(due.announcement, now, before: due.times - 1)
  }

  private mutating func say(_ announcement: Announcement, _ now: MonotonicTime, before: Int) -> Announcement {
    said.removeAll { $0.text == announcement.text || now - $0.at >= Self.minute }
    said.append(Said(text: announcement.text, at: now))
    guard before > 0 else { return announcement }
    return Announcement(kind: announcement.kind, text: "\(announcement.text) (and \(before) times before)")
  }
}
