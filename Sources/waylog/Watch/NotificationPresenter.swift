import Control
import Glibc
import LiveActivity
import Positioning
import Presentation

/// Shows the activity as one desktop notification, through notify-send.
struct NotificationPresenter: Presenter {
  private let database: Database
  private let click: ClickTarget?
  private let signals: Int32
  private var conversation: NotificationConversation
  /// The run that prints an id, and what it printed so far.
  private var asked: (program: ChildProgram, printed: [UInt8])?
  /// The run that stays.
  private var holder: (program: ChildProgram, printed: [UInt8])?
  private var hasComplained = false
  private(set) var isDone = false

  init(_ database: Database, click: ClickTarget?, dismissal: NotificationConversation.Dismissal) throws {
    guard ChildProgram.isInstalled("notify-send") else {
      throw Failure(
        .unavailable, "cannot show notifications: there is no notify-send",
        advice: "install it; Debian has it in the package libnotify-bin")
    }
    self.database = database
    self.click = click
    signals = try Launch.signals()
    conversation = NotificationConversation(dismissal: dismissal)
  }

  var descriptors: [Int32] { [signals] + [asked, holder].compactMap { $0?.program.output } }

  mutating func show(_ rendering: Rendering, at now: MonotonicTime) throws {
    try perform(conversation.show(rendering, at: now), now)
  }

  mutating func attend(to descriptor: Int32, at now: MonotonicTime) throws {
    if descriptor == signals {
      // The notification would stay, and nobody would hear its buttons.
      holder?.program.send(SIGINT)
      isDone = true
    } else if descriptor == asked?.program.output, let text = Self.everything(in: &asked) {
      // Without a server it prints 0, which is no id.
      let id = UInt32(text).flatMap { $0 > 0 ? $0 : nil }
      if id == nil { complain() }
      try perform(conversation.shown(id: id, at: now), now)
    } else if descriptor == holder?.program.output, let key = Self.everything(in: &holder) {
      try perform(conversation.closed(printing: key, at: now), now)
    }
  }

  private mutating func perform(_ actions: [NotificationConversation.Action], _ now: MonotonicTime) throws {
    for action in actions {
      switch action {
      case .ask(let step, let notification):
        asked = (try ChildProgram.reading(NotifySend(step, notification, click: click).words), [])
      case .hold(let id, let notification):
        let next = try ChildProgram.reading(NotifySend(.hold(id: id), notification, click: click).words)
        release(SIGTERM)
        holder = (next, [])
      case .close: release(SIGINT)
      case .open: open()
      case .end(let activity): end(activity)
      }
    }
  }

  private mutating func release(_ signal: Int32) {
    guard let former = holder.take() else { return }
    former.program.send(signal)
    close(former.program.output)
  }

  private func open() {
    guard let click else { return }
    do { try ChildProgram.launch(click.words) } catch { _ = Failure(error).tell() }
  }

  /// Its reader wants to see no more of it.
  private func end(_ activity: String) {
    let request = ActivityRequest.Request(.end, ["verb": "end", "id": activity, "dismiss": "immediate"])
    do { _ = try ActivityRequest.send(request, to: database) } catch { _ = Failure(error).tell() }
  }

  private mutating func complain() {
    guard !hasComplained else { return }
    hasComplained = true
    RecorderRequest.tell("notify-send showed nothing; does a notification server run? it is tried again every minute")
  }

  /// All that a run printed, without blanks at its end, once it has ended; the run is then forgotten.
  private static func everything(in run: inout (program: ChildProgram, printed: [UInt8])?) -> String? {
    guard let program = run?.program else { return nil }
    var piece = [UInt8](repeating: 0, count: 256)
    let count = read(program.output, &piece, piece.count)
    if count > 0 {
      run?.printed += piece[..<count]
      return nil
    }
    defer {
      close(program.output)
      run = nil
    }
    return String(decoding: run?.printed ?? [], as: UTF8.self).split(whereSeparator: \.isWhitespace).first
      .map(String.init) ?? ""
  }
}
