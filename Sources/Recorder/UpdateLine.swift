import Control
import Delivery
import LiveActivity
import Positioning
import TextOutput

extension ControlLine {
  /// An update as attached programs are told it; the keys of the place are left out where there is none.
  static func update(
    _ number: Int, _ fix: Fix?, device: String?, isStationary: Bool, _ flags: UpdateFlags
  ) -> ControlLine {
    let measured = fix?.measurements
    return ControlLine(
      "update",
      [
        "seq": String(number), "stationary": isStationary ? "1" : "0", "flags": "\(flags)",
        "time": fix?.time.iso8601,
        "latitude": fix.map { digits($0.coordinate.latitude, 9) },
        "longitude": fix.map { digits($0.coordinate.longitude, 9) },
        "altitude_msl": measured?.altitudeMSLMetres.map { digits($0, 4) },
        "altitude_hae": measured?.altitudeHAEMetres.map { digits($0, 4) },
        "speed": measured?.speedMPS.map { digits($0, 3) },
        "course": measured?.courseDegrees.map { digits($0, 4) },
        "climb": measured?.climbMPS.map { digits($0, 3) },
        "accuracy": measured?.horizontalErrorMetres.map { digits($0, 3) },
        "vertical_accuracy": measured?.verticalErrorMetres.map { digits($0, 3) },
        "satellites": measured?.satellites.map { String($0) },
        "mode": measured.map { String($0.mode.rawValue) },
        "status": measured.map { String($0.status.code) },
        "device": fix == nil ? nil : device,
        "simulated": measured.map { $0.status.code == 8 ? "1" : "0" },
      ])
  }

  /// An activity as it is now.
  static func activity(_ activity: Activity) -> ControlLine {
    ControlLine(
      "activity",
      [
        "uuid": activity.uuid, "type": activity.type, "name": activity.name, "state": activity.state.rawValue,
        "attributes": activity.attributes, "content": activity.content.state,
        "stale_ms": activity.content.stale.map { String($0.milliseconds) },
        "relevance": activity.content.relevance.description,
        "started_ms": activity.started.map { String($0.milliseconds) },
        "ended_ms": activity.ended.map { String($0.milliseconds) },
        "ended_by": activity.endedBy?.rawValue,
      ])
  }
}

/// A plain decimal number.
private func digits(_ value: Double, _ places: Int) -> String {
  var buffer = TextBuffer()
  buffer.append(value, places: places, zeros: .trimmed)
  return buffer.string
}
