import Control
import Foundation
import TestSupport

/// A program that speaks to the recorder of a place, over its socket.
final class ControlProgram {
  private var connection: ControlConnection
  /// What it was told without having asked, and not taken yet.
  private(set) var heard: [ControlLine] = []

  /// Connects, as soon as there is a recorder.
  init(in place: Workplace) throws {
    let folder = place.path("waylog")
    var connection: ControlConnection?
    for _ in 0..<500 where connection == nil {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      if let name = names.first(where: { $0.hasSuffix(".sock") }) {
        connection = ControlConnection(to: "\(folder)/\(name)")
      }
      if connection == nil { usleep(20_000) }
    }
    guard let connected = connection.take() else { throw RunningProgram.TooLate(what: "no recorder listens") }
    self.connection = connected
  }

  /// Asks; gives the answer.
  @discardableResult
  func ask(_ word: String, _ fields: KeyValuePairs<String, String?> = [:]) throws -> ControlLine {
    try ask(ControlLine(word, fields))
  }

  /// Says a line; gives the answer.
  @discardableResult
  func ask(_ line: ControlLine) throws -> ControlLine {
    guard connection.say(line) else { throw RunningProgram.TooLate(what: "the recorder is gone") }
    guard let answer = next(within: 10, { $0.word == "ok" || $0.word == "error" }) else {
      throw RunningProgram.TooLate(what: "no answer to '\(line.word)'")
    }
    return answer
  }

  /// Says many lines without waiting for each answer; gives the answers.
  func ask(all lines: [ControlLine]) throws -> [ControlLine] {
    var answers: [ControlLine] = []
    for (number, line) in lines.enumerated() {
      guard connection.say(line) else { throw RunningProgram.TooLate(what: "the recorder is gone") }
      // The recorder does not wait for whoever never reads.
      while number - answers.count > 500, let answer = try nextAnswer() { answers.append(answer) }
    }
    while answers.count < lines.count, let answer = try nextAnswer() { answers.append(answer) }
    return answers
  }

  private func nextAnswer() throws -> ControlLine? {
    guard let answer = next(within: 10, { $0.word == "ok" || $0.word == "error" }) else {
      throw RunningProgram.TooLate(what: "no answer")
    }
    return answer
  }

  /// Waits for a line that it did not ask for, and takes it with all that came before it.
  func wait(for word: String, within seconds: Double = 10, _ isMeant: (ControlLine) -> Bool = { _ in true }) throws
    -> ControlLine
  {
    if let index = heard.firstIndex(where: { $0.word == word && isMeant($0) }) {
      defer { heard.removeSubrange(...index) }
      return heard[index]
    }
    guard let line = next(within: seconds, { $0.word == word && isMeant($0) }) else {
      throw RunningProgram.TooLate(what: "no such '\(word)'; heard: \(heard.map(\.text))")
    }
    heard = []
    return line
  }

  /// All that it was told with that word until nothing more comes for a while.
  func all(_ word: String, untilSilentFor seconds: Double) -> [ControlLine] {
    while let line = next(within: seconds, { _ in true }) { heard.append(line) }
    defer { heard = [] }
    return heard.filter { $0.word == word }
  }

  private func next(within seconds: Double, _ isMeant: (ControlLine) -> Bool) -> ControlLine? {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      switch connection.hear() {
      case .line(let line) where isMeant(line): return line
      case .line(let line): heard.append(line)
      case .nothing: connection.wait(milliseconds: 50)
      case .end: return nil
      }
    }
    return nil
  }
}
