import CGPS
import Glibc

/// The version of libgps's interface that the program was built with.
public var libgpsVersion: String { "\(GPSD_API_MAJOR_VERSION).\(GPSD_API_MINOR_VERSION)" }

/// An open connection to gpsd; closes when nobody holds it any more.
final class OpenConnection {
  private let data: UnsafeMutablePointer<gps_data_t>

  init(_ data: UnsafeMutablePointer<gps_data_t>) { self.data = data }

  deinit {
    gps_close(data)
    data.deallocate()
  }

  var descriptor: Int32 { Int32(data.pointee.gps_fd) }

  /// Asks gpsd which receivers it has, which it always answers.
  func askForDevices() -> Bool { waylog_ask_for_devices(data) >= 0 }
}

/// An attempt to connect and subscribe.
///
/// `gps_open` resolves and connects blocking, for minutes with a silent host, so it runs on a thread of its own and
/// hands over what it opened through a pipe. A thread that still hangs when the program ends, ends with it.
final class ConnectionAttempt {
  enum Outcome {
    case open(OpenConnection)
    case failed(String)
  }

  /// Readable once the attempt is over.
  let descriptor: Int32

  init?(_ endpoint: Endpoint) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (host, port, result) = (endpoint.host, endpoint.port, ends[1])
    guard
      runOnThread({
        var outcome = Self.connect(host, port)
        if write(result, &outcome, MemoryLayout<Wire>.size) < 0, outcome.address != 0 {
          // Nobody waits any more.
          UnsafeMutablePointer<gps_data_t>(bitPattern: outcome.address).map { _ = OpenConnection($0) }
        }
        close(result)
      })
    else {
      close(ends[0])
      close(ends[1])
      return nil
    }
    descriptor = ends[0]
  }

  deinit { close(descriptor) }

  /// What came of it; call once it is readable.
  func outcome() -> Outcome {
    var wire = Wire(address: 0, error: 0)
    guard read(descriptor, &wire, MemoryLayout<Wire>.size) == MemoryLayout<Wire>.size else {
      return .failed("the attempt was broken off")
    }
    guard let data = UnsafeMutablePointer<gps_data_t>(bitPattern: wire.address) else {
      return .failed(String(cString: gps_errstr(wire.error)))
    }
    return .open(OpenConnection(data))
  }

  private struct Wire {
    var address: UInt
    var error: Int32
  }

  private static func connect(_ host: String, _ port: String) -> Wire {
    let data = UnsafeMutablePointer<gps_data_t>.allocate(capacity: 1)
    data.initialize(to: gps_data_t())
    // After a failure of gps_open no other function of libgps may see the structure.
    guard gps_open(host, port, data) == 0 else {
      let error = errno
      data.deallocate()
      return Wire(address: 0, error: error)
    }
    guard gps_stream(data, UInt32(WATCH_ENABLE) | UInt32(WATCH_JSON), nil) == 0 else {
      _ = OpenConnection(data)
      return Wire(address: 0, error: NL_NOCONNECT)
    }
    return Wire(address: UInt(bitPattern: data), error: 0)
  }
}

/// Runs a function on a new, detached thread; false if there can be none.
private func runOnThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  let box = Unmanaged.passRetained(Box(body))
  let code = pthread_create(
    &thread, nil,
    { pointer in
      guard let pointer else { return nil }
      Unmanaged<Box>.fromOpaque(pointer).takeRetainedValue().body()
      return nil
    }, box.toOpaque())
  guard code == 0 else {
    box.release()
    return false
  }
  pthread_detach(thread)
  return true
}
