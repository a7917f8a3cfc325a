import Arguments

/// What the program's own manual page tells beyond its commands.
enum ManualChapters {
  static let all = [configuration, environment, files, exitStatus]

  private static let configuration = Chapter("CONFIGURATION", ConfigCommand.format)

  private static let environment = Chapter(
    "ENVIRONMENT", [],
    terms: [
      "WAYLOG_DATABASE": "The database, where --database does not name one.",
      "XDG_DATA_HOME": "The folder above waylog/waylog.db (~/.local/share).",
      "XDG_CONFIG_HOME": "The folder above waylog/config (~/.config).",
      "XDG_RUNTIME_DIR": "The folder above the sockets through which commands reach a recorder.",
      "STATE_DIRECTORY": "The folder of a service's database, set by systemd.",
      "TZ": "The time zone of tables.",
      "NO_COLOR": "If set, nothing is coloured.",
    ])

  private static let files = Chapter(
    "FILES", [],
    terms: [
      "~/.local/share/waylog/waylog.db": "Your own tracks.",
      "/var/lib/waylog/waylog.db": "The tracks of the system's service.",
      "~/.config/waylog/config": "Your own configuration.",
      ConfigurationFiles.system: "The configuration of everybody on the machine.",
    ])

  private static let exitStatus = Chapter(
    "EXIT STATUS", ["A script may meet these; each command's page lists its own."],
    terms: [
      "0": "done.", "1": "nothing matched, or doctor has found a problem.", "64": "the command line makes no sense.",
      "65": "the file is not what it should be.", "66": "there is no such file.", "69": "gpsd cannot be reached.",
      "70": "a fault of the program.", "73": "the output cannot be made.", "74": "reading or writing failed.",
      "75": "another recorder is at work on the database.", "77": "the file may not be read or written.",
      "78": "a configuration file makes no sense.",
    ])
}
