import Synchronization

extension LocationManager {
  /// What a manager tells.
  public enum Event: Equatable, Sendable {
    /// The authorization: once at the beginning, and whenever it changes.
    case authorizationChanged(AuthorizationStatus)
    /// New positions, in order, never none; several where the loop was busy meanwhile.
    case locations([Location])
    /// Updates stop, as the receiver is at rest.
    case paused
    /// Updates go on.
    case resumed
    /// No position is known for now: no recorder runs, gpsd is not there, or the receiver has no fix.
    case locationUnavailable
  }

  /// Events as they happen; ends with the task that iterates.
  ///
  /// Up to 1,024 wait for a loop that is busy; beyond that, the oldest positions go.
  public struct Events: AsyncSequence, Sendable {
    /// An event.
    public typealias Element = Event
    /// What no waiting mends.
    public typealias Failure = LiveUpdatesError

    let desk: EventDesk
    /// A manager lives as long as somebody listens to it.
    let manager: LocationManager

    /// Makes an iterator; events wait for it from now on.
    public func makeAsyncIterator() -> Iterator {
      Iterator(mailbox: desk.open(), manager: manager)
    }

    /// One consumer of events.
    public struct Iterator: AsyncIteratorProtocol {
      let mailbox: Mailbox<Event>
      let manager: LocationManager

      /// The next event; nil once the task was cancelled.
      ///
      /// - Throws: What no waiting mends.
      public mutating func next() async throws(LiveUpdatesError) -> Event? { try await next(isolation: nil) }

      /// The next event; nil once the task was cancelled.
      ///
      /// - Throws: What no waiting mends.
      public mutating func next(isolation actor: isolated (any Actor)?) async throws(LiveUpdatesError) -> Event? {
        guard let first = try await mailbox.take(isolation: actor, whenCancelled: {}) else { return nil }
        guard case .locations(var locations) = first.content else { return first.content }
        while let more = mailbox.takeReady(where: \.isLocations), case .locations(let next) = more.content {
          locations += next
        }
        return .locations(locations)
      }
    }
  }
}

extension LocationManager.Event {
  fileprivate var isLocations: Bool {
    if case .locations = self { true } else { false }
  }
}

/// What a manager knows, and who listens to it.
final class EventDesk: Sendable {
  private typealias Event = LocationManager.Event

  private struct State {
    var authorizationStatus: AuthorizationStatus?
    var location: Location?
    var isOpenForUpdates = false
    var isUnavailable = false
    var mailboxes: [WeakMailbox] = []
  }

  private struct WeakMailbox {
    weak var mailbox: Mailbox<Event>?
  }

  private let state = Mutex(State())

  var authorizationStatus: AuthorizationStatus? { state.withLock(\.authorizationStatus) }
  var location: Location? { state.withLock(\.location) }

  /// Whether positions are told; none comes after the call that closed it.
  var isOpenForUpdates: Bool {
    get { state.withLock(\.isOpenForUpdates) }
    set { state.withLock { $0.isOpenForUpdates = newValue } }
  }

  /// A mailbox for a new listener, with the authorization in it if that is known.
  func open() -> Mailbox<LocationManager.Event> {
    let mailbox = Mailbox<Event>()
    state.withLock { state in
      state.mailboxes.removeAll { $0.mailbox == nil }
      state.mailboxes.append(WeakMailbox(mailbox: mailbox))
      if let status = state.authorizationStatus {
        mailbox.put(.authorizationChanged(status), mayBeDropped: false)
      }
    }
    return mailbox
  }

  func take(_ news: News) {
    switch news {
    case .authorization(let status): takeAuthorization(status)
    case .update(let update): take(update)
    case .paused: if isOpenForUpdates { tell(.paused) }
    case .resumed: if isOpenForUpdates { tell(.resumed) }
    case .unavailable: take(LocationUpdate.unavailable)
    case .failed(let error): close(throwing: error)
    case .dropped, .activity, .background: break
    }
  }

  private func close(throwing error: LiveUpdatesError) {
    for one in state.withLock(\.mailboxes) { one.mailbox?.close(throwing: error) }
  }

  private func takeAuthorization(_ status: AuthorizationStatus) {
    let isNew = state.withLock { state in
      defer { state.authorizationStatus = status }
      return state.authorizationStatus != status
    }
    if isNew { tell(.authorizationChanged(status)) }
  }

  private func take(_ update: LocationUpdate) {
    let event = state.withLock { state -> Event? in
      guard state.isOpenForUpdates else { return nil }
      let wasUnavailable = state.isUnavailable
      state.isUnavailable = update.locationUnavailable
      if let location = update.location {
        state.location = location
        return .locations([location])
      }
      return update.locationUnavailable && !wasUnavailable ? .locationUnavailable : nil
    }
    if let event { tell(event) }
  }

  private func tell(_ event: Event) {
    for one in state.withLock(\.mailboxes) { one.mailbox?.put(event, mayBeDropped: event.isLocations) }
  }
}
