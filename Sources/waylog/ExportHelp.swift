import Arguments

/// What `waylog export --help` tells about formats.
enum ExportHelp {
  static let formats = [
    "Times are UTC. Two heights are kept apart: above mean sea level, and above the WGS 84 ellipsoid. What the receiver "
      + "did not say is left out, never 0. Marks go along as places, except into CSV; stops do with --stops.",
    "gpx: GPX 1.1, one trk per session, one trkseg per unbroken run, marks and stops as waypoints; ele is height above "
      + "mean sea level, geoidheight what to add for that above the ellipsoid; speed (m/s) and course (degrees) stand in "
      + "Garmin's TrackPointExtension v2.",
    "geojson: RFC 7946, one feature per session with a part for each unbroken run, cut at 180°; coordinateProperties "
      + "holds the times and heights above mean sea level, the coordinates those above the ellipsoid. With --features "
      + "points, one feature per fix: time, timestamp (Unix seconds), altitude (above mean sea level), altitude_hae, "
      + "speed, course, accuracy and more.",
    "geojsonseq: one feature a line, for jq and ogr2ogr; features are points unless --features lines.",
    "kml: KML 2.2 with a gx:MultiTrack per session, and its lines for viewers that ignore that; heights above mean sea "
      + "level.",
    "csv: one row per fix, empty where unknown. time; lat, lon (degrees); ele, hae (metres above mean sea level and "
      + "the ellipsoid), geoidheight (their difference); speed, climb (m/s); course (degrees); accuracy, "
      + "vertical_accuracy (metres); hdop; sat (satellites used); fix (2d, 3d); stationary (1 at rest); device; segment "
      + "(of the session, a new one after each gap); session. A text that a spreadsheet would run begins with '.",
    "gpkg: GeoPackage 1.3 with the layers track_points, tracks, stops and marks, and their indexes; needs -o FILE.",
    "html: one page with the track on a map, coloured by speed, its stops, charts of speed and height and a table of "
      + "trips. It needs no network, unless it is given --tiles.",
    "svg: a still of that map.",
  ]

  /// Other formats, by programs that know them.
  static let conversions = [
    Example("waylog export | gpsbabel -i gpx -f - -o garmin_fit -F ride.fit", "makes a FIT file"),
    Example("waylog export | gpsbabel -i gpx -f - -o gtrnctr -F ride.tcx", "makes a TCX file"),
    Example(
      "ogr2ogr -f FlatGeobuf ride.fgb ride.gpkg track_points", "makes a FlatGeobuf file of an exported GeoPackage"),
    Example(
      "ogr2ogr -f Parquet ride.parquet ride.gpkg track_points",
      "makes a GeoParquet file of one, where ogrinfo --formats lists Parquet"),
  ]
}
