public import Positioning

/// The changing part of an activity: named texts and numbers, in the order of the JSON object they came from.
public struct Content: Equatable, Sendable {
  /// The value of a field.
  public enum Value: Equatable, Sendable {
    /// A JSON string.
    case text(String)
    /// A JSON number, or 1 and 0 for `true` and `false`; finite.
    case number(Double)
  }

  /// A field.
  public struct Field: Equatable, Sendable {
    /// Any text, also an empty one.
    public let name: String
    /// What it holds.
    public let value: Value

    /// Creates a field.
    public init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }
  }

  /// All fields; every name stands once.
  public let fields: [Field]

  /// Creates content; of fields with the same name the last one counts, numbers that are none are left out.
  public init(_ fields: [Field] = []) {
    var kept: [Field] = []
    for field in fields {
      if case .number(let number) = field.value, !number.isFinite { continue }
      kept.removeAll { $0.name.isSame(as: field.name) }
      kept.append(field)
    }
    self.fields = kept
  }

  /// The value of a field, if there is one of that name.
  public subscript(name: String) -> Value? { fields.first { $0.name.isSame(as: name) }?.value }
}

/// What the recorder itself writes into the content of the activities it drives.
extension Content {
  private enum Name: String, CaseIterable {
    case latitude, longitude, stationary, trip, satellites
    case speed = "speed_mps"
    case distance = "distance_m"
    case moving = "moving_s"
    case fixTime = "fix_time"
  }

  /// Degrees, north positive.
  public var latitude: Double? { number(.latitude) }
  /// Degrees, east positive.
  public var longitude: Double? { number(.longitude) }
  /// Speed over ground in metres per second.
  public var speedMPS: Double? { number(.speed).flatMap { $0 >= 0 ? $0 : nil } }
  /// Distance covered in metres.
  public var distanceMetres: Double? { number(.distance).flatMap { $0 >= 0 ? $0 : nil } }
  /// Time spent moving, in milliseconds.
  public var movingMilliseconds: Int64? { number(.moving).flatMap { Int64(exactly: ($0 * 1000).rounded()) } }
  /// Satellites used in the solution.
  public var satellites: Int? { number(.satellites).flatMap { $0 >= 0 ? Int(exactly: $0.rounded()) : nil } }
  /// The moment of the fix.
  public var fixTime: Timestamp? { text(.fixTime).flatMap { Timestamp(iso8601: $0) } }
  /// The name of the trip.
  public var trip: String? { text(.trip) }

  /// Whether the receiver is at rest, nil if nothing is said of it.
  public var isStationary: Bool? {
    switch value(.stationary) {
    case .number(let number): number != 0
    case .text(let text): text == "true" || text == "1"
    case nil: nil
    }
  }

  /// Whether it tells of movement; otherwise somebody else made it for purposes of their own.
  var isOfMovement: Bool { speedMPS != nil || distanceMetres != nil || isStationary != nil }

  /// Fields that the recorder does not write.
  var ownFields: [Field] { fields.filter { Name(rawValue: $0.name) == nil } }

  /// Fields that do not tell where the receiver is.
  var fieldsWithoutPlace: [Field] {
    fields.filter { $0.name != Name.latitude.rawValue && $0.name != Name.longitude.rawValue }
  }

  private func number(_ name: Name) -> Double? {
    if case .number(let number)? = value(name) { number } else { nil }
  }

  private func text(_ name: Name) -> String? {
    if case .text(let text)? = value(name) { text } else { nil }
  }

  /// Names in ASCII look like no others, so that they can be compared the quick way.
  private func value(_ name: Name) -> Value? {
    let name = name.rawValue
    return fields.first { $0.name == name }?.value
  }
}

extension String {
  /// Byte for byte: JSON takes an accented letter and a letter with an accent for two names.
  fileprivate func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}
