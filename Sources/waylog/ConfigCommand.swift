import Arguments
import TextOutput

/// `waylog config`
enum ConfigCommand {
  struct Settings: Sendable { var json = false }

  /// How configuration files are written, for help and manual.
  static let format = [
    "Options hold that are typed; else what the environment says, else the configuration of the user, "
      + "$XDG_CONFIG_HOME/waylog/config (~/.config/waylog/config), else that of the machine, /etc/waylog/config.",
    "A line is 'key = value'. A key is the long name of an option, and means every command that has it; behind the words "
      + "of a command and dots, as in 'export.format = kml' or 'sessions.list.json = yes', only that one. The last of "
      + "several lines holds. Options that may be given more than once add up.",
    "Options without a value take yes or no. A path may begin with ~/. There are no quotes, and nothing is run. A comment "
      + "begins with # and has a line of its own.",
    "On the command line, --no-KEY forgets for once what configuration and environment say of an option: "
      + "'waylog export --no-privacy-zone' leaves nothing out.",
  ]

  static let command = Command<Settings>(
    "config", summary: "Says how every option is set, and where.",
    details: format + [
      "Privacy zones are not shown, so that the list can be passed on; the line that is named has them."
    ],
    options: [OptionGroup("Output", [.flag("json", "Print JSON, an object a line") { $0.json = true }])],
    examples: [
      Example("waylog config", "lists what is set"),
      Example("waylog config --json | grep -v '\"origin\":\"default\"'", "lists what somebody has set"),
    ],
    exitStatuses: [
      ExitStatus(0, "done"), ExitStatus(64, "the command line makes no sense"),
      ExitStatus(78, "a configuration file makes no sense"),
    ])

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, _ in
      let sources = try ConfigurationFiles.sources()
      try ConfigurationFiles.blaming { () throws(UsageError) in try Main.tool.checkValues(of: sources) }
      let settled = EffectiveSetting.all(in: Main.tool, sources)
      try Standard.output.print(settings.json ? settled.map(json).joined() : table(settled).text(within: nil))
      return .success
    }
  }

  private static func table(_ settings: [EffectiveSetting]) -> TextTable {
    var table = TextTable([.init("Setting"), .init("Value"), .init("From")])
    for setting in settings { table.append([setting.name, setting.value ?? "-", setting.origin]) }
    return table
  }

  private static func json(_ setting: EffectiveSetting) -> String {
    var buffer = TextBuffer()
    buffer.appendJSONObject { object in
      object.field("setting", setting.name)
      object.field("value", setting.value)
      object.field("origin", setting.origin)
      object.array("commands") { array in for command in setting.commands { array.element(command) } }
    }
    return buffer.string + "\n"
  }
}
