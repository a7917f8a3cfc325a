import Foundation
import TestSupport
import Testing

@Suite("Cases: standing still", .backstop)
struct RestCaseTests {
  private let place: Workplace
  private var store: Store { place.store }

  init() throws { place = try Workplace() }

  private func importing(_ name: String) throws {
    try place.importing(try place.file("feed.json", try Feed(Cases.path(name)).json))
  }

  @Test("case 17: a night on the window sill is one stop, without distance")
  func night() throws {
    try importing("17-overnight-drift/night.csv")

    #expect(try store.number("SELECT distance_m FROM session_summary") < 50)
    #expect(try store.number("SELECT moving_s FROM session_summary") < 120)
    #expect(try store.count("SELECT count(*) FROM fix") < 200)
    #expect(try store.count("SELECT count(*) FROM stop") == 1)
    #expect(try store.number("SELECT duration_s FROM stop") > 8 * 3600 - 120)
    #expect(try store.number("SELECT abs(latitude - 47.1) * 111200 FROM stop") < 10)
    #expect(try store.number("SELECT abs(longitude - 8.1) * 75800 FROM stop") < 10)
  }

  @Test("case 20: at anchor the stop grows with every fix, and lasts until the last")
  func anchor() throws {
    try importing("20-anchor-heartbeat/anchor.csv")

    #expect(try store.count("SELECT count(*) FROM stop") == 1)
    #expect(try store.number("SELECT duration_s FROM stop") > 3 * 3600 - 60)
    #expect(try store.number("SELECT (SELECT ended_ms FROM session_summary) - seen_ms FROM rest") == 0)
    #expect(try store.number("SELECT fixes FROM rest") > 2_150)
  }
}
