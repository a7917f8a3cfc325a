import TestSupport
import Testing

@Suite("Bad input", .backstop)
struct BadInputTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  private static func report(second: Int, _ members: String = #""lat":47.123456789,"lon":8.123456789"#) -> String {
    let time = "2026-05-01T06:00:0\(second).000Z"
    return #"{"class":"TPV","device":"/dev/ttyFAKE0","mode":3,"time":"\#(time)","ept":0.005,\#(members),"speed":1.234}"#
  }

  @Test("a report cut at any byte is no fix, the whole one is")
  func truncated() throws {
    let whole = Array(Self.report(second: 1).utf8)
    let prefixes = (1..<whole.count).map { Array(whole[..<$0]) + [UInt8(ascii: "\n")] }
    try place.importing(try place.file("cut.json", Array(prefixes.joined()) + whole), ["--keep-all"])

    #expect(
      try store.rows("SELECT latitude, longitude, speed_mps FROM fix") == [["47.123456789", "8.123456789", "1.234"]])
    #expect(try store.ledger("received") == whole.count)
    #expect(try store.ledger("rejected:malformed") == whole.count - 1)
  }

  @Test("a report cut at any byte by a lost connection is no fix either")
  func cutConnection() throws {
    let whole = Self.report(second: 1)
    let cuts = [30, 60, 90, 100, 105, 110, 120, whole.count - 1].map { whole.prefix($0) }
    let script = cuts.map { "#!raw \($0)\n#!close\n" }.joined() + Self.report(second: 2) + "\n"
    try place.recording(try Feed(try place.file("cut.json", script)), ["--keep-all"])

    #expect(try store.column("SELECT time FROM fix") == ["2026-05-01T06:00:02.000Z"])
  }

  @Test(
    "numbers that are none or too great make no fix",
    arguments: [
      #""lat":1e999,"lon":8.1"#, #""lat":47.1,"lon":-1e999"#, #""lat":"47.1","lon":8.1"#, #""lat":NaN,"lon":8.1"#,
      #""lat":[47.1],"lon":8.1"#, #""lat":null,"lon":8.1"#, #""lat":true,"lon":8.1"#, #""lat":91,"lon":8.1"#,
      #""lat":47.1,"lon":1800"#, #""lat":47.,"lon":8.1"#, #""lat":+47.1,"lon":8.1"#, #""lat":0x2f,"lon":8.1"#,
    ])
  func wrongNumbers(_ members: String) throws {
    let lines = [Self.report(second: 1), Self.report(second: 2, members), Self.report(second: 3)]
    try place.importing(try place.file("feed.json", lines.joined(separator: "\n")), ["--keep-all"])

    let seconds = try store.column("SELECT substr(time, 18, 2) FROM fix")
    #expect(seconds == ["01", "03"])
    #expect(try store.ledger("received") == 3)
  }

  @Test("lines of a megabyte, invalid UTF-8 and unknown classes leave the rest as it is")
  func strangeLines() throws {
    let good = Array((Self.report(second: 1) + "\n").utf8)
    let long = Array((#"{"class":"TPV","x":""# + String(repeating: "a", count: 1_000_000) + "\"}\n").utf8)
    let unknown = Array(#"{"class":"WIND","device":"/dev/ttyFAKE0","lat":1,"lon":2,"mode":3}"#.utf8) + [10]
    let invalid = Array(#"{"class":"TPV","device":"/dev/tty"#.utf8) + [0xff, 0xc0, 0x80, 0x22, 0x7d, 0x0a]
    let zeroes = [UInt8](repeating: 0, count: 300) + [10]
    let last = Array(Self.report(second: 2).utf8)
    try place.importing(try place.file("feed.json", good + long + unknown + invalid + zeroes + last), ["--keep-all"])

    #expect(try store.column("SELECT substr(time, 18, 2) FROM fix") == ["01", "02"])
    #expect(try store.sessionsWhoseLedgerIsWrong() == [])
  }

  @Test(
    "a server that is not gpsd is named as such, once",
    arguments: ["HTTP/1.1 400 Bad Request\r\nContent-Type: text/html\r\n", "SSH-2.0-OpenSSH_9.2", "\u{0}\u{1}\u{2}"])
  func stranger(_ greeting: String) throws {
    let server = try StandInGPSD(Feed(lines: [Self.report(second: 1)]), greeting: greeting)
    let recorder = try place.record(from: server.port)
    try recorder.waitUntilItSays("what answers there is not gpsd", within: 5)
    let outcome = try recorder.stop()

    #expect(outcome.status == 0)
    #expect(outcome.errors.occurrences(of: "not gpsd") == 1)
    #expect(try store.count("SELECT count(*) FROM fix") == 0)
  }

  @Test(
    "a server that sends letters for ever, in floods or in drops, is named as no gpsd",
    arguments: [(letters: 100_000, pause: 0), (letters: 1, pause: 100)])
  func babbler(letters: Int, pause: Int) throws {
    let server = try Babbler(letters: letters, pauseMilliseconds: pause)
    let recorder = try place.record(from: server.port)
    try recorder.waitUntilItSays("what answers there is not gpsd", within: 10)
    let outcome = try recorder.stop()

    #expect(outcome.status == 0)
    #expect(outcome.errors.occurrences(of: "not gpsd") == 1)
  }

  @Test("a file that is not gpsd's is refused whole")
  func notGPSD() throws {
    let outcome = try place.waylog("import", try place.file("notes.txt", "dear diary\n"))
    let missing = try place.waylog("import", place.path("nothing.json"))

    #expect((outcome.status, missing.status) == (65, 66))
    #expect(outcome.errors.contains("no line of it is gpsd's"))
    #expect(try store.count("SELECT count(*) FROM session_summary") == 0)
  }

  @Test("a reader that goes away early is no error")
  func brokenPipe() throws {
    let feed = try Feed(Cases.path("39-time-range-export/hour.csv"))
    try place.importing(try place.file("hour.json", feed.json), ["--keep-all"])
    for format in ["gpx", "geojson", "geojsonseq", "kml", "csv"] {
      let command = #"{ "$0" export --format \#(format) --database "$1"; echo $? >&2; } | head -c 100 >/dev/null"#
      let outcome = try place.run("bash", ["-c", command, Program.waylog, store.path])

      #expect(outcome.errors == "0\n")
    }
  }
}
