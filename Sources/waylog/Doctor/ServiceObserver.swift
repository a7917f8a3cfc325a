import Glibc

/// Looks how this machine and person are set up: at files, so that it works without systemd as well.
struct ServiceObserver {
  /// What stands before absolute paths; empty but in tests.
  var root = ""
  var environment: (String) -> String? = Environment.value

  private static let unitName = "waylog.service"

  func observe() -> ServiceFacts {
    let user = Account.own
    return ServiceFacts(
      user: user, units: [unit(.user), unit(.system)].compactMap(\.self),
      lingers: FileSystem.exists("\(root)/var/lib/systemd/linger/\(user.name)"), group: group(of: user),
      hasSystemStore: FileSystem.exists(root + Path.folder(of: StoreFacts.systemPath)), program: Self.ownPath,
      hasSystemd: FileSystem.hasSystemd(below: root))
  }

  /// By systemd's own search path, systemd.unit(5).
  private func folders(_ scope: UnitFacts.Scope) -> [String] {
    let shared = ["/etc/systemd", "/run/systemd", "/usr/local/lib/systemd", "/usr/lib/systemd", "/lib/systemd"]
    let machine = shared.map { "\(root)\($0)/\(scope.rawValue)" }
    guard scope == .user, let home = environment("HOME") else { return machine }
    let configuration = environment("XDG_CONFIG_HOME") ?? "\(home)/.config"
    let data = environment("XDG_DATA_HOME") ?? "\(home)/.local/share"
    return ["\(configuration)/systemd/user"] + machine + ["\(data)/systemd/user"]
  }

  private func unit(_ scope: UnitFacts.Scope) -> UnitFacts? {
    let folders = folders(scope)
    guard let path = folders.map({ "\($0)/\(Self.unitName)" }).first(where: FileSystem.exists) else { return nil }
    let program = FileSystem.text(of: path).flatMap(UnitFile.program)
    return UnitFacts(
      scope: scope, path: path, isEnabled: folders.contains(where: enables), program: program,
      hasProgram: program.map { FileSystem.allows(X_OK, root + $0) } ?? false, state: state(scope))
  }

  /// A unit is enabled by a link in the `wants` folder of whatever starts it.
  private func enables(_ folder: String) -> Bool {
    FileSystem.names(in: folder).contains { $0.hasSuffix(".wants") && isThere("\(folder)/\($0)/\(Self.unitName)") }
  }

  /// Links count wherever they lead.
  private func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Nil unless systemd answers at once.
  private func state(_ scope: UnitFacts.Scope) -> String? {
    guard root.isEmpty else { return nil }
    let option = scope == .user ? "--user " : ""
    guard let pipe = popen("timeout 1 systemctl \(option)is-active \(Self.unitName) 2>/dev/null", "re") else {
      return nil
    }
    defer { pclose(pipe) }
    var bytes = [CChar](repeating: 0, count: 64)
    guard fgets(&bytes, Int32(bytes.count), pipe) != nil else { return nil }
    let word = String(decoding: bytes.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return ["active", "inactive", "failed", "activating", "deactivating", "reloading"].contains(word) ? word : nil
  }

  private func group(of user: Account) -> ServiceFacts.Group {
    guard let group = getgrnam("waylog")?.pointee else {
      return ServiceFacts.Group(exists: false, isMember: false, isInForce: false)
    }
    var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
    groups = Array(groups.prefix(Int(max(0, getgroups(Int32(groups.count), &groups)))))
    var isMember = false
    var name = group.gr_mem
    while let member = name?.pointee {
      isMember = isMember || String(cString: member) == user.name
      name = name?.advanced(by: 1)
    }
    return ServiceFacts.Group(
      exists: true, isMember: isMember, isInForce: getegid() == group.gr_gid || groups.contains(group.gr_gid))
  }

  private static var ownPath: String {
    guard let path = realpath("/proc/self/exe", nil) else { return UnitFile.defaultBinary }
    defer { free(path) }
    return String(cString: path)
  }
}

/// Looks at the folder of a control socket.
enum RuntimeObserver {
  static func observe(socket: String) -> RuntimeFacts {
    let path = Path.folder(of: socket)
    let folder = FileSystem.status(of: path).map {
      RuntimeFacts.Folder(owner: Account($0.st_uid), mode: $0.st_mode & 0o7777)
    }
    return RuntimeFacts(
      socket: socket, folder: folder, parentIsWritable: FileSystem.allows(W_OK | X_OK, Path.folder(of: path)),
      user: .own)
  }
}
