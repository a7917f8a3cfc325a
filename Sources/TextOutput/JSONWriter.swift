/// Objects and arrays, streamed: commas, colons and brackets cannot be forgotten, nor a name stand in an array.
///
/// ```swift
/// buffer.appendJSONObject { session in
///   session.field("uuid", uuid)
///   session.array("position") { position in
///     position.element(.decimal(longitude, places: 9))
///     position.element(.decimal(latitude, places: 9))
///   }
/// }
/// ```
extension TextBuffer {
  /// Adds an object with the fields that `body` writes; closed also when `body` throws.
  public mutating func appendJSONObject<Failure>(
    _ body: (inout JSONObject) throws(Failure) -> Void
  ) throws(Failure) {
    var object = JSONObject(in: &self)
    do throws(Failure) {
      try body(&object)
      self = object.closed()
    } catch {
      self = object.closed()
      throw error
    }
  }

  /// Adds an array with the elements that `body` writes; closed also when `body` throws.
  public mutating func appendJSONArray<Failure>(
    _ body: (inout JSONArray) throws(Failure) -> Void
  ) throws(Failure) {
    var array = JSONArray(in: &self)
    do throws(Failure) {
      try body(&array)
      self = array.closed()
    } catch {
      self = array.closed()
      throw error
    }
  }

  fileprivate mutating func separate(_ isFirst: inout Bool) {
    if isFirst { isFirst = false } else { append(byte: UInt8(ascii: ",")) }
  }
}

/// An object that is being written; field names are the caller's to keep apart.
public struct JSONObject: ~Copyable {
  private var buffer: TextBuffer
  private var isFirst = true

  fileprivate init(in buffer: inout TextBuffer) {
    buffer.append(byte: UInt8(ascii: "{"))
    self.buffer = buffer.taken()
  }

  fileprivate consuming func closed() -> TextBuffer {
    buffer.append(byte: UInt8(ascii: "}"))
    return buffer
  }

  private mutating func name(_ name: String) {
    buffer.separate(&isFirst)
    buffer.append(json: name)
    buffer.append(byte: UInt8(ascii: ":"))
  }

  /// Adds a field; nil is `null`.
  public mutating func field(_ name: String, _ value: some JSONValue) {
    self.name(name)
    value.appendJSON(to: &buffer)
  }

  /// Adds a field that has no value.
  public mutating func null(_ name: String) {
    self.name(name)
    buffer.append("null")
  }

  /// Adds a field that is an object.
  public mutating func object<Failure>(
    _ name: String, _ body: (inout JSONObject) throws(Failure) -> Void
  ) throws(Failure) {
    self.name(name)
    try buffer.appendJSONObject(body)
  }

  /// Adds a field that is an array.
  public mutating func array<Failure>(
    _ name: String, _ body: (inout JSONArray) throws(Failure) -> Void
  ) throws(Failure) {
    self.name(name)
    try buffer.appendJSONArray(body)
  }
}

/// An array that is being written.
public struct JSONArray: ~Copyable {
  private var buffer: TextBuffer
  private var isFirst = true

  fileprivate init(in buffer: inout TextBuffer) {
    buffer.append(byte: UInt8(ascii: "["))
    self.buffer = buffer.taken()
  }

  fileprivate consuming func closed() -> TextBuffer {
    buffer.append(byte: UInt8(ascii: "]"))
    return buffer
  }

  /// Adds an element; nil is `null`.
  public mutating func element(_ value: some JSONValue) {
    buffer.separate(&isFirst)
    value.appendJSON(to: &buffer)
  }

  /// Adds an element that is an object.
  public mutating func object<Failure>(_ body: (inout JSONObject) throws(Failure) -> Void) throws(Failure) {
    buffer.separate(&isFirst)
    try buffer.appendJSONObject(body)
  }

  /// Adds an element that is an array.
  public mutating func array<Failure>(_ body: (inout JSONArray) throws(Failure) -> Void) throws(Failure) {
    buffer.separate(&isFirst)
    try buffer.appendJSONArray(body)
  }
}
