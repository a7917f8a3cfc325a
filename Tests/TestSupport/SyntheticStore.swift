import Foundation

/// A store with rows of our own making, put there by the plain sqlite3 shell.
public struct SyntheticStore: Sendable {
  /// A fix.
  public struct Fix: Sendable {
    /// The unbroken run.
    public var segment = 1
    /// Since 1970.
    public var milliseconds: Int
    /// 1e-9 degrees north.
    public var latitudeE9: Int
    /// 1e-9 degrees east.
    public var longitudeE9: Int
    /// 1e-4 m above the sea; the ellipsoid lies 47.9 m below that.
    public var altitudeMSLE4: Int? = 4_312_000
    /// Millimetres per second.
    public var speedMMPS: Int? = 1_400

    /// Creates a fix with a height and a speed.
    public init(_ milliseconds: Int, _ latitudeE9: Int, _ longitudeE9: Int) {
      (self.milliseconds, self.latitudeE9, self.longitudeE9) = (milliseconds, latitudeE9, longitudeE9)
    }

    /// As a reader of exports prints it.
    public var line: String {
      "\(milliseconds) \(latitudeE9) \(longitudeE9) \(altitudeMSLE4.map(String.init) ?? "-")"
    }
  }

  /// A session with its fixes.
  public struct Session: Sendable {
    /// What its owner calls it, and says about it.
    public var name: String?
    /// The receiver's path.
    public var device = "/dev/ttyFAKE0"
    /// In order.
    public var fixes: [Fix]

    /// Creates a session.
    public init(_ name: String? = nil, _ fixes: [Fix]) { (self.name, self.fixes) = (name, fixes) }
  }

  /// Numbered from 1.
  public var sessions: [Session]

  /// Creates the contents of a store.
  public init(_ sessions: [Session]) { self.sessions = sessions }

  /// Makes the store of a place.
  public func fill(_ place: Workplace) throws {
    let schema = try String(contentsOfFile: "\(Folders.package)/schema.sql", encoding: .utf8)
    let rows = sessions.enumerated().map { statements($1, number: $0 + 1) }.joined()
    let script = try place.file("store.sql", schema + "BEGIN;\n" + rows + "COMMIT;\n")
    let outcome = try place.run("sqlite3", ["-bail", place.store.path], input: script)
    guard outcome.status == 0 else { throw Launching.Failure(what: outcome.errors) }
  }

  private func statements(_ session: Session, number: Int) -> String {
    let times = session.fixes.map(\.milliseconds)
    var text = """
      INSERT INTO device VALUES (\(number), CAST(x'\(hex(session.device + (number == 1 ? "" : "\(number)")))' AS TEXT));
      INSERT INTO session(id, uuid, name, note, profile, origin, version, started_ms, ended_ms, end_reason)
      VALUES (\(number), 'u\(number)', \(value(session.name)), \(value(session.name)), 'default', 'import', 'test',
        \(times.min().map(String.init) ?? "NULL"), \(times.max().map(String.init) ?? "NULL"), 'stopped');

      """
    for (index, fix) in session.fixes.enumerated() {
      let height = fix.altitudeMSLE4.map { "\($0), \($0 + 479_000)" } ?? "NULL, NULL"
      text += """
        INSERT INTO fix_row VALUES (\(number), \(index + 1), \(fix.segment), \(fix.milliseconds), \(number),
          \(fix.latitudeE9), \(fix.longitudeE9), \(height), \(fix.speedMMPS.map(String.init) ?? "NULL"), NULL, NULL,
          5000, NULL, NULL, NULL, \(fix.altitudeMSLE4 == nil ? 2 : 3), 1, 0, 9);

        """
    }
    return text
  }

  private func value(_ text: String?) -> String { text.map { "CAST(x'\(hex($0))' AS TEXT)" } ?? "NULL" }

  private func hex(_ text: String) -> String { text.utf8.map { String(format: "%02x", $0) }.joined() }
}
