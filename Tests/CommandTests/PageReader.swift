import Foundation
import TestSupport

/// What a browser says about a page.
struct PageSight: Decodable {
  /// Pixels of a canvas that are not of its ground's colour, those of them that are vivid, as only lines are, and how
  /// many colours there are.
  struct Canvas: Decodable { var drawn, vivid, colours: Int }

  /// Milliseconds from the order to open the page until its map is drawn.
  var drawn: Double
  /// What the script gave, as JSON.
  var script: String?
  /// Nil for one that shows pictures from elsewhere.
  var canvases: [String: Canvas?]
  var title, text: String
  /// Pixels by which the page is wider than its window.
  var overflow: Int
  /// What stands in the console, and what was thrown.
  var faults: [String]
  /// All that was asked for.
  var addresses: [String]

  func pixels(_ canvas: String) -> Int { (canvases[canvas] ?? nil)?.drawn ?? 0 }
  func vividPixels(_ canvas: String) -> Int { (canvases[canvas] ?? nil)?.vivid ?? 0 }
  func colours(_ canvas: String) -> Int { (canvases[canvas] ?? nil)?.colours ?? 0 }
}

/// A window to look through.
struct PageWindow {
  static let isPossible = Program.isInstalled("chromium")
  static let wide = PageWindow(width: 1280, height: 1000)
  static let narrow = PageWindow(width: 390, height: 844)

  enum Scheme: String, CaseIterable { case light, dark }

  var width, height: Int
  var scheme = Scheme.light

  /// Opens a page in a headless Chromium, runs a script in it and looks.
  func look(at page: String, in place: Workplace, script: String = "null") throws -> PageSight {
    let outcome = try place.run(
      "/usr/bin/python3", [Readers.browser, page, "\(width)", "\(height)", scheme.rawValue, "", script], within: 120)
    struct Failure: Error { let what: String }
    guard outcome.status == 0 else { throw Failure(what: outcome.errors) }
    return try JSONDecoder().decode(PageSight.self, from: Data(outcome.output.utf8))
  }
}
