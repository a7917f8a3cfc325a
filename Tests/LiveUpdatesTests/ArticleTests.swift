import Foundation
import Testing

@Suite("LiveUpdates: the articles")
struct ArticleTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test(
    "An article shows the very program that is built and run",
    arguments: [
      ("FollowingThePosition", "LiveUpdates"), ("UsingAManager", "LocationManager"),
      ("GoingOnAfterARelaunch", "LocationsHandler"),
    ])
  func showsProgram(article: String, program: String) throws {
    let text = try Self.text("Sources/LiveUpdates/LiveUpdates.docc/\(article).md")
    let code = try Self.text("Tests/Tutorials/\(program)/main.swift")
    #expect(text.hasSuffix("\n```swift\n\(code)```\n"))
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }
}
