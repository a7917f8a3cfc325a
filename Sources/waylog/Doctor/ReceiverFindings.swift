import GPSClient
import Positioning

/// What gpsd and its receivers said within a few seconds.
struct ReceiverFacts: Sendable {
  enum Contact: Equatable, Sendable {
    case unreachable(reason: String)
    case reached(release: String)
  }

  struct Receiver: Equatable, Sendable {
    var path: String
    /// What gpsd takes it for.
    var driver: String?
  }

  var endpoint: Endpoint
  var contact: Contact
  /// The program is on this machine.
  var isInstalled: Bool
  /// Systemd is what runs services on this machine.
  var hasSystemd = true
  var receivers: [Receiver] = []
  /// Serial ports of this machine that could be receivers.
  var candidates: [String] = []
  /// The newest report of the wanted receiver; nil if it said nothing.
  var mode: FixMode?
  /// How long ago that was, in milliseconds.
  var age: Int64 = 0
  var satellitesUsed: Int?
  var satellitesSeen: Int?
  /// The system's clock minus the time of the fix when it came, in milliseconds.
  var clockOffset: Int64?
}

extension ReceiverFacts {
  /// Where a receiver of today appears that is plugged in alone.
  private static let usualPort = "/dev/ttyACM0"

  var findings: [Finding] {
    guard case .reached(let release) = contact else { return [reach] }
    guard let receiver = wanted else { return [reach, age(of: release), absence] }
    return [reach, age(of: release), .ok(.receiver, "\(receiver.path)\(receiver.driver.map { ", \($0)" } ?? "")"), fix]
  }

  private var reach: Finding {
    switch contact {
    case .reached: return .ok(.gpsd, "it answers at \(address)")
    case .unreachable(let reason):
      let text = "not reachable at \(address): \(reason)"
      if !endpoint.isLocal {
        return .problem(
          .gpsd, text + "; there it must run with -G and listen to the network", "gpspipe -w -n 1 \(address)")
      }
      return .problem(
        .gpsd, isInstalled ? text : text + "; it is not installed",
        isInstalled ? launch : "sudo apt-get install gpsd")
    }
  }

  private var launch: String {
    hasSystemd
      ? "sudo systemctl enable --now gpsd.socket" : "sudo gpsd \(Shell.word(candidates.first ?? Self.usualPort))"
  }

  private var address: String {
    var place = endpoint
    place.device = nil
    return place.description
  }

  /// gpsd 3.20 was the first that says which height it means (`altHAE`, `altMSL`).
  private func age(of release: String) -> Finding {
    let numbers = release.split { !$0.isNumber }.compactMap { Int($0) }
    if numbers.count >= 2, (numbers[0], numbers[1]) < (3, 20) {
      return .warning(
        .release, "\(release) is older than 3.20, and heights may be missing", "sudo apt-get install gpsd")
    }
    return .ok(.release, release)
  }

  private var wanted: Receiver? {
    guard let device = endpoint.device else { return receivers.first }
    return receivers.first { $0.path == device }
  }

  private var absence: Finding {
    let add = "sudo gpsdctl add \(Shell.word(endpoint.device ?? candidates.first ?? Self.usualPort))"
    if let device = endpoint.device {
      let others = receivers.isEmpty ? "" : ", but \(receivers.map(\.path).joined(separator: ", "))"
      return .problem(.receiver, "gpsd has no \(device)\(others)", add)
    }
    let hint = candidates.isEmpty ? "; is it plugged in?" : ""
    return .problem(.receiver, "gpsd has none\(hint)", add)
  }

  private var fix: Finding {
    switch mode {
    case .threeD?, .twoD?:
      let kind = mode == .threeD ? "3D" : "2D"
      return .ok(.fix, "\(kind)\(satellitesUsed.map { ", \($0) satellites" } ?? ""), \(tenths(age)) s old")
    case .noFix?, .unknown?:
      let sky = satellitesSeen.map { " of \($0) satellites in view it uses \(satellitesUsed ?? 0);" } ?? ""
      return .warning(.fix, "none yet;\(sky) it needs a free view of the sky", "cgps")
    case nil: return .warning(.fix, "the receiver said nothing for a while", "cgps")
    }
  }

  private func tenths(_ milliseconds: Int64) -> String { "\(milliseconds / 1000).\(milliseconds % 1000 / 100)" }
}
