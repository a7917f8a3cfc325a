import Glibc

/// Wakes a thread that waits for descriptors.
final class Bell: Sendable {
  /// Readable once it was rung.
  let descriptor: Int32
  private let button: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
    }
    (descriptor, button) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(button)
  }

  /// Wakes the thread, now or when it waits next.
  func ring() {
    var stroke: UInt8 = 1
    _ = write(button, &stroke, 1)
  }

  /// Waits until it is rung, or something is readable; −1 milliseconds for ever.
  func wait(for other: Int32 = -1, milliseconds: Int32) {
    // Without a pipe, as the program has used up its descriptors, nothing wakes: then look often.
    let patience = descriptor < 0 ? min(UInt32(bitPattern: milliseconds), 100) : UInt32(bitPattern: milliseconds)
    var both = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: other, events: Int16(POLLIN), revents: 0),
    ]
    poll(&both, 2, Int32(bitPattern: patience))
    silence()
  }

  private func silence() {
    var strokes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &strokes, strokes.count) > 0 {}
  }
}

/// Runs a function on a new, detached thread; false if there can be none.
///
/// A thread of its own may wait for a socket without taking a place in the pool that runs all tasks.
func runOnThread(_ body: @escaping @Sendable () -> Void) -> Bool {
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
