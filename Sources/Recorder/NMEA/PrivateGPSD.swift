import CWaylog
import Glibc

/// A gpsd of one's own, which hears nothing but what it is fed, speaks to nobody else and ends with its owner.
///
/// It listens on the loopback only (no -G), and takes a port of it for its receiver: started by root it gives root's
/// rights away, and could open no file of theirs. It would write times and fixes into the shared memory that ntpd and
/// the clients of the machine's own gpsd read, and send fixes over D-Bus; where it runs apart it finds neither.
struct PrivateGPSD: ~Copyable {
  /// Where sentences go.
  let receiver: LoopbackSocket
  /// Where it answers.
  let client: LoopbackSocket
  /// What it calls its receiver.
  let device: String
  private let process: Child

  /// How long it may take to begin, in steps of so many milliseconds.
  private static let patience = (steps: 100, milliseconds: Int32(100))

  /// Where it is: on the path, or where distributions put it, which is not on everybody's path.
  static func program() -> String? {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    let folders = path.split(separator: ":").map(String.init) + ["/usr/sbin", "/usr/local/sbin"]
    return folders.map { "\($0)/gpsd" }.first { access($0, X_OK) == 0 }
  }

  /// Starts it; returns when it listens to both sides.
  static func start(_ program: String) throws(NMEAFault) -> PrivateGPSD {
    // Somebody else may take the port between its choice and gpsd's use of it.
    for _ in 1...3 { if let gpsd = try attempt(program) { return gpsd } }
    throw .gpsdFailed("it ends at once")
  }

  private static func attempt(_ program: String) throws(NMEAFault) -> PrivateGPSD? {
    guard let listener = LoopbackSocket.listening(), let port = freePort() else {
      throw .gpsdFailed("no port of this machine is free")
    }
    let device = "tcp://127.0.0.1:\(listener.port)"
    let process = try Child(program, ["gpsd", "-N", "-n", "-S", "\(port)", device])
    for _ in 1...patience.steps where process.isRunning {
      var waiting = pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, patience.milliseconds) > 0 else { continue }
      // By then it listens to clients.
      guard let receiver = listener.accepted(), let client = LoopbackSocket.connected(to: port) else { return nil }
      return PrivateGPSD(receiver: receiver, client: client, device: device, process: process)
    }
    return nil
  }

  private static func freePort() -> UInt16? {
    guard let probe = LoopbackSocket.listening() else { return nil }
    return probe.port
  }
}

/// A process that is ended when nobody holds it any more.
private struct Child: ~Copyable {
  private let number: pid_t

  /// The machine's own D-Bus and shared memory are not for it.
  private static let environment = [
    "PATH=/usr/sbin:/usr/bin", "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/nonexistent", "GPSD_SHM_KEY=0x7761796c",
  ]

  init(_ program: String, _ words: [String]) throws(NMEAFault) {
    let number = Self.withCStrings(words) { words in
      Self.withCStrings(Self.environment) { waylog_start_apart(program, words, $0) }
    }
    guard number > 0 else { throw .gpsdFailed(String(cString: strerror(errno))) }
    self.number = number
  }

  deinit {
    kill(number, SIGKILL)
    while waitpid(number, nil, 0) < 0, errno == EINTR {}
  }

  /// Whether it has not ended by itself; it stays to be waited for.
  var isRunning: Bool {
    var state = siginfo_t()
    return waitid(P_PID, id_t(number), &state, WEXITED | WNOHANG | WNOWAIT) == 0 && state.si_signo == 0
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
