import Arguments

/// What an activity shows, as options.
struct ActivityContentSettings: Sendable {
  var content: String?
  var staleAfterMS: Int64?
  var relevance: Double?
  var alert: Alert?

  struct Alert: Sendable {
    var title = ""
    var body = ""
    var sound: String?
  }

  static func options<Settings>(
    _ part: any WritableKeyPath<Settings, ActivityContentSettings> & Sendable
  ) -> [OptionGroup<Settings>] {
    [
      OptionGroup(
        "Content",
        [
          content,
          .value("stale-after", "DURATION", "Call the content out of date after DURATION (never)", as: .duration) {
            $0.staleAfterMS = $1
          },
          .value(
            "relevance", "NUMBER", "How much it matters; the greatest is shown", default: "0",
            as: .decimal(in: -1_000_000...1_000_000)
          ) { $0.relevance = $1 },
        ].map { $0.lifted(to: part) }),
      OptionGroup(
        "Alert",
        [
          Option<ActivityContentSettings>.value("alert-title", "TEXT", "Call attention to it with a title", as: .any) {
            $0.alert = $0.alert ?? Alert()
            $0.alert?.title = $1
          },
          .value("alert-body", "TEXT", "Call attention to it with a text", as: .any) {
            $0.alert = $0.alert ?? Alert()
            $0.alert?.body = $1
          },
          .value("alert-sound", "NAME", "The alert's sound; with no words, the sound is all", as: .text) {
            $0.alert = $0.alert ?? Alert()
            $0.alert?.sound = $1
          },
        ].map { $0.lifted(to: part) }),
    ]
  }

  /// The content alone, where nothing else can change any more.
  static let content = Option<ActivityContentSettings>.value(
    "content", "JSON", "What it shows, a JSON object of at most 4096 bytes", as: .any
  ) { $0.content = $1 }

  var staleMS: String? { ActivityRequest.moment(after: staleAfterMS) }
  var relevanceText: String? { relevance.map { "\($0)" } }
}

extension Reader<String> {
  /// Any text, also an empty one.
  static let any = Reader(expecting: "a text") { $0 }
}
