/// Why a report did not become part of the track.
public enum Rejection: Int, CaseIterable, Sendable {
  case malformed, noFix, noTime, nullIsland, beforeFloor, future, outOfOrder, duplicate, impossibleSpeed, settling,
    otherDevice

  /// The word in the ledger, after `rejected:`.
  public var word: String {
    switch self {
    case .malformed: "malformed"
    case .noFix: "no-fix"
    case .noTime: "no-time"
    case .nullIsland: "null-island"
    case .beforeFloor: "before-floor"
    case .future: "future"
    case .outOfOrder: "out-of-order"
    case .duplicate: "duplicate"
    case .impossibleSpeed: "impossible-speed"
    case .settling: "settling"
    case .otherDevice: "other-device"
    }
  }
}

/// Where every received report went. The parts add up to `received` after every step.
public struct Ledger: Equatable, Sendable {
  /// TPV reports and broken lines that came in.
  public internal(set) var received = 0
  /// Reports folded into an epoch that another report had opened.
  public internal(set) var merged = 0
  /// Fixes that are rows of the track.
  public internal(set) var stored = 0
  /// Fixes left out because the stored line passes within the tolerance.
  public internal(set) var thinned = 0
  /// Fixes taken up by a rest.
  public internal(set) var held = 0
  /// Fixes whose fate is not yet decided.
  public internal(set) var pending = 0
  /// Fixes whose fate was not decided when the recorder was cut off.
  public internal(set) var lost = 0
  /// Rows left out because the store refused for so long that there was no room for more.
  public internal(set) var dropped = 0
  // An InlineArray here made the optimizer of Swift 6.3.1 forget what `init(entries:)` writes to the other counts.
  private var rejections = [Int](repeating: 0, count: Rejection.allCases.count)

  /// Creates an empty ledger.
  public init() {}

  /// How many reports were rejected for a reason.
  public subscript(rejection: Rejection) -> Int {
    get { rejections[rejection.rawValue] }
    set { rejections[rejection.rawValue] = newValue }
  }

  /// How many reports were rejected for any reason.
  public var rejected: Int { Rejection.allCases.reduce(0) { $0 + self[$1] } }

  /// Everything received is in exactly one other place.
  public var addsUp: Bool { received == merged + rejected + held + thinned + stored + pending + lost + dropped }

  /// The ledger that entries say; nil if a word is unknown.
  public init?(entries: some Sequence<(disposition: String, count: Int)>) {
    for (word, count) in entries {
      switch word {
      case "received": received = count
      case "merged": merged = count
      case "stored": stored = count
      case "thinned": thinned = count
      case "held": held = count
      case "pending": pending = count
      case "lost:restart": lost = count
      case "dropped:storage": dropped = count
      default:
        guard let reason = Rejection.allCases.first(where: { word == "rejected:\($0.word)" }) else { return nil }
        self[reason] = count
      }
    }
  }

  /// The words of the ledger with their counts, zero counts left out, `received` always first.
  public var entries: [(disposition: String, count: Int)] {
    let parts = [
      ("merged", merged), ("stored", stored), ("thinned", thinned), ("held", held), ("pending", pending),
      ("lost:restart", lost), ("dropped:storage", dropped),
    ]
    let refusals = Rejection.allCases.map { ("rejected:\($0.word)", self[$0]) }
    return [("received", received)] + (parts + refusals).filter { $0.1 != 0 }
  }

  /// Whether two ledgers say the same.
  public static func == (a: Ledger, b: Ledger) -> Bool {
    a.received == b.received && a.merged == b.merged && a.stored == b.stored && a.thinned == b.thinned
      && a.held == b.held && a.pending == b.pending && a.lost == b.lost && a.dropped == b.dropped
      && Rejection.allCases.allSatisfy { a[$0] == b[$0] }
  }
}

extension Ledger {
  /// What came since an earlier state of the same ledger; what moved from one place to another meanwhile counts where
  /// it went.
  public func since(_ earlier: Ledger) -> Ledger {
    var difference = Ledger()
    difference.merged = max(0, merged - earlier.merged)
    difference.stored = max(0, stored - earlier.stored)
    difference.thinned = max(0, thinned - earlier.thinned)
    difference.held = max(0, held - earlier.held)
    difference.pending = max(0, pending - earlier.pending)
    difference.lost = max(0, lost - earlier.lost)
    difference.dropped = max(0, dropped - earlier.dropped)
    for reason in Rejection.allCases { difference[reason] = max(0, self[reason] - earlier[reason]) }
    difference.received =
      difference.merged + difference.rejected + difference.stored + difference.thinned + difference.held
      + difference.pending + difference.lost + difference.dropped
    return difference
  }

  /// The ledger after rows that were counted as stored had to be left out.
  public func leavingOut(rows: Int) -> Ledger {
    var ledger = self
    ledger.stored -= rows
    ledger.dropped += rows
    return ledger
  }

  /// What an earlier file counted, where the row numbers of the next one begin after so many rows: fixes whose fate
  /// was not decided there are received by the next one.
  public func restarting(after rows: Int) -> Ledger {
    var ledger = self
    ledger.stored = rows
    ledger.pending = 0
    ledger.received = merged + rejected + rows + thinned + held + lost + dropped
    return ledger
  }

  /// Counts so many rows more as stored.
  public mutating func countStored(rows: Int) { stored += rows }

  /// Both together.
  public static func + (a: Ledger, b: Ledger) -> Ledger {
    var sum = a
    sum.received += b.received
    sum.merged += b.merged
    sum.stored += b.stored
    sum.thinned += b.thinned
    sum.held += b.held
    sum.pending += b.pending
    sum.lost += b.lost
    sum.dropped += b.dropped
    for reason in Rejection.allCases { sum[reason] += b[reason] }
    return sum
  }
}
