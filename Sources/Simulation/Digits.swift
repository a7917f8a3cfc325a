/// Numbers as text without locale; the text is bytes from the start, because sentences are.
extension [UInt8] {
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// A whole number, with zeros in front up to a width.
  mutating func append(whole value: Int, width: Int = 1) {
    if value < 0 { append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    let start = count
    repeat {
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    while count - start < width { append(UInt8(ascii: "0")) }
    self[start...].reverse()
  }

  /// A number with a fixed count of decimals, rounded half away from zero; zeros in front of the point up to a width.
  mutating func append(decimal value: Double, places: Int, width: Int = 1) {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((value.magnitude * Double(scale)).rounded())
    if value < 0, scaled > 0 { append(UInt8(ascii: "-")) }
    append(whole: scaled / scale, width: width)
    if places > 0 {
      append(UInt8(ascii: "."))
      append(whole: scaled % scale, width: places)
    }
  }
}
