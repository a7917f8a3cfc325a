import Arguments
import CWaylog
import TextOutput
import TrackFormats

/// What `waylog export` is asked to make pictures look like.
struct PictureSettings: Sendable {
  var units: Units?
  var tiles: TileAddress?

  var isUsed: Bool { units != nil || tiles != nil }

  static func options<Settings>(
    _ part: any WritableKeyPath<Settings, PictureSettings> & Sendable
  ) -> OptionGroup<Settings> {
    OptionGroup(
      "Pictures",
      [
        Option<PictureSettings>.value(
          "units", "UNITS", "metric, imperial or nautical, in html and svg", default: "metric", as: .oneOf(Units.self)
        ) { $0.units = $1 },
        .value(
          "tiles", "URL", "Lay map tiles from URL below the track of a page",
          details: "With {z}, {x} and {y} in it. Whoever opens the page then tells that server where the track is.",
          as: tiles
        ) { $0.tiles = $1 },
      ].map { $0.lifted(to: part) })
  }

  private static let tiles = Reader<TileAddress>(
    expecting: "an address such as https://tile.example.org/{z}/{x}/{y}.png"
  ) { TileAddress($0) }

  /// How a picture looks whose times are those of a zone, unless they are kept back.
  func options(_ zone: Zone, _ privacy: PrivacySettings) -> PictureOptions {
    var options = PictureOptions()
    options.units = units ?? .metric
    options.clock =
      privacy.hasRelativeTimes ? .sinceStart : .wall(zone: zone.title) { TimeText.wall($0, in: zone) }
    options.tiles = tiles
    options.page.style = String(cString: waylog_page_style())
    options.page.body = String(cString: waylog_page_body())
    options.page.script = String(cString: waylog_page_script())
    return options
  }
}
