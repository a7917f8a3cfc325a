// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

/// Executables carry the Swift runtime: a machine that only records needs libgps, SQLite and expat. Nothing is loaded
/// into them later, so they need not say what they hold; what nobody calls can go then.
let standalone: [LinkerSetting] = [
  .unsafeFlags(["-static-stdlib", "-Xlinker", "--no-export-dynamic"], .when(configuration: .release))
]

func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], resources: [String] = []) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: resources, swiftSettings: strict)
}

func tutorial(_ name: String) -> Target {
  .executableTarget(
    name: "Tutorial\(name)", dependencies: ["LiveUpdates"], path: "Tests/Tutorials/\(name)",
    swiftSettings: [.treatAllWarnings(as: .error)])
}

let package = Package(
  name: "waylog",
  products: [
    .executable(name: "waylog", targets: ["waylog"]),
    .library(name: "LiveUpdates", targets: ["LiveUpdates"]),
  ],
  targets: [
    .systemLibrary(name: "CGPS", pkgConfig: "libgps", providers: [.apt(["libgps-dev"])]),
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    .target(name: "CWaylog", exclude: ["bars", "page", "queries", "units"]),

    // Rounding and square roots are libm's; nothing else of C is in the pure rooms.
    .target(name: "Positioning", swiftSettings: strict, linkerSettings: [.linkedLibrary("m")]),
    room("TextOutput"),
    room("Arguments", ["TextOutput"]),
    room("Tracking", ["Positioning"]),
    room("LiveActivity", ["Positioning"]),
    room("Delivery", ["Positioning"]),
    room("Presentation", ["Positioning", "TextOutput"]),
    room("Control", ["CWaylog"]),
    room("GPSClient", ["CGPS", "Positioning"]),
    room("SQLite", ["CSQLite"]),
    room("TrackStore", ["SQLite", "CWaylog", "Positioning", "Tracking", "LiveActivity"]),
    room("TrackFormats", ["Positioning", "TextOutput", "SQLite"]),
    room("TrackReaders", ["CExpat", "Positioning"]),
    room(
      "Recorder",
      [
        "Positioning", "TextOutput", "Tracking", "LiveActivity", "Delivery", "Presentation", "GPSClient", "TrackStore",
        "TrackReaders", "Control", "CWaylog",
      ]),
    room("LiveUpdates", ["Control", "Delivery", "Positioning"]),
    room("Simulation", ["Positioning", "TextOutput"]),

    .executableTarget(
      name: "waylog",
      dependencies: [
        "Arguments", "Control", "CWaylog", "Delivery", "GPSClient", "LiveActivity", "Positioning", "Presentation",
        "Recorder", "SQLite", "TextOutput", "TrackFormats", "TrackReaders", "TrackStore", "Tracking",
      ],
      swiftSettings: strict, linkerSettings: standalone),
    .executableTarget(
      name: "waylog-simulator", dependencies: ["Positioning", "Simulation", "TextOutput"],
      swiftSettings: strict, linkerSettings: standalone),

    // Measures; nothing of it is installed.
    .target(name: "CAllocations"),
    .executableTarget(
      name: "waylog-bench", dependencies: ["CAllocations", "Positioning", "Simulation", "Tracking"],
      swiftSettings: strict, linkerSettings: standalone),

    // The tutorial of LiveUpdates: programs as its users write them, with Foundation and none of this house's settings.
    tutorial("LiveUpdates"),
    tutorial("LocationManager"),
    tutorial("LocationsHandler"),

    // A program of its own, so that a sanitizer needs no more than the decoder built anew.
    .executableTarget(
      name: "waylog-fuzz", dependencies: ["GPSClient", "MutatedLines", "Positioning", "Simulation"], path: "Tests/Fuzz",
      swiftSettings: strict),
    .target(name: "MutatedLines", dependencies: ["Simulation"], path: "Tests/MutatedLines", swiftSettings: strict),
    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    tests("ControlTests", ["Control"]),
    tests("DeliveryTests", ["Delivery", "Positioning", "Simulation"]),
    tests("GPSClientTests", ["GPSClient", "MutatedLines", "Positioning", "Simulation"]),
    tests("LiveActivityTests", ["LiveActivity", "Positioning", "Simulation"]),
    tests(
      "LiveUpdatesTests",
      [
        "LiveUpdates", "Control", "TestSupport", "TutorialLiveUpdates", "TutorialLocationManager",
        "TutorialLocationsHandler",
      ]),
    tests("PositioningTests", ["Positioning"]),
    tests(
      "PresentationTests", ["Presentation", "Positioning", "Simulation", "TextOutput", "TestSupport"],
      resources: ["Golden", "Oracles"]),
    tests(
      "RecorderTests",
      ["Recorder", "Control", "Delivery", "GPSClient", "Positioning", "SQLite", "TrackStore", "Tracking"]),
    tests("TextOutputTests", ["TextOutput"]),
    tests("ArgumentsTests", ["Arguments"]),
    tests("SimulationTests", ["Simulation", "Positioning"]),
    tests("TrackFormatsTests", ["TrackFormats", "Positioning", "TextOutput"], resources: ["Golden"]),
    tests(
      "TrackStoreTests",
      ["TrackStore", "LiveActivity", "SQLite", "Positioning", "Simulation", "Tracking", "TestSupport"]),
    tests("TrackReadersTests", ["TrackReaders", "Positioning"]),
    tests("TrackingTests", ["Tracking", "Positioning", "Simulation"]),
    // The built programs, with real parts around them.
    tests(
      "CommandTests",
      [
        "waylog", "waylog-simulator", "TestSupport", "Arguments", "Control", "GPSClient", "LiveActivity", "Positioning",
        "Presentation", "TextOutput",
      ],
      resources: ["Cases", "Readers", "Shells"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c2x
)
