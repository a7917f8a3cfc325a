/// How far a long work has come, as a line of a terminal that is drawn over and over: a bar, the rate, the time left.
///
/// It knows neither clock nor terminal: both are told to it, and it gives what is to be written.
public struct ProgressMeter: Sendable {
  /// What is counted.
  public enum Quantity: Equatable, Sendable {
    case bytes
    /// Things of a kind, in the plural.
    case things(String)
    /// Nobody knows how much there is to do, or how much is done.
    case unknown
  }

  /// How the bar looks.
  public enum Style: Sendable {
    case plain, coloured
  }

  /// Work that is over sooner is not worth a bar, in milliseconds.
  static let patience: Int64 = 500
  /// It is drawn no more often than this, in milliseconds.
  static let pause: Int64 = 100
  private static let longestBar = 30
  private static let shortestBar = 8

  private let title: String
  private let quantity: Quantity
  private let total: Int64?
  private let style: Style
  private var drawn: Int64?

  /// Creates a meter that has drawn nothing yet.
  ///
  /// - Parameters:
  ///   - title: What is being done, such as `importing`.
  ///   - quantity: What is counted.
  ///   - total: How much there is to do; nil where nobody knows.
  ///   - style: How the bar looks.
  public init(_ title: String, _ quantity: Quantity, of total: Int64?, _ style: Style = .plain) {
    self.title = title
    self.quantity = quantity
    self.total = total.flatMap { $0 > 0 ? $0 : nil }
    self.style = style
  }

  /// What is to be written now that so much is done after so many milliseconds, on a terminal of so many columns; nil
  /// where that would be too early or too often.
  public mutating func draw(_ done: Int64, after milliseconds: Int64, columns: Int) -> String? {
    guard milliseconds >= Self.patience, drawn.map({ milliseconds - $0 >= Self.pause }) ?? true else { return nil }
    drawn = milliseconds
    return Self.erasure + line(done, after: milliseconds, columns: columns - 1)
  }

  /// What takes the line away again; nil if there is none.
  public mutating func erase() -> String? {
    guard drawn != nil else { return nil }
    drawn = nil
    return Self.erasure
  }

  private static let erasure = "\r\u{1b}[K"

  private func line(_ done: Int64, after milliseconds: Int64, columns: Int) -> String {
    let words = words(done, after: milliseconds).joined(separator: "  ")
    let room = min(Self.longestBar, columns - DisplayWidth.columns(title + words) - 6)
    guard let total, room >= Self.shortestBar else { return DisplayWidth.cut("\(title)  \(words)", to: columns) }
    let bar = Bar.text(share: Double(done) / Double(total), columns: room)
    return "\(title)  \(frame(DisplayWidth.padded(bar, to: room)))  \(words)"
  }

  private func frame(_ bar: String) -> String {
    switch style {
    case .plain: "[\(bar)]"
    case .coloured: "[\u{1b}[36m\(bar)\u{1b}[0m]"
    }
  }

  private func words(_ done: Int64, after milliseconds: Int64) -> [String] {
    guard quantity != .unknown else { return [HumanText.duration(milliseconds: milliseconds)] }
    let rate = amount(Int64(Double(done) * 1000 / Double(milliseconds))) + "/s"
    guard let total else { return [amount(done), rate] }
    let share = min(1, Double(done) / Double(total))
    let percentage = DisplayWidth.padded(String(Int(share * 100)), to: 3, .right) + " %"
    guard share > 0 else { return [percentage, rate] }
    // Rounded up: there is no bar when no time is left.
    let left = Int64(Double(milliseconds) * (1 - share) / share) + 999
    return [percentage, rate, "\(HumanText.duration(milliseconds: left)) left"]
  }

  private func amount(_ count: Int64) -> String {
    switch quantity {
    case .bytes: HumanText.size(bytes: count)
    case .things(let name): "\(HumanText.grouped(count)) \(name)"
    case .unknown: ""
    }
  }
}
