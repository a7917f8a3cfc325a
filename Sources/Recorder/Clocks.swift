import Glibc
public import Positioning

/// The clocks of the machine.
public enum Clocks {
  /// The clock that never steps; it goes on while the machine sleeps, so that a night asleep is a hole.
  public static func monotonic() -> MonotonicTime { MonotonicTime(milliseconds: read(CLOCK_BOOTTIME)) }

  /// The date, whether it is right or not.
  public static func system() -> Timestamp { Timestamp(milliseconds: read(CLOCK_REALTIME)) }

  /// The date if it can be right: a machine without a battery clock starts in the past, before this program was made.
  public static func present() -> Timestamp? {
    let now = system()
    return now > Release.date ? now : nil
  }

  private static func read(_ clock: Int32) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

/// This version of the program.
public enum Release {
  /// Its number, as in the change log.
  public static let version = "0.1.0"
  /// The day it was made; no honest clock shows an earlier one.
  public static let date = Timestamp(milliseconds: 1_777_593_600_000)  // 2026-05-01T00:00:00Z
}

/// This process, to those outside.
enum ProcessID {
  static var own: Int32 { getpid() }
}

/// Names that are never given twice.
public enum Identity {
  /// A UUID of version 7 (RFC 9562, 5.7): the system's time, whatever it is worth, then 74 random bits.
  public static func uuid() -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    getentropy(&bytes, bytes.count)
    let time = UInt64(max(0, Clocks.system().milliseconds))
    for index in 0..<6 { bytes[index] = UInt8(truncatingIfNeeded: time >> UInt64(40 - 8 * index)) }
    bytes[6] = 0x70 | bytes[6] & 0x0f
    bytes[8] = 0x80 | bytes[8] & 0x3f
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The kernel's name for the time since the machine was switched on.
  public static func bootID() -> String? {
    let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 36)
    guard read(descriptor, &bytes, bytes.count) == bytes.count else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
