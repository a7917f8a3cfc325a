import Control
import Delivery
import GPSClient
import LiveActivity
import Positioning
import TrackStore
import Tracking

/// Whether updates flow, and to whom.
extension RecordLoop {
  /// What the owner decided.
  var decision: Authorization {
    StoredAuthorization(word: intent?.authorization ?? Authorization.always.word).authorization
  }

  private var circumstances: Circumstances {
    var now = Circumstances()
    now.isWanted = recording.isOpen || recording.isUndecided || !clients.attached.isEmpty
    now.decision = decision
    now.isAsking = !clients.asking.isEmpty
    now.policy = policy
    // Whoever records in a terminal looks on.
    now.clients = clients.attached.count + (settings.role == .foreground && !isLeftAlone ? 1 : 0)
    now.hasLiveActivity = !book.live.isEmpty
    now.hasBackgroundSession = background?.isHeld ?? false
    now.position = position
    return now
  }

  private var position: Circumstances.Position {
    switch watch.state {
    case .fix: .known(errorMetres: recording.pipeline.newest?.measurements.horizontalErrorMetres)
    case .unreachable, .noDevice, .silent, .noFix: watch.isWarmingUp(Clocks.monotonic()) ? .awaited : .unavailable
    }
  }

  /// Lets updates flow, or stops them, as things are now.
  mutating func deliver(_ now: MonotonicTime) {
    var transitions: [DeliveryTransition] = []
    delivery.step(circumstances, at: now) { transitions.append($0) }
    for transition in transitions { follow(transition, now) }
    guard !recording.isOpen, !recording.isUndecided else { return }
    if delivery.flows { recording.listen() } else { recording.stopListening() }
  }

  private mutating func follow(_ transition: DeliveryTransition, _ now: MonotonicTime) {
    switch transition {
    case .authorization(let authorization): tell(authorization, now)
    case .resumed: subscribe(now)
    case .flags(let flags): note(flags, now)
    case .update(let flags): push(nil, isStationary: false, flags)
    case .paused: unsubscribe(now)
    }
  }

  private mutating func subscribe(_ now: MonotonicTime) {
    watch = LinkWatch(settings.endpoint, now: now)
    newestShown = recording.pipeline.newest
    subscription.begin(now)
  }

  private mutating func unsubscribe(_ now: MonotonicTime) {
    recording.step(.interrupted(.paused))
    subscription.end()
    watch = LinkWatch(settings.endpoint, now: now)
    // The interruption may have completed a fix, which is no news any more.
    newestShown = recording.pipeline.newest
    if recording.isOpen || recording.isUndecided {
      announce(Announcement(kind: .flag, text: "recording pauses: \(pauseReason)"), now)
    }
  }

  private var pauseReason: String {
    let flags = delivery.flags
    if flags.contains(.insufficientlyInUse) { return "positions may be used only while something uses them" }
    if flags.contains(.authorizationRestricted) { return "the administrator's policy forbids it" }
    if flags.contains(.authorizationDeniedGlobally) { return "the administrator switched location off" }
    if flags.contains(.authorizationDenied) { return "the use of positions is denied" }
    if flags.contains(.serviceSessionRequired) { return "it needs a background session" }
    return "somebody is being asked"
  }

  private mutating func note(_ flags: UpdateFlags, _ now: MonotonicTime) {
    recording.note(.event(StoredEvent(time: time(of: now), kind: .flag, detail: flags.isEmpty ? "none" : "\(flags)")))
  }

  private mutating func tell(_ authorization: Authorization, _ now: MonotonicTime) {
    let announcement = Announcement(kind: .authorization, text: "authorization is \(authorization.word)")
    if hasToldAuthorization {
      announce(announcement, now)
    } else {
      hasToldAuthorization = true
      recording.note(.event(StoredEvent(time: time(of: now), kind: .authorization, detail: announcement.text)))
    }
    let line = ControlLine("authorization", ["status": authorizationWord])
    for client in clients.listening { send(line, to: client, .everyOne) }
  }

  /// The authorization in force, as programs are told it.
  var authorizationWord: String {
    let authorization = circumstances.authorization
    return policy.contains(.locationOff) && authorization == .denied ? "denied-globally" : authorization.word
  }

  /// Why no recording may be started; nil if it may.
  var startRefusal: String? {
    switch circumstances.authorization {
    case .restricted: "the administrator's policy forbids it"
    case .denied: policy.contains(.locationOff) ? "the administrator switched location off" : "it is denied"
    case .notDetermined, .whenInUse, .always: nil
    }
  }
}

// MARK: - Updates

extension RecordLoop {
  /// Shows a new fix to whoever wants to see it.
  mutating func deliver(_ glance: Glance, _ now: MonotonicTime) {
    let (fix, isStationary) = (glance.fix, glance.isStationary)
    let showing = feed.take(isStationary: isStationary, at: now)
    for (client, attachment) in clients.attached {
      let pauses = attachment.pauses && !recording.pipeline.flows
      if pauses, showing == .resting || showing == .reminder { continue }
      let tellsPauses = attachment.interface == .manager && pauses
      if tellsPauses, showing == .departure { send(ControlLine("resumed"), to: client, .everyOne) }
      send(updateLine(fix, isStationary: isStationary, delivery.flags), to: client, .everyOneWhileThereIsRoom)
      if tellsPauses, showing == .arrival { send(ControlLine("paused"), to: client, .everyOne) }
    }
    if showing != .resting || recording.pipeline.flows { propose(glance, showing, now) }
  }

  /// Tells everybody that there is no position, and why.
  private mutating func push(_ fix: Fix?, isStationary: Bool, _ flags: UpdateFlags) {
    for client in clients.attached.keys {
      send(updateLine(fix, isStationary: isStationary, flags), to: client, .everyOne)
    }
  }

  /// The state of things, for a client that has just come.
  mutating func greet(_ client: ClientID) {
    let fix = delivery.flags.allowPosition && watch.hasFix ? recording.pipeline.newest : nil
    let isStationary = fix != nil && recording.pipeline.openRest != nil
    send(updateLine(fix, isStationary: isStationary, delivery.flags), to: client, .everyOne)
  }

  private mutating func updateLine(_ fix: Fix?, isStationary: Bool, _ flags: UpdateFlags) -> ControlLine {
    updatesSent += 1
    return .update(
      updatesSent, fix, device: fix.map { subscription.decoder.path(of: $0.device) }, isStationary: isStationary, flags)
  }

  /// A line that goes out with this turn.
  mutating func send(_ line: ControlLine, to client: ClientID, _ manner: Outbox.Manner) {
    outgoing.append((line, client, manner))
  }
}
