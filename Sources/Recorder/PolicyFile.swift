public import Delivery
import Glibc

/// What the administrator decided for everybody: a file that only root can change.
///
/// Lines `recording = no` and `location = off`; whatever else stands there decides nothing.
public enum PolicyFile {
  /// Where it is.
  public static let path = "/etc/waylog/policy"

  /// The policy in force; none where there is no file. One that cannot be read restricts: it was put there for a reason.
  public static func read(_ path: String = path) -> AdministratorPolicy {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return errno == ENOENT || errno == ENOTDIR ? [] : .restricted }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    return count < 0 ? .restricted : AdministratorPolicy(text: String(decoding: bytes[..<count], as: UTF8.self))
  }
}

extension AdministratorPolicy {
  /// Reads the lines of a policy.
  init(text: String) {
    self = []
    for line in text.split(whereSeparator: \.isNewline) {
      switch line.filter({ $0 != " " && $0 != "\t" }) {
      case "recording=no": insert(.restricted)
      case "location=off": insert(.locationOff)
      default: continue
      }
    }
  }
}
