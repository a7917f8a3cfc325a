import CWaylog
import Glibc

/// Keeps the machine from sleeping, as long as it is there; by `systemd-inhibit`, which holds the lock for as long as
/// a pipe from this process is open: however that ends, the machine may sleep again.
struct SleepInhibitor: ~Copyable {
  private let pipe: Int32
  private let process: Int32

  /// Nil where there is no systemd to ask.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let child = Self.spawn(
      [
        "systemd-inhibit", "--what=sleep", "--mode=block", "--who=waylog", "--why=a track is being recorded", "cat",
      ], input: ends[0])
    guard let child else {
      close(ends[1])
      return nil
    }
    pipe = ends[1]
    process = child
  }

  deinit {
    close(pipe)
    kill(-process, SIGTERM)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  private static func spawn(_ words: [String], input: Int32) -> Int32? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Signals that the recorder blocks must end it, and a Ctrl-C in the terminal is not for it.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child: pid_t = 0
    return posix_spawnp(&child, words[0], &actions, &attributes, &arguments, environ) == 0 ? child : nil
  }
}
