import SQLite

/// The file while it is made.
final class GeoPackageFile {
  fileprivate let connection: Connection

  init(_ path: String) throws {
    let connection = try Connection(path, .create)
    // The file gets its name only when it is whole, so that nothing need ever be taken back.
    try connection.run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    try connection.run("BEGIN; " + GeoPackageTables.creation)
    self.connection = connection
  }

  /// Adds the triggers and writes what is still in memory.
  func close() throws { try connection.run(GeoPackageTables.triggers + "COMMIT") }
}

/// A layer while it is filled.
final class GeoPackageLayer {
  private let file: GeoPackageFile
  private let layer: GeoPackageTables.Layer
  private let insertion: Statement
  private let indexInsertion: Statement
  private var box: GeoPackageGeometry.Box?

  init(_ layer: GeoPackageTables.Layer, in file: GeoPackageFile) throws {
    let insertion = try file.connection.prepare(layer.insertion)
    let indexInsertion = try file.connection.prepare(layer.indexInsertion)
    (self.file, self.layer) = (file, layer)
    self.insertion = insertion
    self.indexInsertion = indexInsertion
  }

  /// Adds a place; `bind` binds the columns, from the second parameter on.
  func insertPoint(
    latitudeE9: Int64, longitudeE9: Int64, _ bind: (borrowing Statement) -> Void
  ) throws {
    insertion.bind(1, bytes: GeoPackageGeometry.point(latitudeE9: latitudeE9, longitudeE9: longitudeE9))
    bind(insertion)
    try insertion.run()
    try cover(GeoPackageGeometry.Box(latitudeE9: latitudeE9, longitudeE9: longitudeE9))
  }

  /// Adds a line whose bytes `write` writes, each chunk at its offset; `bind` binds the columns.
  func insertLine(
    bytes count: Int, _ box: GeoPackageGeometry.Box, _ bind: (borrowing Statement) -> Void,
    write: (_ put: ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    insertion.bind(1, count)
    bind(insertion)
    try insertion.run()
    let blob = try file.connection.blob(in: layer.rawValue, "geom", row: file.connection.lastInsertedRow)
    var offset = 0
    try write { bytes in
      try blob.write(bytes, at: offset)
      offset += bytes.count
    }
    try cover(box)
  }

  /// Notes what the layer covers.
  func describe() throws {
    guard let box else { return }
    let description = try file.connection.prepare(layer.description)
    for (index, side) in [box.west, box.south, box.east, box.north].enumerated() {
      description.bind(Int32(index + 1), Double(side) / 1e9)
    }
    try description.run()
  }

  private func cover(_ box: GeoPackageGeometry.Box) throws {
    indexInsertion.bind(1, file.connection.lastInsertedRow)
    for (index, side) in [box.west, box.east, box.south, box.north].enumerated() {
      indexInsertion.bind(Int32(index + 2), Double(side) / 1e9)
    }
    try indexInsertion.run()
    if self.box == nil { self.box = box } else { self.box?.cover(box) }
  }
}

extension Statement {
  /// Binds a number that is kept in units of 1/`scale`, or NULL.
  borrowing func bind(_ index: Int32, _ scaled: Int64?, per scale: Double) {
    if let scaled { bind(index, Double(scaled) / scale) } else { bind(index, nil as Int64?) }
  }
}
