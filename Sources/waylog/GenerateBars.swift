import Arguments
import CWaylog

/// `waylog generate waybar|i3bar|polybar|tmux`
enum GenerateBars {
  struct Settings: Sendable {
    var folder: String?
    var part = Part.module
  }

  enum Part: Sendable { case module, styleSheet }

  static func run(_ bar: StatusBar) -> @Sendable ([String]) throws -> ExitCode {
    { words in
      try Invocation.run(command(for: bar), words, defaults: Settings()) { settings, _ in
        try file(for: bar, settings.part).put(into: settings.folder)
        return .success
      }
    }
  }

  static func command(for bar: StatusBar) -> Command<Settings> {
    let parts: [OptionGroup<Settings>] =
      switch bar {
      case .waybar:
        [OptionGroup("Part", [.flag("css", "Print the style sheet, not the module") { $0.part = .styleSheet }])]
      case .i3bar, .polybar, .tmux: []
      }
    return Command<Settings>(
      "generate \(bar.rawValue)", summary: bar.summary + ".",
      options: parts + [GeneratedFile.option { $0.folder = $1 }],
      examples: [Example("waylog generate \(bar.rawValue) -o \(bar.folder)", "puts it beside the configuration")],
      exitStatuses: GenerateUnits.command.exitStatuses)
  }

  private static func file(for bar: StatusBar, _ part: Part) -> GeneratedFile {
    switch (bar, part) {
    case (.waybar, .styleSheet):
      GeneratedFile(
        name: "waylog.css", text: String(cString: waylog_waybar_style()),
        nextSteps: [#"in style.css: @import "waylog.css";"#])
    case (.waybar, .module):
      GeneratedFile(
        name: "waylog.jsonc", text: String(cString: waylog_waybar_module()),
        nextSteps: [
          #"in config.jsonc: "include": ["\#(bar.folder)/waylog.jsonc"], and "custom/waylog" in a list of modules"#,
          "waylog generate waybar --css -o \(bar.folder)",
        ])
    case (.i3bar, _):
      GeneratedFile(
        name: "waylog.conf", text: String(cString: waylog_i3bar()),
        nextSteps: ["in the configuration of i3 or sway: include \(bar.folder)/waylog.conf"])
    case (.polybar, _):
      GeneratedFile(
        name: "waylog.ini", text: String(cString: waylog_polybar_module()),
        nextSteps: ["in config.ini: include-file = \(bar.folder)/waylog.ini, and waylog in the modules of a bar"])
    case (.tmux, _):
      GeneratedFile(
        name: "waylog.conf", text: String(cString: waylog_tmux()),
        nextSteps: ["in tmux.conf: source-file \(bar.folder)/waylog.conf"])
    }
  }
}

/// A program that shows a status line.
enum StatusBar: String, CaseIterable, Sendable {
  case waybar, i3bar, polybar, tmux

  /// What is printed, without a full stop.
  var summary: String {
    switch self {
    case .waybar: "A module for waybar, and its style sheet"
    case .i3bar: "A bar for i3 and sway"
    case .polybar: "A module for polybar"
    case .tmux: "A part of tmux's status line"
    }
  }

  /// Where its configuration usually lies.
  var folder: String {
    switch self {
    case .waybar: "~/.config/waybar"
    case .i3bar: "~/.config/i3"
    case .polybar: "~/.config/polybar"
    case .tmux: "~/.config/tmux"
    }
  }
}
