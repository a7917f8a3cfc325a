internal import Control
internal import Delivery
internal import Positioning

extension LocationUpdate {
  /// Reads an `update` line.
  init(_ line: ControlLine) {
    self.init(
      location: Location(line), stationary: line["stationary"] == "1", flags: UpdateFlags(words: line["flags"] ?? ""))
  }
}

extension Location {
  /// The position in an `update` line; nil where it has none. A number that cannot be read is unknown.
  fileprivate init?(_ line: ControlLine) {
    guard let time = line["time"].flatMap({ Timestamp(iso8601: $0) }),
      let latitude = line.number("latitude"), let longitude = line.number("longitude"),
      let place = Positioning.Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    self.init(
      coordinate: Coordinate(latitude: place.latitude, longitude: place.longitude),
      unixMilliseconds: time.milliseconds)
    altitude = line.number("altitude_msl")
    ellipsoidalAltitude = line.number("altitude_hae")
    horizontalAccuracy = line.number("accuracy")
    verticalAccuracy = line.number("vertical_accuracy")
    speed = line.number("speed")
    course = line.number("course")
    climb = line.number("climb")
    satellites = line["satellites"].flatMap { Int($0) }
    is3D = line["mode"] == "3"
    device = line["device"]
    isSimulated = line["simulated"] == "1"
  }
}

extension ControlLine {
  fileprivate func number(_ key: String) -> Double? {
    self[key].flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
  }
}
