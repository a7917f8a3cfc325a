/// Why something asked of the recorder was not done.
public enum LiveUpdatesError: Error, Equatable, Sendable {
  /// No recorder of this user or of the system listens.
  case recorderNotRunning
  /// The recorder went away, or was silent for ten seconds, before it answered; whether it did what was asked is not
  /// known.
  case connectionLost
  /// What listens speaks another version of the protocol; nil where it does not say which.
  case incompatibleRecorder(version: String?)
  /// The recorder refused, with its own word for the reason and its own sentence.
  case refused(code: String, message: String)
  /// The system gives the program no thread or descriptor.
  case outOfResources

  /// Activities are switched off.
  case activitiesDisabled
  /// There is no such activity.
  case activityNotFound
  /// The activity changes no more.
  case activityEnded
  /// An activity of this type is live already; the one with this id.
  case activityAlreadyActive(id: String?)
  /// As many activities are live as there may be.
  case maximumActivitiesExceeded
  /// Attributes and content are more than 4,096 bytes.
  case activityTooLarge
  /// The content is older than what is shown.
  case staleTimestamp
  /// Attributes or content are not JSON.
  case notJSON
  /// The program cannot write its attributes or content as JSON, or cannot read what is stored; the program's own
  /// words for it.
  case unreadableContent(String)
}

extension LiveUpdatesError: CustomStringConvertible {
  /// What happened, as a sentence; those of a phone's activities are theirs, to the letter.
  public var description: String {
    switch self {
    case .recorderNotRunning: "No recorder is running. Start one with: waylog daemon"
    case .connectionLost: "The recorder went away before it answered."
    case .incompatibleRecorder(let version):
      "The recorder speaks another version of the protocol\(version.map { " (\($0))" } ?? ""). Install matching releases."
    case .refused(_, let message): message
    case .outOfResources: "The system gives this program no more threads or descriptors."
    case .activitiesDisabled: "areActivitiesEnabled is false."
    case .activityNotFound: "Not found activity."
    case .activityEnded: "The activity has ended."
    case .activityAlreadyActive: "Cannot create 2 or more Live Activities."
    case .maximumActivitiesExceeded: "Too many activities are live."
    case .activityTooLarge: "Attributes and content are more than 4096 bytes."
    case .staleTimestamp: "The content is older than what is shown."
    case .notJSON: "The content is not JSON."
    case .unreadableContent(let reason): "The content cannot be written or read as JSON: \(reason)"
    }
  }
}
