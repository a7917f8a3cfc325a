import Glibc
public import Positioning

/// What happens to a subscription.
public enum SubscriptionEvent: Sendable {
  /// gpsd answers; its release.
  case connected(release: String)
  /// gpsd cannot be reached, or is none; why.
  case unreachable(String)
  /// The connection ended.
  case disconnected(String)
  /// gpsd said something.
  case message(Message)
}

/// The subscription to a gpsd, kept up by itself: fed by one `poll` loop, it connects, reads every line that is there
/// and connects again.
public struct Subscription: ~Copyable {
  private enum Link {
    case none
    case attempt(ConnectionAttempt)
    case open(OpenConnection)
  }

  /// Decodes the lines, and knows the receivers' paths.
  public let decoder = ReportDecoder()
  private let endpoint: Endpoint
  /// Nil while nothing is wanted of gpsd.
  private var plan: ReconnectPlan?
  private var lines = LineAssembler()
  private var link = Link.none
  private var hasGreeted = false
  /// What came before a greeting, in bytes.
  private var ungreeted = 0

  /// Creates a subscription that is not begun yet.
  public init(to endpoint: Endpoint) { self.endpoint = endpoint }

  /// Begins to subscribe; the first attempt is made by the next `tick`.
  public mutating func begin(_ now: MonotonicTime) {
    end()
    plan = ReconnectPlan(for: endpoint, now: now)
  }

  /// Lets gpsd go, at once and without a word.
  public mutating func end() {
    link = .none
    plan = nil
    hasGreeted = false
  }

  /// The descriptor to wait for, for reading.
  public var descriptor: Int32? {
    switch link {
    case .none: nil
    case .attempt(let attempt): attempt.descriptor
    case .open(let connection): connection.descriptor
    }
  }

  /// When `tick` has something to do, if the descriptor is not readable before.
  public var deadline: MonotonicTime? { plan?.deadline }

  /// Time passed.
  public mutating func tick(_ now: MonotonicTime, handle: (SubscriptionEvent) -> Void) {
    switch plan?.tick(now) {
    case .connect?:
      guard let attempt = ConnectionAttempt(endpoint) else {
        plan?.lost(now)
        return handle(.unreachable("no descriptor or thread is left"))
      }
      link = .attempt(attempt)
    case .ask?:
      if !asked() { drop(now, "the connection is broken", handle) }
    case .giveUp?: drop(now, hasGreeted ? "no answer" : ungreeted > 0 ? Self.stranger : "no greeting", handle)
    case nil: break
    }
  }

  /// The descriptor is readable.
  public mutating func ready(_ now: MonotonicTime, handle: (SubscriptionEvent) -> Void) {
    switch link {
    case .none: break
    case .attempt(let attempt): settle(attempt.outcome(), now, handle)
    case .open(let connection): read(connection.descriptor, now, handle)
    }
  }

  private mutating func settle(
    _ outcome: ConnectionAttempt.Outcome, _ now: MonotonicTime, _ handle: (SubscriptionEvent) -> Void
  ) {
    switch outcome {
    case .open(let connection):
      link = .open(connection)
      plan?.connected(now)
      lines.reset()
      ungreeted = 0
    case .failed(let reason):
      link = .none
      plan?.lost(now)
      handle(.unreachable(reason))
    }
  }

  private func asked() -> Bool {
    if case .open(let connection) = link { return connection.askForDevices() }
    return false
  }

  private static let stranger = "what answers there is not gpsd"

  /// Reads what is there, but not for ever: signals must get their turn beside a server that never pauses.
  private mutating func read(_ descriptor: Int32, _ now: MonotonicTime, _ handle: (SubscriptionEvent) -> Void) {
    let decoder = self.decoder
    for _ in 0..<64 {
      var greeted = hasGreeted
      var isStranger = false
      // Bytes alone are no sign of gpsd: a line that never ends would hold the connection for ever.
      var hasLine = false
      let count = lines.fill(
        { recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) },
        handle: { piece in
          guard !isStranger else { return }
          hasLine = true
          switch decoder.decode(piece) {
          case .version(let release) where !greeted:
            greeted = true
            handle(.connected(release: release))
          case _ where !greeted: isStranger = true
          case let message: handle(.message(message))
          }
        })
      hasGreeted = greeted
      if !greeted { ungreeted += max(0, count) }
      if isStranger || ungreeted > LineAssembler.longestLine { return drop(now, Self.stranger, handle) }
      if count == 0 { return drop(now, "gpsd closed the connection", handle) }
      if count < 0 {
        if errno == EAGAIN || errno == EINTR { return }
        return drop(now, String(cString: strerror(errno)), handle)
      }
      if hasLine { plan?.heard(now) }
    }
  }

  private mutating func drop(_ now: MonotonicTime, _ reason: String, _ handle: (SubscriptionEvent) -> Void) {
    link = .none
    plan?.lost(now)
    handle(hasGreeted ? .disconnected(reason) : .unreachable(reason))
    hasGreeted = false
  }
}

extension ReportDecoder {
  /// Decodes what the assembler hands out.
  public func decode(_ piece: LineAssembler.Piece) -> Message {
    switch piece {
    case .line(let line): decode(line)
    case .tooLong: .malformed
    }
  }
}
