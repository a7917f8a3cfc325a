import Delivery
import Testing

@testable import Recorder

@Suite("The administrator's policy")
struct PolicyFileTests {
  @Test(
    "Two lines decide, whatever else stands there",
    arguments: [
      ("", []), ("recording = no\n", .restricted), ("location=off", .locationOff),
      ("\trecording\t=no\r\n location = off", [.restricted, .locationOff]),
      ("# recording = no\nrecording = yes\nlocation = on\nrecording", []),
    ] as [(String, AdministratorPolicy)])
  func lines(text: String, policy: AdministratorPolicy) { #expect(AdministratorPolicy(text: text) == policy) }

  @Test("Without a file there is none, and one that cannot be read restricts")
  func files() {
    #expect(PolicyFile.read("/nowhere/policy") == [])
    #expect(PolicyFile.read("/dev/null") == [])
    // A folder can be opened and not read.
    #expect(PolicyFile.read("/") == .restricted)
  }
}
