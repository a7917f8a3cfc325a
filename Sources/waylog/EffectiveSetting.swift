import Arguments
import TextOutput

/// What holds for an option, where nobody types it.
struct EffectiveSetting {
  /// The key that would set it: with a command in front where commands differ.
  var name: String
  /// Nil where nothing is set.
  var value: String?
  /// `default`, `/etc/waylog/config:3` or `environment WAYLOG_DATABASE`.
  var origin: String
  /// The commands that have it.
  var commands: [String]

  /// Every option of every command by its name; one that holds alike for all its commands once.
  static func all(in tool: Tool<ExitCode>, _ sources: Sources) -> [EffectiveSetting] {
    var settings: [EffectiveSetting] = []
    for command in tool.listed {
      for option in command.manual(tool.name).options {
        for held in held(option, command.path, sources) {
          settings.add(option.long, held, command.path.joined(separator: " "))
        }
      }
    }
    return settings.named.sorted { $0.name < $1.name }
  }

  private static func held(
    _ option: Manual.Option, _ path: [String], _ sources: Sources
  ) -> [(value: String?, origin: String)] {
    let values = sources.values(of: option, for: path)
    guard values.isEmpty else { return values.map { (option.telling == .open ? $0.text : "(hidden)", $0.origin.text) } }
    return [(option.long == "database" ? Database.usual : option.standard, "default")]
  }
}

extension [EffectiveSetting] {
  fileprivate mutating func add(_ key: String, _ held: (value: String?, origin: String), _ command: String) {
    let same = firstIndex { $0.name == key && $0.value == held.value && $0.origin == held.origin }
    if let same {
      self[same].commands.append(command)
    } else {
      append(Element(name: key, value: held.value, origin: held.origin, commands: [command]))
    }
  }

  /// With commands in front of the keys that differ between commands.
  fileprivate var named: [EffectiveSetting] {
    flatMap { setting -> [EffectiveSetting] in
      let others = filter { $0.name == setting.name && $0.commands != setting.commands }
      guard !others.isEmpty else { return [setting] }
      return setting.commands.map { command in
        var one = setting
        (one.name, one.commands) = ("\(command.replacing(text: " ", with: ".")).\(setting.name)", [command])
        return one
      }
    }
  }
}

extension Sources.Origin {
  fileprivate var text: String {
    switch self {
    case .line(let place): place
    case .variable(let name): "environment \(name)"
    }
  }
}
