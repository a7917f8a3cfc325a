/// The tables of a GeoPackage 1.3 (OGC 12-128r17): those that the standard asks for and the layers.
enum GeoPackageTables {
  /// A layer of features.
  enum Layer: String, CaseIterable {
    case trackPoints = "track_points"
    case tracks, stops, marks

    var geometry: String { self == .tracks ? "LINESTRING" : "POINT" }

    var title: String {
      switch self {
      case .trackPoints: "Fixes, heights and errors in metres, times in UTC"
      case .tracks: "Unbroken runs of sessions"
      case .stops: "Stops, radius in metres, times in UTC"
      case .marks: "Marked places"
      }
    }

    fileprivate var columns: String {
      switch self {
      case .trackPoints:
        """
        session INTEGER, segment INTEGER, time DATETIME, altitude_msl_m REAL, altitude_hae_m REAL, speed_mps REAL,
        course_deg REAL, climb_mps REAL, accuracy_m REAL, vertical_accuracy_m REAL, hdop REAL, satellites INTEGER,
        fix TEXT, stationary BOOLEAN, device TEXT
        """
      case .tracks:
        "session INTEGER, segment INTEGER, name TEXT, note TEXT, started DATETIME, ended DATETIME, positions INTEGER"
      case .stops:
        """
        session INTEGER, name TEXT, kind TEXT, arrival DATETIME, departure DATETIME, duration_s REAL, radius_m REAL
        """
      case .marks: "session INTEGER, name TEXT, time DATETIME"
      }
    }

    fileprivate var index: String { "rtree_\(rawValue)_geom" }

    /// Puts a row in: its geometry, or for a line the size of it, and a parameter for each column.
    var insertion: String {
      let values = Array(repeating: "?", count: columns.split(separator: ",").count).joined(separator: ", ")
      return "INSERT INTO \(rawValue) VALUES (NULL, \(self == .tracks ? "zeroblob(?)" : "?"), \(values))"
    }

    /// Notes what the layer covers: west, south, east, north.
    var description: String {
      "UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ? WHERE table_name = '\(rawValue)'"
    }

    /// Puts a geometry's box into the R*Tree: row, west, east, south, north.
    var indexInsertion: String { "INSERT INTO \(index) VALUES (?, ?, ?, ?, ?)" }
  }

  /// Makes everything but the triggers.
  static var creation: String {
    """
    PRAGMA application_id = 0x47504B47;
    PRAGMA user_version = 10300;
    CREATE TABLE gpkg_spatial_ref_sys(
      srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
      organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
    INSERT INTO gpkg_spatial_ref_sys VALUES
      ('Undefined cartesian SRS', -1, 'NONE', -1, 'undefined', NULL),
      ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', NULL),
      ('WGS 84 geodetic', 4326, 'EPSG', 4326, \
    'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],\
    AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],\
    UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]', NULL);
    CREATE TABLE gpkg_contents(
      table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE, description TEXT DEFAULT '',
      last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')), min_x DOUBLE, min_y DOUBLE,
      max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
      CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
    CREATE TABLE gpkg_geometry_columns(
      table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL,
      z TINYINT NOT NULL, m TINYINT NOT NULL,
      CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
      CONSTRAINT uk_gc_table_name UNIQUE (table_name),
      CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
      CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
    CREATE TABLE gpkg_extensions(
      table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL, scope TEXT NOT NULL,
      CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
    """ + Layer.allCases.map(\.creation).joined()
  }

  /// Makes the triggers that keep the R*Trees right when somebody edits a layer. They call functions that only programs
  /// for GeoPackages have, so they come after the rows.
  static var triggers: String { Layer.allCases.map(\.triggers).joined() }
}

extension GeoPackageTables.Layer {
  fileprivate var creation: String {
    """

    CREATE TABLE \(rawValue)(fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, geom \(geometry), \(columns));
    INSERT INTO gpkg_contents(table_name, data_type, identifier, description, srs_id)
    VALUES ('\(rawValue)', 'features', '\(rawValue)', '\(title)', 4326);
    INSERT INTO gpkg_geometry_columns VALUES ('\(rawValue)', 'geom', '\(geometry)', 4326, 0, 0);
    INSERT INTO gpkg_extensions
    VALUES ('\(rawValue)', 'geom', 'gpkg_rtree_index', 'http://www.geopackage.org/spec120/#extension_rtree',
      'write-only');
    CREATE VIRTUAL TABLE \(index) USING rtree(id, minx, maxx, miny, maxy);
    """
  }

  /// As annex F.3 of the standard has them.
  fileprivate var triggers: String {
    let box = "ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom)"
    let put = "INSERT OR REPLACE INTO \(index) VALUES (NEW.fid, \(box));"
    let takeOld = "DELETE FROM \(index) WHERE id = OLD.fid;"
    let isThere = "NEW.geom NOT NULL AND NOT ST_IsEmpty(NEW.geom)"
    let isMissing = "NEW.geom ISNULL OR ST_IsEmpty(NEW.geom)"
    return """

      CREATE TRIGGER \(index)_insert AFTER INSERT ON \(rawValue) WHEN (\(isThere)) BEGIN \(put) END;
      CREATE TRIGGER \(index)_update1 AFTER UPDATE OF geom ON \(rawValue)
      WHEN OLD.fid = NEW.fid AND (\(isThere)) BEGIN \(put) END;
      CREATE TRIGGER \(index)_update2 AFTER UPDATE OF geom ON \(rawValue)
      WHEN OLD.fid = NEW.fid AND (\(isMissing)) BEGIN \(takeOld) END;
      CREATE TRIGGER \(index)_update3 AFTER UPDATE ON \(rawValue)
      WHEN OLD.fid != NEW.fid AND (\(isThere)) BEGIN \(takeOld) \(put) END;
      CREATE TRIGGER \(index)_update4 AFTER UPDATE ON \(rawValue)
      WHEN OLD.fid != NEW.fid AND (\(isMissing)) BEGIN DELETE FROM \(index) WHERE id IN (OLD.fid, NEW.fid); END;
      CREATE TRIGGER \(index)_delete AFTER DELETE ON \(rawValue) WHEN OLD.geom NOT NULL BEGIN \(takeOld) END;
      """
  }
}
