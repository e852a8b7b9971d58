// swift-tools-version: 6.2
import PackageDescription

/// Set by Tests/Fuzzing/run: every target of ours then tells libFuzzer where it has been. The
/// compiler wants a sanitizer with that; where it isn't AddressSanitizer, it is the fuzzer's own.
let fuzzing = Context.environment["HEADWAY_FUZZING"]
let isFuzzing = fuzzing != nil
let guidance = SwiftSetting.unsafeFlags(
  ["-sanitize-coverage=edge,inline-8bit-counters,pc-table"]
    + (fuzzing == "plain" ? ["-sanitize=fuzzer"] : []))

/// Settings of every target of ours: the compiler holds the line, not a convention.
let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ] + (isFuzzing ? [guidance] : [])
let strictC: [CSetting] = [.treatAllWarnings(as: .error)]

let systemPackage: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")

let package = Package(
  name: "headway",
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "Headway", targets: ["Headway"]),
    .library(name: "BackgroundTasks", targets: ["BackgroundTasks"]),
    .library(name: "UIKit", targets: ["UIKit"]),
    .executable(name: "headway", targets: ["headway"]),
    .executable(name: "headwayd", targets: ["headwayd"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
  ],
  targets: [
    .target(name: "HeadwayCore", swiftSettings: strict),
    .target(name: "CPCRE", cSettings: strictC, linkerSettings: [.linkedLibrary("pcre2-8")]),
    .target(
      name: "HeadwayRecognition", dependencies: ["HeadwayCore", "CPCRE"], swiftSettings: strict),
    .target(name: "HeadwayWire", dependencies: ["HeadwayCore"], swiftSettings: strict),
    .target(name: "CHeadwaySystem", cSettings: strictC),
    .target(name: "CHeadwayStart", cSettings: strictC),
    .target(
      name: "HeadwaySystem", dependencies: ["HeadwayCore", "CHeadwaySystem", systemPackage],
      swiftSettings: strict),
    .target(
      name: "HeadwayLink",
      dependencies: [
        "HeadwayCore", "HeadwayWire", "HeadwaySystem", systemPackage,
      ],
      swiftSettings: strict),
    .target(
      name: "Headway",
      dependencies: ["HeadwayCore", "HeadwayLink", "HeadwaySystem", "CHeadwaySystem"],
      swiftSettings: strict),
    .target(
      name: "BackgroundTasks", dependencies: ["Headway", "HeadwayCore", "HeadwaySystem"],
      swiftSettings: strict),
    .target(name: "UIKit", dependencies: ["BackgroundTasks", "Headway"], swiftSettings: strict),
    .target(
      name: "HeadwayConfig",
      dependencies: ["HeadwayCore", .product(name: "TOMLKit", package: "TOMLKit")],
      swiftSettings: strict),
    .target(
      name: "HeadwaySupervisor",
      dependencies: [
        "HeadwayCore", "HeadwayRecognition", "HeadwayWire", "HeadwayLink", "HeadwaySystem",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "supervise",
      dependencies: ["TestClocks", "HeadwayCore", "HeadwaySupervisor", "HeadwaySystem"],
      path: "Tests/Helpers/Supervise", swiftSettings: strict),
    .target(
      name: "HeadwayHub",
      dependencies: [
        "HeadwayCore", "HeadwayWire", "HeadwaySystem", "CHeadwaySystem", "HeadwayConfig",
        "HeadwayRecognition", systemPackage,
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "headwayd", dependencies: ["HeadwayHub"], path: "Sources/HeadwayDaemon",
      swiftSettings: strict),
    .target(name: "HeadwayMonitor", dependencies: ["HeadwayCore"], swiftSettings: strict),
    .target(
      name: "CCurses", cSettings: strictC,
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .target(
      name: "HeadwayTerminal", dependencies: ["CCurses", "HeadwayMonitor"],
      swiftSettings: strict),
    .executableTarget(
      name: "headway",
      dependencies: [
        "HeadwayCore", "HeadwayWire", "HeadwayLink", "HeadwayConfig", "HeadwayRecognition",
        "HeadwaySupervisor", "HeadwayMonitor", "HeadwayTerminal", "HeadwaySystem", "CHeadwayStart",
        systemPackage, .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Sources/HeadwayCLI", swiftSettings: strict),
    .executableTarget(
      name: "headway-demo-archive", dependencies: ["HeadwayCore", "HeadwayLink", "HeadwaySystem"],
      path: "demo/ArchiveWorker", swiftSettings: strict),
    .executableTarget(
      name: "headway-faults",
      dependencies: [
        "TestClocks",
        "HeadwayCore", "HeadwayWire", "HeadwayLink", "HeadwaySystem", systemPackage,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Faults/Driver", swiftSettings: strict),
    .target(
      name: "EtaScoring", dependencies: ["TestClocks", "HeadwayCore"],
      path: "Tests/Helpers/EtaScoring",
      swiftSettings: strict),
    .executableTarget(
      name: "eta-score", dependencies: ["EtaScoring"], path: "Tests/Benchmarks/Eta",
      swiftSettings: strict),
    .target(
      name: "TestClocks", dependencies: ["HeadwayCore"], path: "Tests/Helpers/TestClocks",
      swiftSettings: strict),
    .target(
      name: "SeededRandomness", path: "Tests/Helpers/SeededRandomness", swiftSettings: strict),
    .testTarget(
      name: "HeadwayTests", dependencies: ["TestClocks", "Headway", "HeadwayCore"],
      swiftSettings: strict),
    .testTarget(
      name: "BackgroundTasksTests",
      dependencies: ["TestClocks", "BackgroundTasks", "Headway", "HeadwayCore"],
      swiftSettings: strict),
    .testTarget(
      name: "HeadwaySystemTests",
      dependencies: [
        "TestClocks", "HeadwayCore", "HeadwaySystem", "CHeadwaySystem", systemPackage,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HeadwaySupervisorTests",
      dependencies: [
        "TestClocks",
        "HeadwayCore", "HeadwayLink", "HeadwayRecognition", "HeadwaySupervisor", "HeadwaySystem",
        "HeadwayWire", "supervise", "EtaScoring", "RecordedProgress", systemPackage,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HeadwayMonitorTests", dependencies: ["TestClocks", "HeadwayCore", "HeadwayMonitor"],
      swiftSettings: strict),
    .testTarget(
      name: "HeadwayCoreTests",
      dependencies: ["TestClocks", "HeadwayCore", "EtaScoring", "SeededRandomness"],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "HeadwayWireTests",
      dependencies: ["TestClocks", "HeadwayWire", "HeadwayCore", "SeededRandomness"],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "HeadwayHubTests",
      dependencies: [
        "TestClocks",
        "HeadwayHub", "HeadwayLink", "HeadwayWire", "HeadwayCore", "HeadwaySystem",
        "CHeadwaySystem",
        systemPackage,
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Logging", package: "swift-log"),
      ],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "HeadwayRecognitionTests",
      dependencies: [
        "TestClocks",
        "HeadwayRecognition", "HeadwayCore", "SeededRandomness", "RecordedProgress",
      ],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .target(
      name: "RecordedProgress", dependencies: ["TestClocks", "HeadwayCore", "HeadwayRecognition"],
      path: "Tests/Recordings/Scoring", swiftSettings: strict),
    .executableTarget(
      name: "headway-score", dependencies: ["RecordedProgress"], path: "Tests/Recordings/Driver",
      swiftSettings: strict),
    .testTarget(
      name: "HeadwayConfigTests",
      dependencies: ["TestClocks", "HeadwayConfig", "HeadwayCore", "SeededRandomness"],
      swiftSettings: strict),
    .testTarget(
      name: "HeadwayTerminalTests", dependencies: ["HeadwayMonitor", "HeadwayTerminal"],
      swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests", dependencies: ["reports", "exports", "encodes"],
      swiftSettings: strict),
    .executableTarget(
      name: "reports", dependencies: ["Headway"], path: "Tests/Helpers/Reports",
      swiftSettings: strict),
    .executableTarget(
      name: "exports", dependencies: ["BackgroundTasks"], path: "Tests/Helpers/Exports",
      swiftSettings: strict),
    .executableTarget(
      name: "uploads", dependencies: ["UIKit"], path: "Tests/Helpers/Uploads",
      swiftSettings: strict),
    .executableTarget(
      name: "fetches", dependencies: ["BackgroundTasks"], path: "Tests/Helpers/Fetches",
      swiftSettings: strict),
    .executableTarget(
      name: "encodes", dependencies: ["BackgroundTasks"], path: "Tests/Helpers/Encodes",
      swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
    .target(
      name: "FuzzTargets",
      dependencies: [
        "TestClocks",
        "HeadwayCore", "HeadwayWire", "HeadwayRecognition", "HeadwayMonitor", "HeadwayHub",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/Fuzzing/Targets", swiftSettings: strict),
    .testTarget(
      name: "FuzzingTests", dependencies: ["TestClocks", "FuzzTargets", "SeededRandomness"],
      path: "Tests/Fuzzing", exclude: ["CFuzzer", "Dictionaries", "Driver", "Targets", "run"],
      sources: ["Replay"], resources: [.copy("Corpus")], swiftSettings: strict),
  ]
)

// Only those who measure resolve what measuring needs: see Tests/Benchmarks/run.
if Context.environment["HEADWAY_BENCHMARKS"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"))
  package.targets.append(
    .executableTarget(
      name: "headway-benchmarks",
      dependencies: [
        "TestClocks",
        "Headway", "BackgroundTasks", "HeadwayCore", "HeadwayWire", "HeadwayLink", "HeadwaySystem",
        "HeadwayRecognition", systemPackage,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Histogram", package: "hdrhistogram-swift"),
      ],
      path: "Tests/Benchmarks/Driver", swiftSettings: strict))
}

// libFuzzer itself is linked by Tests/Fuzzing/run, which knows where the toolchain keeps it.
if isFuzzing {
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Tests/Fuzzing/CFuzzer"),
    .executableTarget(
      name: "headway-fuzz", dependencies: ["FuzzTargets", "CFuzzer"],
      path: "Tests/Fuzzing/Driver", swiftSettings: strict),
  ]
}
