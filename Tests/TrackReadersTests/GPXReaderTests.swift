import Positioning
import Testing
import TrackReaders

@Suite("What a GPX file holds")
struct GPXReaderTests {
  @Test(
    "tracks, segments, points and waypoints come in the order of the file, however it is cut", arguments: [1, 7, 4096])
  func order(pieces: Int) {
    let text = """
      <?xml version="1.0" encoding="utf-8"?>
      <gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">
       <metadata><name>A day</name><author><name>Somebody</name></author></metadata>
       <wpt lat="1" lon="2"><time>2026-05-01T06:00:00Z</time><name>A &amp; B</name><desc>longer</desc></wpt>
       <rte><name>A plan</name><rtept lat="3" lon="4"/></rte>
       <trk><src>GPSD 3.22</src><desc>windy</desc>
        <trkseg><trkpt lat="5" lon="6"><time>2026-05-01T06:00:01.25Z</time></trkpt></trkseg>
        <trkseg/>
       </trk>
       <trk><name>Home</name><trkseg><trkpt lat="7" lon="8"/></trkseg></trk>
      </gpx>
      """
    let read = read(text, pieces: pieces)

    var first = GPXTrack()
    (first.name, first.note, first.source) = ("A day", "windy", "GPSD 3.22")
    var second = GPXTrack()
    second.name = "Home"
    var flat = Measurements()
    flat.mode = .twoD
    #expect(read.fault == nil)
    #expect(
      read.items == [
        .file(creator: "x"),
        .waypoint(
          GPXWaypoint(
            time: Timestamp(milliseconds: 1_777_615_200_000), coordinate: Coordinate(latitude: 1, longitude: 2),
            text: "A & B")),
        .route, .track(first), .segment,
        .point(
          GPXPoint(
            line: 7, time: Timestamp(milliseconds: 1_777_615_201_250),
            coordinate: Coordinate(latitude: 5, longitude: 6), measurements: flat)),
        .segment, .track(second), .segment,
        .point(
          GPXPoint(line: 10, time: nil, coordinate: Coordinate(latitude: 7, longitude: 8), measurements: flat)),
      ])
  }

  @Test(
    "speed and course are found where each kind of writer puts them",
    arguments: [
      "<speed>1.5</speed><course>90</course>",
      "<extensions><speed>1.5</speed><course>90</course></extensions>",
      """
      <extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>90</gpxtpx:hr><gpxtpx:speed>1.5</gpxtpx:speed>
      <gpxtpx:course>90</gpxtpx:course></gpxtpx:TrackPointExtension></extensions>
      """,
      "<extensions><osmand:speed>1.5</osmand:speed><osmand:course> 90 </osmand:course></extensions>",
    ])
  func speed(_ elements: String) {
    let found = point(elements)?.measurements
    #expect(found?.speedMPS == 1.5)
    #expect(found?.courseDegrees == 90)
  }

  @Test("heights are above the sea, but gpxlogger's above the ellipsoid; a separation gives the other one")
  func heights() {
    let usual = point("<ele>430.5</ele><geoidheight>47.5</geoidheight>")?.measurements
    #expect(usual?.altitudeMSLMetres == 430.5)
    #expect(usual?.altitudeHAEMetres == 478)
    let alone = point("<ele>430.5</ele>")?.measurements
    #expect(alone?.altitudeMSLMetres == 430.5)
    #expect(alone?.altitudeHAEMetres == nil)
    let gpxlogger = point("<ele>478</ele>", creator: "GPSD 3.22 - https://gpsd.io/")?.measurements
    #expect(gpxlogger?.altitudeMSLMetres == nil)
    #expect(gpxlogger?.altitudeHAEMetres == 478)
  }

  @Test("the kind of fix is the one that is said, else the one that the height tells")
  func kinds() {
    func kind(_ elements: String) -> [Int?] {
      let found = point(elements)?.measurements
      return [found?.mode.rawValue, found?.status.code, found?.satellites]
    }
    #expect(kind("<fix>3d</fix><sat>8</sat>") == [3, 0, 8])
    #expect(kind("<fix>2d</fix><ele>1</ele><sat>-8</sat>") == [2, 0, nil])
    #expect(kind("<ele>1</ele><fix>dgps</fix>") == [3, 2, nil])
    #expect(kind("<fix>pps</fix>") == [2, 9, nil])
    #expect(kind("<ele>1</ele>") == [3, 0, nil])
    #expect(kind("<ele>NaN</ele>") == [2, 0, nil])
    #expect(kind("<ele>1</ele><fix>none</fix>") == [1, 0, nil])
  }

  @Test(
    "a place that is none leaves the point without one", arguments: ["NaN", "inf", "91", "", "0x10", "4,5", "1e999"])
  func noPlace(latitude: String) {
    let read = read(file(#"<trkpt lat="\#(latitude)" lon="8"/><trkpt lon="8"/>"#))
    let places = read.items.compactMap { if case .point(let point) = $0 { point.coordinate == nil } else { nil } }
    #expect(places == [true, true])
  }

  @Test(
    "times with an offset, without a zone and with many digits are read",
    arguments: [
      ("2026-05-01T08:00:01+02:00", 1_777_615_201_000), ("2026-05-01T06:00:01", 1_777_615_201_000),
      ("2026-05-01T01:30:01.5-04:30", 1_777_615_201_500), (" 2026-05-01T06:00:01.609273374Z\n", 1_777_615_201_609),
      ("2026-05-01 06:00:01Z", 1_777_615_201_000), ("1969-12-31T23:59:59Z", -1000),
    ])
  func times(_ text: String, _ milliseconds: Int64) {
    #expect(point("<time>\(text)</time>")?.time == Timestamp(milliseconds: milliseconds))
  }

  @Test(
    "moments that do not exist are none",
    arguments: [
      "0000-01-01T00:00:00Z", "-0044-03-15T12:00:00Z", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "yesterday", "",
      "2026-05-01T25:00:00Z", "2026-05-01T06:00:01+99:00", "2026-05-01T06:00:01.Z", "20260501T060001Z",
    ])
  func noTimes(_ text: String) { #expect(point("<time>\(text)</time>")?.time == nil) }
}
