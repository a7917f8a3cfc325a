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
  var zones: [String] = []
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

let mark = Command<Int>("mark", operands: .any("TEXT"), summary: "Note the place.")

let sampleExport = Command<SampleSettings>(
  "export write", operands: .some("FILE", as: .file), summary: "Write sessions to files.",
  options: [storeOptions.lifted(to: \.store), OptionGroup("Zones", [zones])])

let zones = Option<SampleSettings>.values(
  "zone", "PLACE", "Leave a place out",
  as: Reader(expecting: "a place in capitals", example: "HOME", telling: .discreet) { text in
    text == text.uppercased() ? text : nil
  }
) { $0.zones.append($1) }

let exportTool = Tool<String>(
  "waylog export", summary: "Write sessions.",
  groups: [.init("All", [.command(sampleExport, "Write sessions to files") { "write \($0)" }])], standard: "write")

let sampleTool = Tool<String>(
  "waylog", summary: "Keep the tracks that gpsd sees.",
  groups: [
    .init(
      "Recording",
      [
        .command(sample, "Record in the foreground", elsewhere: ["log"]) { "record \($0)" },
        .command(mark, "Note the place") { "mark \($0)" },
      ]),
    .init("Reading", [.tool(exportTool, "Write sessions to files")]),
  ],
  options: [.option("--help", "Print this help"), .option("--version", "Print versions")])

/// The settings and operands that a command line gives; help counts as none.
func parsed(_ words: String...) throws(UsageError) -> (settings: SampleSettings, operands: [String]) {
  var settings = SampleSettings()
  guard case .operands(let operands) = try sample.parse(words, into: &settings) else { return (settings, []) }
  return (settings, operands)
}
