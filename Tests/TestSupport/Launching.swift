import Foundation

/// Starts a program in a folder and in a process group of its own, its output in files.
enum Launching {
  struct Failure: Error { let what: String }

  static func start(
    _ executable: String, _ arguments: [String], environment: [String: String], in folder: String, input: String,
    output: String, errors: String
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let new = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, new, 0o644)
    posix_spawn_file_actions_addopen(&actions, 2, errors, new, 0o644)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What the test runner does with signals is not what a program finds that a shell starts.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var pid: pid_t = 0
    // What spawns a program in another folder is hidden from Swift; env becomes the program, with its process id.
    let env = "/usr/bin/env"
    let code = withCStrings([env, "-C", folder, executable] + arguments) { words in
      withCStrings(environment.map { "\($0)=\($1)" }) { variables in
        posix_spawn(&pid, env, &actions, &attributes, words, variables)
      }
    }
    guard code == 0 else { throw Failure(what: "cannot start \(executable): \(String(cString: strerror(code)))") }
    return pid
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }
}
