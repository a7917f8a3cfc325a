internal import Control

/// An activity as the recorder tells of it.
struct ActivityRow: Equatable, Sendable {
  var id: String
  var type: String
  var state: ActivityState
  var attributes: String?
  var content: String?
  var staleUnixMilliseconds: Int64?
  var relevanceScore: Double

  /// Reads an `activity` line; nil without an id and a state that is known.
  init?(_ line: ControlLine) {
    guard let id = line["uuid"], let type = line["type"],
      let state = line["state"].flatMap(ActivityState.init(rawValue:))
    else { return nil }
    (self.id, self.type, self.state) = (id, type, state)
    (attributes, content) = (line["attributes"], line["content"])
    staleUnixMilliseconds = line["stale_ms"].flatMap { Int64($0) }
    relevanceScore = line["relevance"].flatMap { Double($0) } ?? 0
  }
}

extension ActivityContent {
  /// Reads what is stored.
  ///
  /// - Throws: `unreadableContent` if the program's own reader refuses it.
  init(_ row: ActivityRow) throws(LiveUpdatesError) {
    self.init(
      state: try State(stored: row.content ?? "{}"), staleUnixMilliseconds: row.staleUnixMilliseconds,
      relevanceScore: row.relevanceScore)
  }

  func fields() throws(LiveUpdatesError) -> ContentFields {
    ContentFields(
      json: try state.writtenJSON(), stale: staleUnixMilliseconds.map { String($0) },
      relevance: String(relevanceScore))
  }
}

/// Content in the words of the protocol.
struct ContentFields {
  var json: String
  var stale: String?
  var relevance: String
}

extension JSONRepresentable {
  init(stored text: String) throws(LiveUpdatesError) {
    do { self = try Self(json: text) } catch { throw .unreadableContent("\(error)") }
  }

  func writtenJSON() throws(LiveUpdatesError) -> String {
    do { return try json } catch { throw .unreadableContent("\(error)") }
  }
}
