import Testing

@testable import Control

@Suite("Where recorders are looked for")
struct RecorderPlacesTests {
  private func places(_ environment: [String: String]) -> RecorderPlaces { RecorderPlaces { environment[$0] } }

  @Test(
    "The own database is a service's, else below the data folder, else below the home",
    arguments: [
      (["STATE_DIRECTORY": "/var/lib/waylog:/x", "HOME": "/h"], "/var/lib/waylog/waylog.db"),
      (["XDG_DATA_HOME": "/d", "HOME": "/h"], "/d/waylog/waylog.db"),
      (["XDG_DATA_HOME": "relative", "HOME": "/h"], "/h/.local/share/waylog/waylog.db"),
      (["XDG_DATA_HOME": "", "HOME": ""], nil),
    ] as [([String: String], String?)])
  func own(environment: [String: String], path: String?) {
    #expect(places(environment).ownDatabase == path)
  }

  @Test(
    "A configuration names the database for every command in its last line of that key",
    arguments: [
      ("database = /a.db", "/a.db"), ("a = 1\n\tdatabase=~/b c.db \n", "/h/b c.db"), ("database=/a\ndatabase=/b", "/b"),
      ("# database = /a.db", nil), ("export.database = /a.db", nil), ("database", nil), ("", nil),
    ] as [(String, String?)])
  func configured(text: String, path: String?) {
    #expect(places(["HOME": "/h"]).database(configuredBy: text) == path)
  }

  @Test("A named database is asked for alone, else the user's and then the system's")
  func order() {
    let places = places(["HOME": "/h"])
    #expect(places.databases(named: "/a.db") == ["/a.db"])
    #expect(places.databases(named: nil) == ["/h/.local/share/waylog/waylog.db", "/var/lib/waylog/waylog.db"])
    #expect(self.places([:]).databases(named: nil) == ["/var/lib/waylog/waylog.db"])
  }
}
