/// A value that can stand in a JSON document.
///
/// A room that has values of its own (a moment, say) conforms them and writes their bytes without a detour through
/// a string.
public protocol JSONValue {
  /// Adds the value, complete and nothing but it.
  func appendJSON(to buffer: inout TextBuffer)
}

extension String: JSONValue {
  /// A quoted string.
  public func appendJSON(to buffer: inout TextBuffer) { buffer.append(json: self) }
}

extension Int: JSONValue {
  /// A whole number.
  public func appendJSON(to buffer: inout TextBuffer) { buffer.append(integer: self) }
}

extension Int64: JSONValue {
  /// A whole number.
  public func appendJSON(to buffer: inout TextBuffer) { buffer.append(integer: self) }
}

extension Bool: JSONValue {
  /// `true` or `false`.
  public func appendJSON(to buffer: inout TextBuffer) { buffer.append(self ? "true" : "false") }
}

extension Optional: JSONValue where Wrapped: JSONValue {
  /// The value, or `null` where there is none.
  public func appendJSON(to buffer: inout TextBuffer) {
    if let self { self.appendJSON(to: &buffer) } else { buffer.append("null") }
  }
}

/// A number with decimals, or `null` where there is none.
public struct JSONDecimal: JSONValue, Sendable {
  private enum Source { case scaled(Int64), rounded(Double), unknown }
  private let source: Source
  private let places: Int
  private let zeros: TrailingZeros

  /// A number in units of 10^−`places`, nil for `null`.
  public init(_ scaled: Int64?, places: Int, zeros: TrailingZeros = .trimmed) {
    source = scaled.map(Source.scaled) ?? .unknown
    (self.places, self.zeros) = (places, zeros)
  }

  /// A number rounded to `places`; nil, not-a-number and infinities are `null`, for JSON has no such numbers.
  public init(rounding value: Double?, places: Int, zeros: TrailingZeros = .trimmed) {
    source = value.map(Source.rounded) ?? .unknown
    (self.places, self.zeros) = (places, zeros)
  }

  /// The number without an exponent.
  public func appendJSON(to buffer: inout TextBuffer) {
    switch source {
    case .scaled(let scaled): buffer.append(decimal: scaled, places: places, zeros: zeros)
    case .rounded(let value):
      if !buffer.append(value, places: places, zeros: zeros) { buffer.append("null") }
    case .unknown: buffer.append("null")
    }
  }
}

extension JSONValue where Self == JSONDecimal {
  /// A number in units of 10^−`places`, nil for `null`.
  public static func decimal(_ scaled: Int64?, places: Int, zeros: TrailingZeros = .trimmed) -> JSONDecimal {
    JSONDecimal(scaled, places: places, zeros: zeros)
  }

  /// A number rounded to `places`; nil, not-a-number and infinities are `null`.
  public static func rounded(_ value: Double?, places: Int, zeros: TrailingZeros = .trimmed) -> JSONDecimal {
    JSONDecimal(rounding: value, places: places, zeros: zeros)
  }
}
