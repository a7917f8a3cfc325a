public import Control
import Positioning
public import TrackStore

/// An edit of a stored session as a line of the protocol: `session` with `verb`, `id` (a uuid) and what the verb needs.
public struct SessionRequest: Equatable, Sendable {
  /// The session's uuid.
  public var session: String
  /// What to do.
  public var edit: SessionEdit

  /// Creates a request.
  public init(_ session: String, _ edit: SessionEdit) { (self.session, self.edit) = (session, edit) }

  /// As a line.
  public var line: ControlLine {
    switch edit {
    case .rename(let name): ControlLine("session", ["verb": "rename", "id": session, "text": name])
    case .annotate(let note): ControlLine("session", ["verb": "note", "id": session, "text": note])
    case .split(let moment, let uuid):
      ControlLine(
        "session", ["verb": "split", "id": session, "unix_ms": String(moment.milliseconds), "part": uuid])
    case .join(let other): ControlLine("session", ["verb": "join", "id": session, "with": other])
    case .shorten(let rows):
      ControlLine("session", ["verb": "delete-slice", "id": session, "rows": String(rows)])
    }
  }

  /// Reads a line; nil if it asks for nothing that this program knows.
  public init?(_ line: ControlLine) {
    guard let session = line["id"], let edit = Self.edit(line) else { return nil }
    self.init(session, edit)
  }

  private static func edit(_ line: ControlLine) -> SessionEdit? {
    switch line["verb"] {
    case "rename": return .rename(line["text"])
    case "note": return .annotate(line["text"])
    case "split":
      guard let moment = line["unix_ms"].flatMap({ Int64($0) }), let part = line["part"] else { return nil }
      return .split(at: Timestamp(milliseconds: moment), uuid: part)
    case "join": return line["with"].map { .join(with: $0) }
    case "delete-slice": return line["rows"].flatMap { Int($0) }.map { .shorten(rows: max(1, $0)) }
    default: return nil
    }
  }
}

extension SessionOutcome {
  /// As a line of the protocol.
  public var line: ControlLine {
    switch self {
    case .done: ControlLine("ok")
    case .split(let session, let begin):
      ControlLine("ok", ["split": String(session), "unix_ms": String(begin.milliseconds)])
    case .joined(let session): ControlLine("ok", ["joined": String(session)])
    case .shortened(let rows): ControlLine("ok", ["rows_left": rows.map { String($0) } ?? "none"])
    case .refused(let refusal, let session):
      ControlLine(
        "error", ["code": "session", "refusal": refusal.rawValue, "session": session.map { String($0) }])
    }
  }

  /// Reads a line; nil if the recorder did not come to an outcome.
  public init?(_ line: ControlLine) {
    if line.word == "error" {
      guard let refusal = line["refusal"].flatMap(SessionRefusal.init) else { return nil }
      self = .refused(refusal, of: line["session"].flatMap { Int64($0) })
    } else if let session = line["split"].flatMap({ Int64($0) }), let begin = line["unix_ms"].flatMap({ Int64($0) }) {
      self = .split(into: session, from: Timestamp(milliseconds: begin))
    } else if let session = line["joined"].flatMap({ Int64($0) }) {
      self = .joined(as: session)
    } else if let rows = line["rows_left"] {
      self = .shortened(rowsLeft: Int64(rows))
    } else {
      self = .done
    }
  }
}

// MARK: - In the loop

extension RecordLoop {
  /// Edits a stored session between two commits; it is on the disk before it is answered.
  mutating func edit(_ line: ControlLine) -> ControlLine {
    guard let request = SessionRequest(line) else {
      return ControlLine("error", ["code": "request", "why": "this recorder does not know such an edit"])
    }
    do {
      return try keeper.edit(request).line
    } catch {
      return ControlLine("error", ["code": "storage", "why": "\(error)"])
    }
  }
}

extension StoreKeeper {
  /// Edits a stored session, unless the store refuses: what waits for it comes first.
  fileprivate mutating func edit(_ request: SessionRequest) throws(StoreError) -> SessionOutcome {
    if let lastRefusal { throw lastRefusal }
    return try writer.edit(request.session, request.edit)
  }
}
