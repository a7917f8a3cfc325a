import Synchronization

/// The position and the permission to use it, in the manner of Core Location's `CLLocationManager`; one stream of
/// ``events`` stands in for its delegate.
///
/// A manager may be made at any time, on any thread or actor. It is attached to the recorder, and so in use, while it
/// updates; ``LocationUpdate/liveUpdates(_:from:)`` needs less code.
public final class LocationManager: Sendable {
  private struct Settings {
    var isUpdating = false
    var allowsBackground = false
    var pauses = true

    var interest: Interest {
      let attachment = Attachment(interface: .manager, allowsBackground: allowsBackground, pauses: pauses)
      return Interest(attachment: isUpdating ? attachment : nil, authorization: true)
    }
  }

  private let settings = Mutex(Settings())
  private let desk = EventDesk()
  private let link: Link
  private let membership: Membership

  /// Creates a manager, which asks the recorder for its authorization; the first event tells it.
  public init(of recorder: RecorderAddress = .usual) {
    link = Link.to(recorder)
    membership = link.join(Settings().interest) { [desk] news in desk.take(news) }
  }

  /// The authorization in force; undecided until the recorder was heard, which the first event tells.
  public var authorizationStatus: AuthorizationStatus { desk.authorizationStatus ?? .notDetermined }

  /// The newest position since updating began; nil before the first.
  public var location: Location? { desk.location }

  /// What happens, from now on, beginning with the authorization. Each iterator gets everything.
  public var events: Events { Events(desk: desk, manager: self) }

  /// Asks the user for authorization, if nobody decided yet; does nothing otherwise. The decision is an event.
  ///
  /// Without a recorder it asks once one runs.
  public func requestWhenInUseAuthorization() { link.askForAuthorization() }

  /// Begins to update the position; positions are events. A second time changes nothing.
  ///
  /// It may be called before authorization is known: positions then begin with it.
  public func startUpdatingLocation() { change { $0.isUpdating = true } }

  /// Ends updating at once. A second time changes nothing.
  public func stopUpdatingLocation() { change { $0.isUpdating = false } }

  /// Whether updates go on while nothing else holds location in use; false by default, as on a phone. A live activity
  /// alone is not enough for a manager.
  public var allowsBackgroundLocationUpdates: Bool {
    get { settings.withLock(\.allowsBackground) }
    set { change { $0.allowsBackground = newValue } }
  }

  /// Whether updates pause at rest; true by default. Unlike a phone's, they always resume by themselves.
  ///
  /// If several managers of a program update, they pause only if all may.
  public var pausesLocationUpdatesAutomatically: Bool {
    get { settings.withLock(\.pauses) }
    set { change { $0.pauses = newValue } }
  }

  private func change(_ body: (inout Settings) -> Void) {
    let interest = settings.withLock { settings in
      body(&settings)
      return settings.interest
    }
    desk.isOpenForUpdates = interest.attachment != nil
    membership.change(interest)
  }
}
