import Arguments

enum Profile: String, CaseIterable, Sendable { case walking, cycling, automotive }

struct StoreSettings: Equatable { var database = "default.db" }

struct SampleSettings: Equatable {
  var store = StoreSettings()
  var count: Int?
  var json = false
  var quiet = false
  var pause = true
  var profile = Profile.walking
  var interval: Int64 = 1000
}

let storeOptions = OptionGroup<StoreSettings>(
  "Storage",
  [
    .value(
      "database", short: "d", "PATH", "Use the database at PATH",
      details: "A file that does not exist yet is created, readable by its owner alone.",
      environment: "SAMPLE_DATABASE", as: .file
    ) { $0.database = $1 }
  ])

let sample = Command<SampleSettings>(
  "record", operands: .optional("HOST[:PORT[:DEVICE]]"),
  summary: "Record what a receiver says until it is interrupted.",
  details: ["The first receiver with a fix is followed; others are counted and left alone."],
  options: [
    storeOptions.lifted(to: \.store),
    OptionGroup(
      "Recording",
      [
        .value("count", short: "n", "COUNT", "Stop after COUNT fixes", as: .integer(in: 1...100)) { $0.count = $1 },
        .value("profile", "NAME", "Keep what this way of travel needs", as: .oneOf(Profile.self)) { $0.profile = $1 },
        .value("shortest-interval", "DURATION", "Store no two fixes closer than this", as: .duration) {
          $0.interval = $1
        },
        .toggle("pause", short: "p", "Stop storing while at rest", environment: "SAMPLE_PAUSE") { $0.pause = $1 },
        .flag("json", short: "j", "Print one JSON object a line", environment: "SAMPLE_JSON") { $0.json = true },
        .flag("quiet", short: "q", "Print errors only") { $0.quiet = true },
      ]),
  ],
  examples: [Example("waylog record -n 5", "Stores five fixes and ends.")],
  exitStatuses: [ExitStatus(0, "done"), ExitStatus(64, "the command line cannot be meant")])

let sampleTool = Tool(
  "waylog", summary: "Keep the tracks that gpsd sees.",
  groups: [
    Tool.Group("Recording", [Tool.Entry("record", "Record in the foreground"), Tool.Entry("mark", "Note the place")]),
    Tool.Group("Reading", [Tool.Entry("export", "Write sessions to files")]),
  ],
  options: [Tool.Entry("--help", "Print this help"), Tool.Entry("--version", "Print versions")])

/// The settings and operands that a command line gives; help counts as none.
func parsed(_ words: String...) throws(UsageError) -> (settings: SampleSettings, operands: [String]) {
  var settings = SampleSettings()
  guard case .operands(let operands) = try sample.parse(words, into: &settings) else { return (settings, []) }
  return (settings, operands)
}
