import Control
import Positioning
import Recorder
import TextOutput
import TrackStore

/// Edits sessions of a store: through its recorder, else under the writer's lock for as long as this lives.
struct SessionEditor: ~Copyable {
  /// How long a recorder may take for one edit, in tenths of a second: sessions of months have millions of rows to move.
  private static let patience = 600

  private let path: String
  private var writer: TrackWriter?

  /// Edits the sessions of the store at a path.
  init(_ path: String) { self.path = path }

  /// Does it; throws where it is refused.
  mutating func edit(_ session: TrackSession, _ edit: SessionEdit) throws -> SessionOutcome {
    let outcome = try outcome(session, edit)
    if case .refused(let refusal, let number) = outcome { throw Failure(refusal, number ?? session.number) }
    return outcome
  }

  private mutating func outcome(_ session: TrackSession, _ edit: SessionEdit) throws -> SessionOutcome {
    if let outcome = try writer?.edit(session.uuid, edit) { return outcome }
    let request = SessionRequest(session.uuid, edit)
    if let answer = try Database(named: path).ask(request.line, tenths: Self.patience)?.line {
      guard let outcome = SessionOutcome(answer) else { throw refusal(answer["code"], answer["why"]) }
      return outcome
    }
    writer = try TrackWriter(path: path)
    return try outcome(session, edit)
  }

  private func refusal(_ code: String?, _ why: String?) -> Failure {
    guard code == "storage" else {
      return Failure(
        .busy, "the recorder refused: \(why ?? "it does not say why")",
        advice: "it may be of another version: restart it")
    }
    return Failure(
      .inputOutput, "nothing changed: the recorder's database refuses it: \(why ?? "it does not say why")",
      advice: "see: waylog doctor")
  }
}

extension Failure {
  fileprivate init(_ refusal: SessionRefusal, _ session: Int64) {
    switch refusal {
    case .unknown:
      self.init(.nothingMatched, "session \(session) is not there any more", advice: "list them with: waylog sessions")
    case .open: self.init(.busy, "session \(session) has not ended", advice: "end it first with: waylog stop")
    case .deleted:
      self.init(
        .busy, "session \(session) is being deleted",
        advice: "finish that with: waylog sessions delete \(session)")
    case .oneSided:
      self.init(
        .nothingMatched, "cannot split session \(session): nothing of it lies on one of the sides",
        advice: "see when it was with: waylog sessions show \(session)")
    case .apart:
      self.init(
        .badData, "cannot join the sessions: they do not follow each other, or another one ended in between",
        advice: "see when they were with: waylog sessions")
    case .origins:
      self.init(
        .badData, "cannot join the sessions: one was recorded and the other imported", advice: "leave them as they are")
    }
  }
}

/// A session as the words of a command name it.
enum SessionWord {
  /// What the commands say about it.
  static let note = "SESSION is a number, a uuid or 'last'."

  static func find(_ word: String, in reader: borrowing TrackReader) throws -> TrackSession {
    if let session = try Selection().session(word, in: reader) { return session }
    throw Failure(.nothingMatched, "there is no session '\(word)'", advice: "list them with: waylog sessions")
  }
}
