import Foundation
import TestSupport
import Testing

/// A store that has broken exports of others.
enum Situation: String, CaseIterable, Sendable {
  case emptySession, oneFix, segmentsOfOneFix, twoSegments, antimeridian, poles, hostileNames, tenHertz, noAltitude
  case noSpeed, commaLocale, controlCharacters

  private static let start = 1_777_615_200_000

  private static func walk(_ count: Int, every milliseconds: Int = 1000) -> [SyntheticStore.Fix] {
    (0..<count).map { .init(start + $0 * milliseconds, 47_123_456_789 + $0 * 12_345, -8_000_000_001 + $0 * 54_321) }
  }

  private static func walk(_ count: Int, _ change: (Int, inout SyntheticStore.Fix) -> Void) -> [SyntheticStore.Fix] {
    walk(count).enumerated().map { index, fix in
      var fix = fix
      change(index, &fix)
      return fix
    }
  }

  var store: SyntheticStore {
    get throws {
      switch self {
      case .emptySession: SyntheticStore([.init("empty", []), .init("not empty", Self.walk(3))])
      case .oneFix: SyntheticStore([.init(nil, Self.walk(1))])
      case .segmentsOfOneFix: SyntheticStore([.init("lone", Self.walk(3) { $1.segment = $0 + 1 })])
      case .twoSegments, .commaLocale: SyntheticStore([.init("two", Self.walk(10) { $1.segment = $0 < 5 ? 1 : 2 })])
      case .antimeridian:
        SyntheticStore([
          .init(
            "ferry",
            zip([179_900_000_000, -179_900_000_000, -179_800_000_000, 179_950_000_000], 0...)
              .map { .init(Self.start + $1 * 1000, -18_000_000_000 + $1 * 1_000_003, $0) })
        ])
      case .poles:
        SyntheticStore([
          .init(
            "poles",
            [
              .init(Self.start, 90_000_000_000, 0), .init(Self.start + 1000, 89_999_999_999, 120_000_000_000),
              .init(Self.start + 2000, -90_000_000_000, -120_000_000_000),
            ])
        ])
      case .hostileNames:
        SyntheticStore(
          // GPSBabel drops what is twice at one moment.
          zip(try Self.names(), 0...).map { name, index in
            .init(name, Self.walk(2) { $1.milliseconds += index * 60_000 })
          })
      case .tenHertz: SyntheticStore([.init("fast", Self.walk(30, every: 100))])
      case .noAltitude: SyntheticStore([.init("flat", Self.walk(4) { $1.altitudeMSLE4 = $0 == 1 ? 1 : nil })])
      case .noSpeed: SyntheticStore([.init("still", Self.walk(4) { $1.speedMMPS = nil })])
      case .controlCharacters:
        SyntheticStore([
          .init(String(String.UnicodeScalarView((1...0xa0).compactMap(Unicode.Scalar.init))), Self.walk(2))
        ])
      }
    }
  }

  private static func names() throws -> [String] {
    let data = try Data(contentsOf: URL(fileURLWithPath: Cases.path("32-hostile-names/names.json")))
    return try JSONDecoder().decode([String].self, from: data)
  }
}

@Suite("Other programs read what is exported", .backstop)
struct FormatReadersTests {
  static let formats = ["gpx", "geojson", "geojsonseq", "kml", "csv", "gpkg"]
  /// Those that read everything, and those that tell times alone.
  static let readers = ["gpxpy", "geojson", "geojsonseq", "kml", "csv", "gpkg"]
  static let timekeepers = ["gpsbabel-gpx", "gpsbabel-kml", "gpsbabel-unicsv"]

  private let place: Workplace

  init() throws { place = try Workplace() }

  @Test("every fix comes back with its time, place and height, and every file is valid", arguments: Situation.allCases)
  func everything(situation: Situation) throws {
    let store = try situation.store
    try store.fill(place)
    let files = try exports(of: store, environment: situation == .commaLocale ? try place.speaking("de_DE") : [:])
    let reader = try place.run("/usr/bin/python3", [Readers.path] + files, within: 120)
    let lines = reader.lines.map { $0.split(separator: " ", maxSplits: 2).map(String.init) }

    #expect(reader.status == 0 && reader.errors == "", "\(reader.errors)")
    let fixes = store.sessions.flatMap(\.fixes)
    for name in Self.readers {
      let found = lines.filter { $0[0] == "fix" && $0[1] == name }.map { $0[2] }
      #expect(found.sorted() == fixes.map(\.line).sorted(), "\(name)")
    }
    for name in Self.timekeepers {
      let found = lines.filter { $0[0] == "time" && $0[1] == name }.compactMap { Int($0[2]) }
      #expect(found.sorted() == fixes.map(\.milliseconds).sorted(), "\(name)")
    }
    try expectNames(of: store, in: lines)
    for file in files { try expectValid(file) }
  }

  private func exports(of store: SyntheticStore, environment: [String: String]) throws -> [String] {
    let sessions = store.sessions.indices.map { String($0 + 1) }
    return try Self.formats.map { format in
      try place.exporting(
        to: "out.\(format)", sessions + (format == "csv" ? [] : ["--stops"]), environment: environment)
    }
  }

  /// XML has no room for some characters; everything else comes back as it was.
  private func expectNames(of store: SyntheticStore, in lines: [[String]]) throws {
    let names = store.sessions.map(\.name)
    for (reader, clean) in [("gpx", xml), ("kml", xml), ("geojson", { $0 })] as [(String, (String) -> String)] {
      let found = try lines.filter { $0[0] == "name" && $0[1] == reader }.map {
        try JSONDecoder().decode(String.self, from: Data($0[2].utf8))
      }
      #expect(found.count == names.count, "\(reader)")
      for (name, found) in zip(names, found) {
        guard let name, !name.isEmpty else {
          #expect(found.hasPrefix("Track of 2026-05-01T06:"))
          continue
        }
        #expect(Array(found.unicodeScalars) == Array(clean(name).unicodeScalars), "\(reader)")
      }
    }
  }

  private func xml(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          let isAllowed = scalar.value >= 0x20 || ["\t", "\n", "\r"].contains(scalar)
          return isAllowed && !("\u{FFFE}"..."\u{FFFF}").contains(scalar) ? scalar : "\u{FFFD}"
        }))
  }

  private func expectValid(_ file: String) throws {
    guard let schema = Corpus.schema(for: file) else {
      if [".gpx", ".kml", ".geojson"].contains(where: file.hasSuffix) {
        print("skipped: \(file) against a schema, of which there is none on this machine")
      }
      return
    }
    let outcome =
      if file.hasSuffix("json") {
        try place.run("/usr/bin/python3", ["-m", "jsonschema", "-i", file, schema])
      } else {
        try place.run("xmllint", ["--noout", "--nonet", "--schema", schema, file])
      }
    #expect(outcome.status == 0, "\(outcome.errors)")
  }
}
