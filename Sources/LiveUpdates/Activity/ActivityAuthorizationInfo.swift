internal import Control

/// Whether activities may be started at all.
public struct ActivityAuthorizationInfo: Sendable {
  private let recorder: RecorderAddress

  /// Asks a recorder.
  public init(of recorder: RecorderAddress = .usual) { self.recorder = recorder }

  /// Whether its user allows activities; false while no recorder runs.
  public var areActivitiesEnabled: Bool {
    get async {
      let answer = try? await Link.to(recorder).ask(ControlLine("activity", ["verb": "list"])).first
      return answer.map { $0["enabled"] != "0" } ?? false
    }
  }
}
