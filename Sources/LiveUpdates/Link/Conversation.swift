internal import Control

/// One connection from its first word to its end, on the thread of a ``Link``.
struct Conversation: ~Copyable {
  /// A recorder that is silent for so long, though asked, counts as gone.
  private static let patience = Duration.seconds(10)

  private struct Awaited {
    var purpose: Request.Purpose
    var deadline: ContinuousClock.Instant
    /// An answer that announced lines, and those of them that came.
    var lines: [ControlLine] = []
    var missing = 0
  }

  private let connection: ControlConnection
  private let link: Link
  private var reader = LineReader()
  private var awaited: ArraySlice<Awaited> = []
  private var isOver = false
  private var wasAnswered = false
  /// The background session was refused, as nobody was attached.
  private var awaitsAttachment = false

  /// The recorder ended it, not this side.
  private(set) var wasBrokenOff = false

  init(_ connection: consuming ControlConnection, for link: Link) {
    self.connection = connection
    self.link = link
  }

  /// Converses until nobody needs it or the recorder is gone; whether that ever answered.
  mutating func run() -> Bool {
    link.note { $0.beginAnew() }
    while !isOver {
      let isNeeded = say()
      guard !isOver, isNeeded || !awaited.isEmpty else { break }
      link.bell.wait(for: connection.descriptor, milliseconds: milliseconds())
      hear()
      if let first = awaited.first, first.deadline < .now { breakOff() }
    }
    return wasAnswered
  }

  /// Says what the recorder does not know yet; whether somebody needs the connection after that.
  private mutating func say() -> Bool {
    let (requests, isNeeded) = link.takeRequests()
    // All await an answer before the first is said: if the recorder is gone by then, it is lost to all of them.
    awaited += requests.map { Awaited(purpose: $0.purpose, deadline: .now + Self.patience) }
    for request in requests where !isOver {
      if !connection.say(request.line) { breakOff() }
    }
    return isNeeded
  }

  private mutating func hear() {
    while !isOver {
      switch reader.next(from: connection.descriptor) {
      case .line(let line): take(line)
      case .foreign(let version): fail(.incompatibleRecorder(version: version))
      case .nothing: return
      case .end: breakOff()
      }
    }
  }

  private mutating func take(_ line: ControlLine) {
    if line.word == "ok" || line.word == "error" {
      takeAnswer(line)
    } else {
      if let news = News(line) { link.tell { $0.hear(news) } }
      takeAnnounced(line)
    }
  }

  private func milliseconds() -> Int32 {
    guard let first = awaited.first else { return -1 }
    let rest = ContinuousClock.now.duration(to: first.deadline).components
    return Int32(max(0, rest.seconds * 1_000 + rest.attoseconds / 1_000_000_000_000_000 + 1))
  }
}

// MARK: - Answers

extension Conversation {
  private mutating func takeAnswer(_ line: ControlLine) {
    if !wasAnswered { link.note { $0.becameReachable() } }
    wasAnswered = true
    if let first = awaited.first, first.missing > 0 { finishFirst() }
    guard !awaited.isEmpty else { return }
    awaited[awaited.startIndex].lines = [line]
    awaited[awaited.startIndex].missing = line["count"].flatMap { Int($0) } ?? 0
    if awaited[awaited.startIndex].missing <= 0 { finishFirst() }
  }

  /// Takes a line that the last answer announced.
  private mutating func takeAnnounced(_ line: ControlLine) {
    guard let first = awaited.first, first.missing > 0, line.word == "activity" else { return }
    awaited[awaited.startIndex].lines.append(line)
    awaited[awaited.startIndex].missing -= 1
    if first.missing == 1 { finishFirst() }
  }

  private mutating func finishFirst() {
    guard let first = awaited.popFirst(), let answer = first.lines.first else { return }
    switch first.purpose {
    case .question(let waiter): waiter(.success(first.lines))
    case .attachment: takeAttachment(answer)
    case .authorization: tellAuthorization(answer)
    case .backgroundSession: takeBackgroundSession(answer)
    case .errand:
      link.note { $0.finishErrand() }
      // That of the request for authorization says how it stands.
      tellAuthorization(answer)
    case .activities, .notice: break
    }
  }

  private mutating func takeAttachment(_ answer: ControlLine) {
    guard answer.word == "ok" else {
      link.tell { $0.failAttached(LiveUpdatesError(refusal: answer)) }
      return
    }
    if awaitsAttachment { link.note { $0.retryBackgroundSession() } }
    awaitsAttachment = false
    tellAuthorization(answer)
  }

  private func tellAuthorization(_ answer: ControlLine) {
    guard let word = answer["authorization"] else { return }
    link.tell { $0.hear(.authorization(AuthorizationStatus(word: word))) }
  }

  private mutating func takeBackgroundSession(_ answer: ControlLine) {
    awaitsAttachment = answer.word != "ok"
    let isOn = answer.word == "ok"
    link.tell {
      $0.hear(.background(BackgroundState(uuid: answer["uuid"], isOn: isOn, isInsufficientlyInUse: !isOn)))
    }
  }
}

// MARK: - Ends

extension Conversation {
  private mutating func breakOff() {
    guard !isOver else { return }
    (isOver, wasBrokenOff) = (true, true)
    failAwaited(.connectionLost)
    link.tell { $0.lose(.connectionLost) }
  }

  private mutating func fail(_ error: LiveUpdatesError) {
    isOver = true
    failAwaited(error)
    link.tell { $0.fail(error) }
  }

  private mutating func failAwaited(_ error: LiveUpdatesError) {
    for one in awaited {
      if case .question(let waiter) = one.purpose { waiter(.failure(error)) }
    }
    awaited = []
  }
}

extension LiveUpdatesError {
  /// Puts a recorder's refusal into a case that programs can tell apart.
  init(refusal line: ControlLine) {
    let code = line["code"] ?? ""
    switch code {
    case "disabled": self = .activitiesDisabled
    case "rejected_not_found": self = .activityNotFound
    case "rejected_ended": self = .activityEnded
    case "rejected_already_active": self = .activityAlreadyActive(id: line["uuid"])
    case "rejected_maximum_exceeded": self = .maximumActivitiesExceeded
    case "rejected_too_large": self = .activityTooLarge
    case "rejected_stale_timestamp": self = .staleTimestamp
    case "rejected_not_json": self = .notJSON
    default:
      self = .refused(code: code, message: line["message"] ?? line["why"] ?? "The recorder refused.")
    }
  }
}
