/// Quantities as people say them: two units at most, no more digits than anyone needs.
public enum HumanText {
  /// A length of time as `3 d 04 h`, `1 h 02 min`, `4 min 05 s` or `12 s`; what is smaller is cut off, as on a clock.
  public static func duration(milliseconds: Int64) -> String {
    guard milliseconds >= 0 else { return "-" + duration(milliseconds: -max(milliseconds, -Int64.max)) }
    let seconds = milliseconds / 1000
    let minutes = seconds / 60
    let hours = minutes / 60
    return switch seconds {
    case 86_400...: "\(hours / 24) d \(twoDigits(hours % 24)) h"
    case 3600...: "\(hours) h \(twoDigits(minutes % 60)) min"
    case 60...: "\(minutes) min \(twoDigits(seconds % 60)) s"
    default: "\(seconds) s"
    }
  }

  /// A distance as `640 m`, `12.3 km` or `128 km`; `unknown` when it is not a number.
  public static func distance(metres: Double) -> String {
    // Limits at the half, so that what is rounded up also gets the next unit.
    switch metres.magnitude {
    case ..<999.5: decimal(metres, places: 0) + " m"
    case ..<99_950: decimal(metres / 1000, places: 1) + " km"
    case ..<Double.infinity: decimal(metres / 1000, places: 0) + " km"
    default: "unknown"
    }
  }

  /// A size as `640 B`, `12.3 kB`, `4.5 MB` or `1.2 GB`, in thousands.
  public static func size(bytes: Int64) -> String {
    // Limits at the half, so that what is rounded up also gets the next unit.
    let bytes = Double(bytes)
    return switch bytes.magnitude {
    case ..<999.5: decimal(bytes, places: 0) + " B"
    case ..<999_950: decimal(bytes / 1e3, places: 1) + " kB"
    case ..<999_950_000: decimal(bytes / 1e6, places: 1) + " MB"
    default: decimal(bytes / 1e9, places: 1) + " GB"
    }
  }

  /// A count as `640`, `12 300` or `1 234 567`: blanks between thousands (ISO 80000-1, 7.3.1).
  public static func grouped(_ count: Int64) -> String {
    guard count >= 1000 else { return String(count) }
    let rest = String(count % 1000)
    return grouped(count / 1000) + " " + String(repeating: "0", count: 3 - rest.count) + rest
  }

  private static func twoDigits(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
}
