/// An installed systemd unit of this program.
struct UnitFacts: Equatable, Sendable {
  enum Scope: String, Sendable {
    case system, user

    /// The command that manages units of this kind.
    var systemctl: String {
      switch self {
      case .system: "sudo systemctl"
      case .user: "systemctl --user"
      }
    }

    /// The options of `waylog generate units` that install such a unit.
    var generating: String {
      switch self {
      case .system: "sudo waylog generate units -o /etc/systemd/system"
      case .user: "waylog generate units --user -o ~/.config/systemd/user"
      }
    }
  }

  var scope: Scope
  var path: String
  var isEnabled: Bool
  /// What it starts; nil if the file does not say.
  var program: String?
  var hasProgram: Bool
  /// `active`, `inactive`, `failed` …; nil if systemd does not say.
  var state: String?
}

/// How this machine and person are set up for recording all the time.
struct ServiceFacts: Sendable {
  struct Group: Sendable {
    var exists: Bool
    /// The person is listed.
    var isMember: Bool
    /// This login has it: it is given at login.
    var isInForce: Bool
  }

  var user: Account
  /// Units in the order in which a person's own come first.
  var units: [UnitFacts]
  /// The person's services go on after logging out.
  var lingers: Bool
  var group: Group
  /// There is a database of the system.
  var hasSystemStore: Bool
  /// Where this program is.
  var program: String
  /// Systemd is what runs services here; units do nothing elsewhere, as in a container.
  var hasSystemd = true
}

extension ServiceFacts {
  var findings: [Finding] { [unit, lingering, membership].compactMap(\.self) }

  /// The unit that counts: an enabled one before others.
  var relevantUnit: UnitFacts? { units.first(where: \.isEnabled) ?? units.first }

  /// The unit that a command can start.
  var startableUnit: UnitFacts? { hasSystemd ? relevantUnit : nil }

  private var unit: Finding {
    guard let unit = relevantUnit else {
      return .ok(.unit, "none is installed, so somebody has to start recordings; 'waylog generate units' makes one")
    }
    let name = "the \(unit.scope.rawValue)'s unit"
    let systemctl = unit.scope.systemctl
    if units.filter(\.isEnabled).count > 1 {
      return .warning(
        .unit, "both the system's and the user's are enabled: everything is recorded twice",
        "systemctl --user disable --now waylog")
    }
    if let program = unit.program, !unit.hasProgram {
      return .problem(
        .unit, "\(name) starts \(program), which does not exist",
        "\(unit.scope.generating) --binary \(Shell.word(self.program)) && \(systemctl) daemon-reload")
    }
    if unit.state == "failed" {
      let journal = unit.scope == .system ? "sudo journalctl -u waylog -n 20" : "journalctl --user -u waylog -n 20"
      return .problem(.unit, "\(name) has failed", journal)
    }
    if !unit.isEnabled {
      return .warning(.unit, "\(name) is installed but not enabled", "\(systemctl) enable --now waylog")
    }
    guard hasSystemd else {
      return .warning(.unit, "\(name) is enabled, but systemd does not run here to start it", "waylog daemon")
    }
    if unit.state == "inactive" {
      return .warning(.unit, "\(name) is enabled but does not run", "\(systemctl) start waylog")
    }
    return .ok(.unit, "\(name) is enabled\(unit.state.map { " and \($0)" } ?? "") (\(unit.path))")
  }

  /// Only a person's own unit ends with the login.
  private var lingering: Finding? {
    guard let unit = relevantUnit, unit.scope == .user else { return nil }
    if lingers { return .ok(.lingering, "your services go on when you log out") }
    return .warning(
      .lingering, "your unit ends when you log out", "sudo loginctl enable-linger \(Shell.word(user.name))")
  }

  private var membership: Finding? {
    let hasSystemUnit = units.contains { $0.scope == .system }
    guard hasSystemUnit || hasSystemStore else { return nil }
    guard group.exists else {
      return .problem(
        .group, "there is no group waylog, which the system's unit runs as",
        "sudo waylog generate sysusers -o /etc/sysusers.d && sudo systemd-sysusers")
    }
    if user.id == 0 || group.isInForce { return .ok(.group, "you may read the system's tracks") }
    if group.isMember {
      return .warning(.group, "you are in the group waylog from your next login on", "newgrp waylog")
    }
    return .warning(.group, "you may not read the system's tracks: not in the group waylog", Remedy.joinGroup(user))
  }
}

/// The folder of the control socket.
struct RuntimeFacts: Sendable {
  struct Folder: Sendable {
    var owner: Account
    var mode: UInt32
  }

  /// The path of the control socket.
  var socket: String
  /// Nil if it is not there yet.
  var folder: Folder?
  /// It could be made.
  var parentIsWritable: Bool
  var user: Account
}

extension RuntimeFacts {
  /// Bytes that a socket's path may have (unix(7)).
  private static let longestPath = 107

  var findings: [Finding] { [finding] }

  private var path: String { Path.folder(of: socket) }
  private var parent: String { Path.folder(of: path) }

  private var finding: Finding {
    if socket.utf8.count > Self.longestPath {
      return .problem(
        .runtimeFolder, "\(path) is too long for a socket", "export XDG_RUNTIME_DIR=/run/user/\(user.id)")
    }
    guard let folder else {
      if parentIsWritable { return .ok(.runtimeFolder, "\(path) will be made by the recorder") }
      return .problem(
        .runtimeFolder, "\(path) cannot be made, so no command reaches the recorder",
        "sudo install -d -m 700 -o \(Shell.word(user.name)) \(Shell.word(parent))")
    }
    if folder.owner.id != user.id, user.id != 0, !path.hasPrefix("/run/waylog") {
      return .problem(
        .runtimeFolder, "\(path) belongs to \(folder.owner.name), not to you", "sudo rm -r \(Shell.word(path))")
    }
    if folder.mode & 0o022 != 0 {
      return .problem(
        .runtimeFolder, "\(path) can be changed by others, so the recorder does not use it",
        "chmod 700 \(Shell.word(path))")
    }
    return .ok(.runtimeFolder, path)
  }
}
