import TestSupport
import Testing

@Suite("The documentation", .serialized, .backstop)
struct DocumentationTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private var path: String {
    let folder = Program.waylog.split(separator: "/").dropLast().joined(separator: "/")
    return "/\(folder):\(place.environment["PATH"] ?? "")"
  }

  private func shell(_ line: String) throws -> Outcome {
    let script = "cd \(place.folder); set -o pipefail; \(line)"
    return try place.run("bash", ["-c", script], environment: ["PATH": path], within: 60)
  }

  @Test("every command of the README runs as it stands, from a recording on")
  func readme() throws {
    let drive = try SimulatedDrive(rate: 100, in: place)
    let gpsd = try RealGPSD(receiver: drive.port, in: place)
    let lastTime = try Truth(drive.truth).lastTime
    let hasParquet = try place.run("/usr/bin/ogrinfo", ["--formats"]).output.contains("Parquet")
    let page = Page(place.bytes(Readers.readme))
    var recorder: RunningProgram?

    #expect(page.commands.count > 20)
    for command in page.commands {
      if command.hasPrefix("waylog record") {
        let line = "exec \(command) --print localhost:\(gpsd.port)"
        recorder = try place.start("bash", ["-c", line], environment: ["PATH": path])
        #expect(eventually(within: 60) { recorder?.output.contains(lastTime) ?? false })
      } else if command.hasPrefix("scripts/") {
        let script = command.split(separator: " ")[0]
        #expect(try shell("test -x \(Readers.package)/\(script)").status == 0, "\(command)")
      } else if !command.hasPrefix("sudo "), hasParquet || !command.contains("Parquet") {
        let outcome = try shell(command)
        #expect(outcome.status == 0, "\(command): \(outcome.errors)")
      }
    }
    try #require(recorder).stop()
  }

  @Test("every command of the architecture's page runs as it stands")
  func architecture() throws {
    let page = Page(place.bytes(Readers.architecture))

    #expect(page.commands.count == 5)
    for command in page.commands {
      let outcome = try shell(command)
      #expect(outcome.status == 0, "\(command): \(outcome.errors)")
    }
  }

  @Test("what is called a command in a sentence is one", arguments: [Readers.readme, Readers.architecture])
  func mentioned(path: String) throws {
    for name in Page(place.bytes(path)).mentioned {
      let outcome = try place.waylog(name, "--help")
      #expect(outcome.status == 0, "waylog \(name)")
    }
  }
}

/// A page in Markdown.
private struct Page {
  /// What stands in its blocks to be typed, in its order: each line of a block of shell, and what a prompt precedes.
  var commands: [String] = []
  /// The words behind `waylog` in its sentences.
  var mentioned: Set<String> = []

  init(_ bytes: [UInt8]) {
    var block: Substring?
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("```") {
        block = block == nil ? line.dropFirst(3) : nil
      } else if let block {
        if block == "sh" { commands.append(String(line)) }
        if line.hasPrefix("$ ") { commands.append(String(line.dropFirst(2))) }
      } else {
        mention(line)
      }
    }
  }

  private mutating func mention(_ line: Substring) {
    for (index, piece) in line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
    where index % 2 == 1 && piece.hasPrefix("waylog ") {
      let word = piece.dropFirst("waylog ".count).prefix { $0.isLowercase }
      if !word.isEmpty { mentioned.insert(String(word)) }
    }
  }
}
