import Glibc

/// A program that another one started, without a shell between them; its words are passed on as they are.
struct ChildProgram {
  let pid: pid_t
  /// What it prints; it ends with the program.
  let output: Int32

  /// Starts a program and lets it be.
  static func launch(_ words: [String]) throws { _ = try spawn(words, output: nil) }

  /// Starts a program whose output is read, and whose errors are not told.
  static func reading(_ words: [String]) throws -> ChildProgram {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure.cannotStart(words, errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[1]) }
    do {
      return ChildProgram(pid: try spawn(words, output: ends[1]), output: ends[0])
    } catch {
      close(ends[0])
      throw error
    }
  }

  /// Sends it a signal.
  func send(_ signal: Int32) { kill(pid, signal) }

  /// Whether a program of that name is on the PATH.
  static func isInstalled(_ name: String) -> Bool {
    (Environment.value(of: "PATH") ?? "/usr/bin:/bin").split(separator: ":").contains {
      access("\($0)/\(name)", X_OK) == 0
    }
  }

  private static func spawn(_ words: [String], output: Int32?) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What this program does with signals is not what others expect to find.
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var pid: pid_t = 0
    let code = posix_spawnp(&pid, words[0], &actions, &attributes, &arguments, environ)
    guard code == 0 else { throw Failure.cannotStart(words, code) }
    return pid
  }
}

extension Failure {
  fileprivate static func cannotStart(_ words: [String], _ code: Int32) -> Failure {
    Failure(
      .unavailable, "cannot run '\(words[0])': \(String(cString: strerror(code)))",
      advice: "is it installed, and on the PATH?")
  }
}
