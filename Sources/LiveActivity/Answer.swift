/// What became of a request.
public enum Outcome: String, CaseIterable, Sendable {
  /// It was done, and an update is shown.
  case applied
  /// It asked for what is shown already.
  case coalesced
  /// It waits for its turn; the newest that waits is shown and then is applied, an older one never is.
  case throttled
  /// There is no such activity.
  case rejectedNotFound = "rejected_not_found"
  /// Several activities are live, and it names none.
  case rejectedAmbiguous = "rejected_ambiguous"
  /// The activity changes no more.
  case rejectedEnded = "rejected_ended"
  /// Attributes and content are more than 4,096 bytes.
  case rejectedTooLarge = "rejected_too_large"
  /// Its content is older than the newest.
  case rejectedStaleTimestamp = "rejected_stale_timestamp"
  /// Its attributes or content are not JSON.
  case rejectedNotJSON = "rejected_not_json"
  /// An activity of this kind is live already.
  case rejectedAlreadyActive = "rejected_already_active"
  /// As many activities are live as there may be.
  case rejectedMaximumExceeded = "rejected_maximum_exceeded"
  /// Activities are switched off.
  case disabled

  /// Whether what was asked for is or will be so.
  public var isSuccess: Bool {
    switch self {
    case .applied, .coalesced, .throttled: true
    default: false
    }
  }
}

/// What whoever asked is told.
public struct Answer: Equatable, Sendable {
  /// What was asked for.
  public enum Subject: Sendable {
    case start, update, end, dismissal
  }

  /// What was asked for.
  public var subject: Subject
  /// What became of it.
  public var outcome: Outcome
  /// The activity in question: also the one that is in the way of a second, and the one asked for but not found.
  public var uuid: String?

  /// Creates an answer.
  public init(subject: Subject, outcome: Outcome, uuid: String? = nil) {
    self.subject = subject
    self.outcome = outcome
    self.uuid = uuid
  }

  /// The outcome as a sentence. Those that a phone's programs know are theirs, to the letter.
  public var message: String {
    switch outcome {
    case .applied, .coalesced, .throttled: success
    case .rejectedNotFound: "Not found activity."
    case .rejectedAmbiguous: "Several activities are live."
    case .rejectedEnded: "The activity has ended."
    case .rejectedTooLarge: "Attributes and content are more than \(SizeLimit.bytes) bytes."
    case .rejectedStaleTimestamp: "The content is older than what is shown."
    case .rejectedNotJSON: "The content is not JSON."
    case .rejectedAlreadyActive: "Cannot create 2 or more Live Activities."
    case .rejectedMaximumExceeded: "Too many activities are live."
    case .disabled: "areActivitiesEnabled is false."
    }
  }

  private var success: String {
    switch subject {
    case .start: "Start live activity successfully. id: \(uuid ?? "")"
    case .update: "Update activity successfully. id: \(uuid ?? "")"
    case .end: "End activity successfully. id: \(uuid ?? "")"
    case .dismissal: "Dismiss activity successfully. id: \(uuid ?? "")"
    }
  }
}
