import Glibc

/// Tells systemd how the service is, by its notification protocol: datagrams to the socket named in `NOTIFY_SOCKET`
/// (sd_notify(3)). Without a service manager nobody is told.
public struct ServiceManager: Sendable {
  private let address: [UInt8]
  /// How often it wants to hear that the program is alive, in milliseconds: half of what it waits.
  let watchdogInterval: Int64?

  /// Finds the manager that started this process, if one did.
  ///
  /// - Parameters:
  ///   - environment: Looks up a variable of the environment.
  ///   - process: Another process than this one; the watchdog may be meant for somebody else (`WATCHDOG_PID`).
  public init?(environment: (String) -> String?, process: Int32? = nil) {
    guard let name = environment("NOTIFY_SOCKET"), name.first == "/" || name.first == "@" else { return nil }
    // An @ stands for the zero byte that abstract sockets begin with.
    address = name.first == "@" ? [0] + Array(name.utf8.dropFirst()) : Array(name.utf8)
    let isMeant = environment("WATCHDOG_PID").flatMap { Int32($0) }.map { $0 == process ?? getpid() } ?? true
    watchdogInterval = isMeant ? environment("WATCHDOG_USEC").flatMap { Int64($0) }.map { max(1, $0 / 2_000) } : nil
  }

  /// Tells that the service cannot start, with the exit status to come.
  public func tellFailure(_ exitStatus: Int32) { say("STATUS=failed\nEXIT_STATUS=\(exitStatus)") }

  /// Says something, such as `READY=1`; several lines at once are allowed.
  func say(_ text: String) {
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    let fits = withUnsafeMutableBytes(of: &name.sun_path) { room in
      guard address.count < room.count else { return false }
      room.copyBytes(from: address)
      return true
    }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard fits, descriptor >= 0 else { return }
    defer { close(descriptor) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + address.count)
    let bytes = Array(text.utf8)
    withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT), $0, length)
      }
    }
  }
}
