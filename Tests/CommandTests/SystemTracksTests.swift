import Foundation
import TestSupport
import Testing

/// In a file system of its own, in which the system's service has recorded.
@Suite(
  "The system's tracks", .backstop,
  .enabled(if: geteuid() == 0 && Program.isInstalled("unshare"), "tests may not mount anything on this machine"))
struct SystemTracksTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    try place.importing(Cases.path("05-ten-hertz/feed.json"))
  }

  /// Runs a script beside the tracks of a service, whose folder has that mode.
  private func beside(_ mode: String, _ script: String) throws -> Outcome {
    let service = """
      mount -t tmpfs none /var/lib && mkdir -m \(mode) /var/lib/waylog
      cp '\(place.store.path)' /var/lib/waylog/waylog.db
      waylog() { '\(Program.waylog)' "$@"; }
      ann() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
      """
    return try place.run("unshare", ["--mount", "sh", "-c", service + "\n" + script])
  }

  @Test("without a home they are read")
  func homeless() throws {
    let outcome = try beside("755", "unset HOME; waylog status && waylog sessions")

    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("nothing records; the last session is 1\n"))
    #expect(outcome.errors == "")
  }

  @Test("an own file without a session does not hide them, one with a session does")
  func emptyFile() throws {
    let outcome = try beside(
      "755",
      """
      mkdir -p ~/.local/share/waylog
      waylog start -d ~/.local/share/waylog/waylog.db && waylog sessions
      waylog import '\(Cases.path("01-week-rollover/feed.json"))' && waylog sessions
      """)
    let told = outcome.errors.components(separatedBy: "reading the system's database").count - 1

    #expect(outcome.status == 0)
    #expect(told == 1, "\(outcome.errors)")
  }

  @Test("a damaged own file is told of, not passed over")
  func damagedFile() throws {
    let outcome = try beside(
      "755", "mkdir -p ~/.local/share/waylog; echo no > ~/.local/share/waylog/waylog.db; waylog doctor; waylog sessions"
    )

    #expect(outcome.status == 65)
    #expect(outcome.output.contains(/problem +database/))
  }

  @Test(
    "who is not in the group is told so, and no file is begun in vain",
    arguments: ["status", "sessions", "export", "start", "stop", "authorization deny"])
  func closed(words: String) throws {
    let outcome = try beside("750", "chmod 777 . && HOME=$PWD ann '\(Program.waylog)' \(words)")

    #expect(outcome.status == 77)
    #expect(
      outcome.errors.contains("they are for members of the group waylog\n  join it, then log in again: sudo usermod"))
    #expect(!FileManager.default.fileExists(atPath: place.path(".local")))
  }

  @Test("where a service has recorded and does not run, it is started rather than a file begun")
  func notRunning() throws {
    let outcome = try beside("755", "waylog start")

    #expect(outcome.status == 69)
    #expect(outcome.errors.contains("sudo systemctl start waylog"))
    #expect(!FileManager.default.fileExists(atPath: place.path(".local")))
  }
}
