import Arguments
import Delivery
import LiveActivity
import Recorder

/// Options of live activities and background sessions, the same for every recorder.
struct LiveOptions: Sendable {
  var areActivitiesEnabled = true
  /// In milliseconds; nil for as long as it likes.
  var longestActivity: Int64?
  var isRenewed = false
  var activityLogDays = 90
  var requiresBackgroundSession = false
  var inhibitsSleep = false

  /// Puts them into the settings of a recorder.
  func apply(to loop: inout RecordLoop.Settings) {
    loop.activities.isEnabled = areActivitiesEnabled
    if let longest = longestActivity {
      loop.activities.limit = isRenewed ? .renew(after: longest) : .end(after: longest)
    }
    loop.activityLogAge = Int64(activityLogDays) * 86_400_000
    loop.delivery.requiresBackgroundSession = requiresBackgroundSession
    loop.inhibitsSleep = inhibitsSleep
  }

  static func group<Settings>(
    _ part: any WritableKeyPath<Settings, LiveOptions> & Sendable
  ) -> OptionGroup<Settings> {
    OptionGroup(
      "Live activity and background",
      [
        Option<LiveOptions>.value(
          "activities", "YES|NO", "Let live activities be started", default: "yes", as: .oneOf(YesNo.self)
        ) {
          $0.areActivitiesEnabled = $1 == .yes
        },
        .value("max-active", "SECONDS", "End a live activity after SECONDS", as: .seconds) { $0.longestActivity = $1 },
        .flag("renew-active", "Begin another one then") { $0.isRenewed = true },
        .value(
          "keep-activity-log", "DAYS", "Keep the log of live activities for DAYS", default: "90",
          as: .integer(in: 1...36_500)
        ) { $0.activityLogDays = $1 },
        .flag("require-background-session", "Record only while a background session is on") {
          $0.requiresBackgroundSession = true
        },
        .flag("inhibit-sleep", "Keep the machine awake while a background session is on") { $0.inhibitsSleep = true },
      ].map { $0.lifted(to: part) })
  }
}

/// An option that says yes or no.
enum YesNo: String, CaseIterable, Sendable { case yes, no }
