import Arguments
import Control
import LiveActivity
import Positioning
import Recorder
import TextOutput

/// What the commands that change an activity have in common.
enum ActivityRequest {
  static let statuses =
    [
      ExitStatus(1, "there is no such activity, or it has ended"),
      ExitStatus(69, "no recorder runs"),
    ] + ExitCode.statuses

  /// What a recorder is asked, and what the commands call it.
  struct Request {
    var subject: Answer.Subject
    var fields: ControlLine

    init(_ subject: Answer.Subject, _ fields: KeyValuePairs<String, String?>) {
      self.subject = subject
      self.fields = ControlLine("activity", fields)
    }
  }

  /// The answer of the recorder that runs; throws what was refused.
  static func send(_ request: Request, to database: Database) throws -> Answer {
    guard request.fields.text.utf8.count <= ControlLine.longest else {
      throw Failure(Answer(subject: request.subject, outcome: .rejectedTooLarge, uuid: nil))
    }
    guard let line = try database.ask(request.fields)?.line else {
      throw Failure(
        .unavailable, "\(request.subject.failure): no recorder runs",
        advice: "run one with 'waylog daemon', or install the service: waylog generate units")
    }
    guard let outcome = (line["outcome"] ?? line["code"]).flatMap(Outcome.init(rawValue:)) else {
      _ = try RecorderRequest.accepted(line)
      throw Failure(
        .unavailable, "\(request.subject.failure): the recorder's answer makes no sense",
        advice: "it may be of another version: restart it")
    }
    let answer = Answer(subject: request.subject, outcome: outcome, uuid: line["uuid"])
    try tell(answer)
    RecorderRequest.warn(of: line)
    return answer
  }

  /// Says what became of a request; throws what was refused.
  static func tell(_ answer: Answer) throws {
    guard answer.outcome.isSuccess else { throw Failure(answer) }
    RecorderRequest.tell(answer.message)
  }

  /// One JSON object on the output.
  static func json(_ answer: Answer) -> TextBuffer {
    var text = TextBuffer()
    text.appendJSONObject { object in
      object.field("id", answer.uuid)
      object.field("outcome", answer.outcome.rawValue)
      object.field("message", answer.message)
    }
    text.append("\n")
    return text
  }

  /// Now and so long after it, as the protocol has it.
  static func moment(after milliseconds: Int64?) -> String? {
    milliseconds.map { String((Clocks.system() + $0).milliseconds) }
  }
}

extension Answer.Subject {
  fileprivate var failure: String {
    switch self {
    case .start: "cannot start an activity"
    case .update: "cannot update the activity"
    case .end: "cannot end the activity"
    case .dismissal: "cannot dismiss the activity"
    }
  }
}

extension Failure {
  /// Why a request was refused.
  fileprivate init(_ answer: Answer) {
    let (code, advice) = Self.remedy(answer)
    self.init(code, answer.message, advice: advice)
  }

  private static func remedy(_ answer: Answer) -> (ExitCode, String) {
    switch answer.outcome {
    case .applied, .coalesced, .throttled: (.success, "")
    case .rejectedNotFound: (.nothingMatched, "see which there are: waylog activity list")
    case .rejectedEnded: (.nothingMatched, "start another: waylog activity start")
    case .rejectedAmbiguous: (.usage, "name one with --id; see: waylog activity list")
    case .rejectedTooLarge: (.badData, "put less into it")
    case .rejectedNotJSON: (.badData, #"write JSON, for example: --content '{"text": "half way"}'"#)
    case .rejectedStaleTimestamp: (.badData, "give the time at which the content was made, or leave --timestamp out")
    case .rejectedAlreadyActive:
      (.busy, answer.uuid.map { "end it first: waylog activity end --id \($0)" } ?? "end the other one first")
    case .rejectedMaximumExceeded: (.busy, "end one first; see: waylog activity list")
    case .disabled: (.notAuthorized, "activities are switched off in the recorder's configuration")
    }
  }
}
