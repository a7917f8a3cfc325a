import Positioning
import TextOutput

/// What follows from a snapshot, before it is put into presentations; texts are nil where there is nothing to say.
struct Facts {
  let snapshot: Snapshot
  let units: Units
  let state: DisplayState
  let isStale: Bool
  let isAtRest: Bool
  /// Milliseconds since the fix.
  let fixAge: Int64?
  let heading: String
  /// What its owner put into the activity and can be seen.
  let ownFields: [(name: String, text: String)]
  /// Whether its owner's fields are all there is to show.
  let isOwnMatter: Bool
  /// Behind figures that may be wrong by now.
  let mark: String
  let speedMPS: Double?
  let speed: String?
  let distance: String?
  let movingTime: String?
  let satellites: String?
  let trip: String?

  init(_ snapshot: Snapshot, now: Timestamp, units: Units) {
    let activity = snapshot.activity
    let content = activity?.content ?? Content()
    (self.snapshot, self.units) = (snapshot, units)
    state = DisplayState(of: snapshot, at: now)
    // Nothing is live without somebody who keeps it so.
    isStale = activity.map { snapshot.recorder == .none || $0.isStale(at: now) } ?? false
    mark = isStale ? "?" : ""
    isAtRest = content.isStationary == true
    fixAge = content.fixTime.flatMap { $0 <= now ? now - $0 : nil }
    speedMPS = state.showsSpeed && !isAtRest ? content.speedMPS : nil
    speed = speedMPS.map { [mark] in "\(units.speedDigits(metresPerSecond: $0)) \(units.speedUnit)\(mark)" }
    distance = content.distanceMetres.map { units.distanceText(metres: $0) }
    movingTime = content.movingMilliseconds.map { HumanText.duration(milliseconds: $0) }
    satellites = content.satellites.map { $0 == 1 ? "1 satellite" : "\($0) satellites" }
    ownFields = content.ownFields.map { ($0.name, $0.value.text.fitted(to: 160)) }.filter { !$0.text.isEmpty }
    isOwnMatter = !ownFields.isEmpty && !content.isOfMovement
    (heading, trip) = Self.names(of: activity, content)
  }

  /// What the activity is about, and the trip's name if that is something else.
  private static func names(of activity: Snapshot.Activity?, _ content: Content) -> (heading: String, trip: String?) {
    guard let activity else { return ("waylog", nil) }
    let name = activity.name.fitted(to: 60)
    let trip = (content.trip ?? "").fitted(to: 60)
    if name.isEmpty, !trip.isEmpty { return (trip, nil) }
    let type = activity.type.fitted(to: 60)
    let heading = name.isEmpty ? (type.isEmpty ? "activity" : type) : name
    return (heading, trip.isEmpty || trip == heading ? nil : "trip \(trip)")
  }

  var stateWords: String { isStale && state != .stale ? state.words + ", stale" : state.words }

  var progress: String? {
    switch (distance, movingTime) {
    case (let distance?, let movingTime?): "\(distance) in \(movingTime)"
    default: distance ?? movingTime
    }
  }

  var age: String? { fixAge.map { "fix \(HumanText.duration(milliseconds: $0)) ago" } }

  var ownValues: String { ownFields.map(\.text).joined(separator: ", ") }

  var backgroundNote: String? { snapshot.background == .on ? "background session" : nil }
}

extension Content.Value {
  /// For people: a text as it is, a number with as many decimals as it takes, up to six.
  fileprivate var text: String {
    switch self {
    case .text(let text): text
    case .number(let number): decimal(number, places: 6, zeros: .trimmed)
    }
  }
}
