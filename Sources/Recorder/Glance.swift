import Positioning
import Tracking

/// What those who look on see: the newest fix, and how the session stands with it.
struct Glance: Equatable {
  var fix: Fix
  var isStationary: Bool
  /// Length of the session's movement, in metres.
  var distanceMetres: Double
  /// How long it moved, in milliseconds.
  var movingMilliseconds: Int64
}

extension Recording {
  /// The newest fix; nil if there is none yet.
  var glance: Glance? { glance(of: pipeline, legs: []) }

  /// When there may be something new to see that is not complete yet.
  var glanceDeadline: MonotonicTime? {
    switch stage {
    case .open, .listening: pipeline.glanceDeadline
    case .idle, .undecided: nil
    }
  }

  /// What there would be to see if nothing were added to the fix that waits for the rest of its epoch: it is shown half
  /// a second earlier than it can be stored.
  func earlyGlance(present: Timestamp?) -> Glance? {
    guard glanceDeadline != nil, let complete = pipeline.deadline else { return nil }
    var ahead = pipeline
    var legs: [Leg] = []
    var hasRestarted = false
    ahead.step(.tick(complete, present: present)) { effect in
      switch effect {
      case .leg(let leg): legs.append(leg)
      case .clockWentBack: hasRestarted = true
      default: break
      }
    }
    return hasRestarted ? nil : glance(of: ahead, legs: legs)
  }

  private func glance(of pipeline: TrackPipeline, legs: [Leg]) -> Glance? {
    guard let fix = pipeline.newest else { return nil }
    let moved = legs + (pipeline.openLeg.map { [$0] } ?? [])
    return Glance(
      fix: fix, isStationary: pipeline.openRest != nil,
      distanceMetres: moved.reduce(closedDistanceMetres) { $0 + $1.distanceMetres },
      movingMilliseconds: moved.reduce(closedMovingMilliseconds) { $0 + ($1.to - $1.from) })
  }
}
