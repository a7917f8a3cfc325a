import Arguments
import CWaylog
import TextOutput

/// `waylog generate units`
enum GenerateUnits {
  enum Scope: Sendable { case system, user }

  struct Settings: Sendable {
    var scope = Scope.system
    var binary = UnitFile.defaultBinary
    var folder: String?
  }

  static let command = Command<Settings>(
    "generate units", summary: "Prints the systemd unit that records all the time.",
    details: [
      "The system's unit records from boot on, as the user waylog and shut off from all that it does not need; the "
        + "database is /var/lib/waylog/waylog.db, and members of the group waylog may read it. 'waylog generate "
        + "sysusers' makes that user.",
      "The unit for one person keeps that person's own database; it runs while that person is logged in or, after "
        + "'loginctl enable-linger', always.",
    ],
    options: [
      OptionGroup(
        "Unit",
        [
          .flag("user", "Print the unit for one person, not that of the system") { $0.scope = .user },
          .value(
            "binary", "PATH", "Start the program at PATH", default: UnitFile.defaultBinary, as: UnitFile.binary
          ) { $0.binary = $1 },
        ]),
      GeneratedFile.option { $0.folder = $1 },
    ],
    examples: [
      Example("sudo waylog generate units -o /etc/systemd/system", "installs the unit of the system"),
      Example("waylog generate units --user -o ~/.config/systemd/user", "installs a unit of your own"),
    ],
    exitStatuses: [
      ExitStatus(0, "done"), ExitStatus(64, "the command line makes no sense"),
      ExitStatus(73, "the file cannot be made"), ExitStatus(74, "writing failed"),
      ExitStatus(78, "a configuration file makes no sense"),
    ])

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, _ in
      if settings.scope == .system, let hidden = UnitFile.hiddenFolder(of: settings.binary) {
        Standard.error.write(
          "waylog: the system's unit sees nothing of \(hidden): install the program elsewhere, in /usr/local/bin say\n")
      }
      try file(settings).put(into: settings.folder)
      return .success
    }
  }

  private static func file(_ settings: Settings) -> GeneratedFile {
    switch settings.scope {
    case .system:
      GeneratedFile(
        name: "waylog.service", text: UnitFile.text(waylog_system_unit(), binary: settings.binary),
        nextSteps: [
          "sudo waylog generate sysusers -o /etc/sysusers.d && sudo systemd-sysusers",
          "sudo systemctl daemon-reload && sudo systemctl enable --now waylog",
          "sudo usermod --append --groups waylog NAME  # whoever may read the tracks",
        ])
    case .user:
      GeneratedFile(
        name: "waylog.service", text: UnitFile.text(waylog_user_unit(), binary: settings.binary),
        nextSteps: [
          "systemctl --user daemon-reload && systemctl --user enable --now waylog",
          "sudo loginctl enable-linger $USER  # to record while you are logged out as well",
        ])
    }
  }
}

/// `waylog generate sysusers`
enum GenerateSystemUsers {
  struct Settings: Sendable { var folder: String? }

  static let command = Command<Settings>(
    "generate sysusers", summary: "Prints the user and group of the system's unit, for systemd-sysusers.",
    options: [GeneratedFile.option { $0.folder = $1 }],
    examples: [Example("sudo waylog generate sysusers -o /etc/sysusers.d", "installs it")],
    exitStatuses: GenerateUnits.command.exitStatuses)

  static func run(_ words: [String]) throws -> ExitCode {
    try Invocation.run(command, words, defaults: Settings()) { settings, _ in
      try GeneratedFile(
        name: "waylog.conf", text: String(cString: waylog_system_users()), nextSteps: ["sudo systemd-sysusers"]
      ).put(into: settings.folder)
      return .success
    }
  }
}
