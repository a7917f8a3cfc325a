internal import Control

/// What whoever asked is told: the answer and the lines that it announced.
typealias Reply = Result<[ControlLine], LiveUpdatesError>

/// What is to be said, and who waits for the answer.
struct Request: Sendable {
  /// Why it is said.
  enum Purpose: Sendable {
    /// Somebody waits for the answer.
    case question(@Sendable (Reply) -> Void)
    case attachment, authorization, activities, backgroundSession
    /// To be said until it is answered, whichever connection that takes.
    case errand
    /// Nobody needs the answer.
    case notice
  }

  var line: ControlLine
  var purpose: Purpose
}

/// Who wants what of a connection, and what of that the recorder was told already. No I/O.
struct LinkState {
  private struct Member {
    var interest: Interest
    var listener: @Sendable (News) -> Void
    var knowsOfLoss = false
  }

  /// What was said on the present connection.
  private struct Said {
    var attachment: Attachment?
    var listens = false
    var authorization = false
    var activities = false
    var backgroundSession = false
    /// So many of the errands, the first ones.
    var errands = 0
  }

  /// A thread serves it.
  var isServed = false
  private var members: [Int: Member] = [:]
  private var joined = 0
  private var questions: [Request] = []
  /// What is owed to a recorder, oldest first: a connection that breaks before the answer leaves it to the next.
  private var errands: [ControlLine] = []
  private var said = Said()
  private var newestUpdate: LocationUpdate?
  /// What the recorder said of this program's background session, since it was asked.
  private var background: BackgroundState?

  /// There is somebody to listen for, or something to say.
  var isNeeded: Bool { !members.isEmpty || !questions.isEmpty || !errands.isEmpty }

  /// Takes in a member; whoever joins late is told what the others know: the newest update, and whether the background
  /// session is held.
  mutating func join(_ interest: Interest, _ listener: @escaping @Sendable (News) -> Void) -> Int {
    joined += 1
    members[joined] = Member(interest: interest, listener: listener)
    if interest.attachment != nil, let newestUpdate { listener(.update(newestUpdate)) }
    if interest.backgroundSession, let background { listener(.background(background)) }
    if interest.activities { said.activities = false }
    if interest.authorization { said.authorization = false }
    return joined
  }

  mutating func change(_ number: Int, _ interest: Interest) { members[number]?.interest = interest }

  mutating func leave(_ number: Int) {
    guard let member = members.removeValue(forKey: number) else { return }
    if member.interest.backgroundSession, !wantsBackgroundSession { endBackgroundSession() }
  }

  mutating func ask(_ line: ControlLine, _ answer: @escaping @Sendable (Reply) -> Void) {
    questions.append(Request(line: line, purpose: .question(answer)))
  }

  mutating func add(errand: ControlLine) { errands.append(errand) }

  /// The oldest errand was answered.
  mutating func finishErrand() {
    guard said.errands > 0 else { return }
    errands.removeFirst()
    said.errands -= 1
  }

  /// In the order in which they joined.
  private var ordered: [Member] { members.sorted { $0.key < $1.key }.map(\.value) }

  private var wantsBackgroundSession: Bool { members.values.contains(where: \.interest.backgroundSession) }

  private mutating func endBackgroundSession() {
    (said.backgroundSession, background) = (false, nil)
    add(errand: ControlLine("background", ["state": "off"]))
  }
}

// MARK: - What is to be said

extension LinkState {
  /// What the recorder does not know yet, in the order in which it is to be told.
  mutating func takeRequests() -> [Request] {
    defer { questions = [] }
    return takeErrands() + takeAttachment() + takeListening() + questions
  }

  private mutating func takeErrands() -> [Request] {
    defer { said.errands = errands.count }
    return errands.dropFirst(said.errands).map { Request(line: $0, purpose: .errand) }
  }

  private mutating func takeAttachment() -> [Request] {
    let wanted = Attachment.serving(ordered.compactMap(\.interest.attachment))
    guard wanted != said.attachment else { return [] }
    said.attachment = wanted
    if let wanted { return [Request(line: wanted.line, purpose: .attachment)] }
    newestUpdate = nil
    return [Request(line: ControlLine("detach"), purpose: .notice)]
  }

  private mutating func takeListening() -> [Request] {
    func once(_ part: WritableKeyPath<Said, Bool>, _ isWanted: Bool, _ request: Request) -> [Request] {
      guard isWanted, !said[keyPath: part] else { return [] }
      said[keyPath: part] = true
      return [request]
    }
    let interests = members.values.map(\.interest)
    return once(\.listens, !interests.isEmpty, Request(line: ControlLine("observe"), purpose: .notice))
      + once(
        \.authorization, interests.contains(where: \.authorization),
        Request(line: ControlLine("authorization"), purpose: .authorization))
      + once(
        \.activities, interests.contains(where: \.activities),
        Request(line: ControlLine("activity", ["verb": "list"]), purpose: .activities))
      + once(
        \.backgroundSession, wantsBackgroundSession,
        Request(line: ControlLine("background", ["state": "on"]), purpose: .backgroundSession))
  }
}

// MARK: - What was heard

/// Somebody to be told something, outside of any lock.
typealias Telling = @Sendable () -> Void

extension LinkState {
  /// Who is to be told of news.
  mutating func hear(_ news: News) -> [Telling] {
    switch news {
    case .update(let update): newestUpdate = update
    case .background(let state) where !state.isOn && !state.isInsufficientlyInUse: forgetBackgroundSessions()
    case .background(let state) where said.backgroundSession: background = state
    default: break
    }
    return tellings(news) { _ in true }
  }

  /// A recorder is there, so its next loss is news.
  mutating func becameReachable() {
    for number in members.keys { members[number]?.knowsOfLoss = false }
  }

  /// What could not begin while nothing was attached may be tried again.
  mutating func retryBackgroundSession() { (said.backgroundSession, background) = (false, nil) }

  /// A new connection: its recorder knows nothing yet.
  mutating func beginAnew() { (said, newestUpdate, background) = (Said(), nil, nil) }

  /// No recorder is there, or it went away.
  mutating func lose(_ error: LiveUpdatesError) -> [Telling] {
    (newestUpdate, background) = (nil, nil)
    defer { for number in members.keys { members[number]?.knowsOfLoss = true } }
    return failQuestions(error) + tellings(.unavailable) { !$0.knowsOfLoss }
  }

  /// It is over for everybody.
  mutating func fail(_ error: LiveUpdatesError) -> [Telling] {
    beginAnew()
    errands = []
    defer { members = [:] }
    return failQuestions(error) + tellings(.failed(error)) { _ in true }
  }

  /// It is over for whoever wanted updates.
  mutating func failAttached(_ error: LiveUpdatesError) -> [Telling] {
    let tellings = tellings(.failed(error)) { $0.interest.attachment != nil }
    members = members.filter { $0.value.interest.attachment == nil }
    said.attachment = nil
    return tellings
  }

  private mutating func failQuestions(_ error: LiveUpdatesError) -> [Telling] {
    defer { questions = [] }
    return questions.compactMap { request in
      guard case .question(let answer) = request.purpose else { return nil }
      return { answer(.failure(error)) }
    }
  }

  /// An ended session is dead; it is not asked for again.
  private mutating func forgetBackgroundSessions() {
    for number in members.keys { members[number]?.interest.backgroundSession = false }
    (said.backgroundSession, background) = (false, nil)
  }

  private func tellings(_ news: News, to isMeant: (Member) -> Bool) -> [Telling] {
    ordered.filter(isMeant).map { member in { member.listener(news) } }
  }
}
