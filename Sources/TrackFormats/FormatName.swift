/// The formats, by the name on the command line.
public enum FormatName: String, CaseIterable, Sendable {
  case gpx, geojson, geojsonseq, kml, csv, gpkg, html, svg

  /// The format that a file name asks for by its suffix.
  public init?(suffixOf path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    switch path[dot...].dropFirst().lowercased() {
    case "json": self = .geojson
    case "htm": self = .html
    case "geojsonl", "geojsons", "jsonl", "ndjson": self = .geojsonseq
    case let suffix:
      guard let name = FormatName(rawValue: suffix) else { return nil }
      self = name
    }
  }
}

extension FormatName {
  /// Whether it is for looking at, rather than for another program.
  public var isPicture: Bool { self == .html || self == .svg }
}

/// What GeoJSON features are.
public enum FeatureShape: String, CaseIterable, Sendable {
  /// A feature for each session.
  case lines
  /// A feature for each fix.
  case points
}

/// What may be chosen about a text.
public struct TextOptions: Sendable {
  /// The program, as files name it.
  public var creator: String
  /// Between the fields of CSV.
  public var delimiter = UInt8(ascii: ",")
  /// What GeoJSON features are; nil for what is usual.
  public var shape: FeatureShape?
  /// How pictures look.
  public var picture = PictureOptions()

  /// What is usual.
  public init(creator: String) { self.creator = creator }
}

extension FormatName {
  /// Writes the format as text; nil for a format that is a database (`GeoPackage`).
  public func textSink(_ options: TextOptions, _ ways: TrackText.Ways) -> (any TrackSink)? {
    switch self {
    case .gpx: TextSink(GPXFormat(creator: options.creator), into: TrackText(columns: 0, ways))
    case .geojson:
      options.shape ?? .lines == .lines
        ? TextSink(GeoJSONLines(.collection), into: TrackText(columns: GeoJSONLines.columns, ways))
        : TextSink(GeoJSONPoints(.collection), into: TrackText(columns: 0, ways))
    case .geojsonseq:
      options.shape ?? .points == .points
        ? TextSink(GeoJSONPoints(.sequence), into: TrackText(columns: 0, ways))
        : TextSink(GeoJSONLines(.sequence), into: TrackText(columns: GeoJSONLines.columns, ways))
    case .kml: TextSink(KMLFormat(creator: options.creator), into: TrackText(columns: KMLFormat.columns, ways))
    case .csv: TextSink(CSVFormat(delimiter: options.delimiter), into: TrackText(columns: 0, ways))
    case .gpkg: nil
    case .html:
      TextSink(
        HTMLFormat(creator: options.creator, options.picture), into: TrackText(columns: HTMLFormat.columns, ways))
    case .svg: TextSink(SVGFormat(creator: options.creator, options.picture), into: TrackText(columns: 0, ways))
    }
  }
}
