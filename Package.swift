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
/// Settings of the targets that wait for programs: an asynchronous function runs where its caller
/// runs, so that a scenario may hand it whatever it has.
let waiting = strict + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
let strictC: [CSetting] = [.treatAllWarnings(as: .error)]

/// A product that only the programs of this package need. A client of the libraries leaves the trait
/// `Programs` out (`traits: []`), and then resolves and builds none of these.
func programs(_ name: String, _ package: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: ["Programs"]))
}

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
    .executable(name: "headway-bridge", targets: ["headway-bridge"]),
  ],
  traits: [
    .default(enabledTraits: ["Programs"]),
    .trait(name: "Programs", description: "The programs headway, headwayd and headway-bridge"),
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
    .target(name: "HeadwayModel", swiftSettings: strict),
    .target(name: "HeadwayLanguages", dependencies: ["HeadwayModel"], swiftSettings: strict),
    .target(name: "HeadwayHubCore", dependencies: ["HeadwayModel"], swiftSettings: strict),
    .target(name: "CPCRE", cSettings: strictC, linkerSettings: [.linkedLibrary("pcre2-8")]),
    .target(
      name: "HeadwayRecognition", dependencies: ["HeadwayModel", "CPCRE"], swiftSettings: strict),
    .target(name: "HeadwaySlurm", dependencies: ["HeadwayModel"], swiftSettings: strict),
    .target(
      name: "HeadwayFleet", dependencies: ["HeadwayModel", "HeadwayWire"], swiftSettings: strict),
    .target(
      name: "CPaho", cSettings: strictC,
      linkerSettings: [
        .linkedLibrary("paho-mqtt3as"), .linkedLibrary("ssl"), .linkedLibrary("crypto"),
      ]),
    .target(
      name: "HeadwayBroker",
      dependencies: [
        "HeadwayFleet", "HeadwayModel", "HeadwaySystem", "CHeadwaySystem", "CPaho",
      ],
      swiftSettings: strict),
    .target(name: "HeadwayDesktop", dependencies: ["HeadwayModel"], swiftSettings: strict),
    .systemLibrary(name: "CDBus", path: "Sources/CDBus", pkgConfig: "dbus-1"),
    .target(name: "CDBusSupport", cSettings: strictC),
    .target(
      name: "HeadwayBus",
      dependencies: ["HeadwayDesktop", "HeadwaySystem", "CDBus", "CDBusSupport"],
      swiftSettings: strict),
    .executableTarget(
      name: "headway-bridge",
      dependencies: [
        "HeadwayModel", "HeadwayLanguages", "HeadwayWire", "HeadwayLink", "HeadwayConfig",
        "HeadwayFleet", "HeadwayBroker", "HeadwayDesktop", "HeadwayBus", "HeadwaySystem",
        programs("ArgumentParser", "swift-argument-parser"),
      ],
      path: "Sources/HeadwayBridge", swiftSettings: strict),
    .target(name: "HeadwayWire", dependencies: ["HeadwayModel"], swiftSettings: strict),
    .target(name: "CHeadwaySystem", cSettings: strictC),
    .target(name: "CHeadwayStart", cSettings: strictC),
    .target(
      name: "HeadwaySystem", dependencies: ["HeadwayModel", "CHeadwaySystem", systemPackage],
      swiftSettings: strict),
    .target(
      name: "HeadwayLink",
      dependencies: [
        "HeadwayModel", "HeadwayWire", "HeadwaySystem", systemPackage,
      ],
      swiftSettings: strict),
    .target(
      name: "Headway",
      dependencies: ["HeadwayModel", "HeadwayLink", "HeadwaySystem", "CHeadwaySystem"],
      swiftSettings: strict),
    .target(
      name: "BackgroundTasks", dependencies: ["Headway", "HeadwayModel", "HeadwaySystem"],
      swiftSettings: strict),
    .target(name: "UIKit", dependencies: ["BackgroundTasks", "Headway"], swiftSettings: strict),
    .target(
      name: "HeadwayConfig",
      dependencies: ["HeadwayModel", programs("TOMLKit", "TOMLKit")],
      swiftSettings: strict),
    .target(
      name: "HeadwaySupervisor",
      dependencies: [
        "HeadwayModel", "HeadwayRecognition", "HeadwayWire", "HeadwayLink", "HeadwaySystem",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "supervise",
      dependencies: ["HeadwayModel", "HeadwaySupervisor", "HeadwaySystem"],
      path: "Tests/Helpers/Supervise", swiftSettings: strict),
    .target(
      name: "HeadwayHub",
      dependencies: [
        "HeadwayHubCore", "HeadwayLanguages",
        "HeadwayModel", "HeadwayWire", "HeadwaySystem", "CHeadwaySystem", "HeadwayConfig",
        "HeadwayRecognition", "HeadwaySlurm", systemPackage,
        programs("NIOCore", "swift-nio"),
        programs("NIOPosix", "swift-nio"),
        programs("GRDB", "GRDB.swift"),
        programs("GRDBSQLite", "GRDB.swift"),
        programs("DequeModule", "swift-collections"),
        programs("HeapModule", "swift-collections"),
        programs("Logging", "swift-log"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "headwayd", dependencies: ["HeadwayHub"], path: "Sources/HeadwayDaemon",
      swiftSettings: strict),
    .target(name: "HeadwayMonitor", dependencies: ["HeadwayModel"], swiftSettings: strict),
    .target(
      name: "CCurses", cSettings: strictC,
      linkerSettings: [.linkedLibrary("ncursesw"), .linkedLibrary("tinfo")]),
    .target(
      name: "HeadwayTerminal", dependencies: ["HeadwayModel", "CCurses", "HeadwayMonitor"],
      swiftSettings: strict),
    .executableTarget(
      name: "headway",
      dependencies: [
        "HeadwayModel", "HeadwayLanguages", "HeadwayWire", "HeadwayLink", "HeadwayConfig",
        "HeadwayRecognition", "HeadwayFleet", "HeadwaySlurm", "HeadwaySupervisor", "HeadwayMonitor",
        "HeadwayTerminal",
        "HeadwaySystem",
        "CHeadwayStart", systemPackage,
        programs("ArgumentParser", "swift-argument-parser"),
      ],
      path: "Sources/HeadwayCLI", swiftSettings: strict),
    .executableTarget(
      name: "headway-demo-archive", dependencies: ["HeadwayModel", "HeadwayLink", "HeadwaySystem"],
      path: "demo/ArchiveWorker", swiftSettings: strict),
    .executableTarget(
      name: "headway-faults",
      dependencies: [
        "TestHarness", "TestSupport", "TestProcesses",
        "HeadwayHubCore",
        "TestClocks",
        "HeadwayModel", "HeadwayWire", "HeadwayLink", "HeadwaySystem", systemPackage,
        programs("ArgumentParser", "swift-argument-parser"),
      ],
      path: "Tests/Faults/Driver", swiftSettings: waiting),
    .target(
      name: "EtaScoring",
      dependencies: ["HeadwayHubCore", "TestClocks", "HeadwayModel", "SeededRandomness"],
      path: "Tests/Helpers/EtaScoring",
      swiftSettings: strict),
    .executableTarget(
      name: "eta-score", dependencies: ["EtaScoring"], path: "Tests/Benchmarks/Eta",
      swiftSettings: strict),
    .target(
      name: "TestClocks", dependencies: ["HeadwayModel"], path: "Tests/Helpers/TestClocks",
      swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["HeadwayModel", "HeadwaySystem"],
      path: "Tests/Helpers/TestSupport", swiftSettings: strict),
    .target(
      name: "TestHarness", dependencies: ["TestProcesses"], path: "Tests/Helpers/TestHarness",
      swiftSettings: waiting),
    .target(
      name: "TestProcesses", path: "Tests/Helpers/TestProcesses", swiftSettings: strict),
    .target(
      name: "SeededRandomness", path: "Tests/Helpers/SeededRandomness", swiftSettings: strict),
    .testTarget(
      name: "HeadwayTests", dependencies: ["TestClocks", "Headway", "HeadwayModel"],
      swiftSettings: strict),
    .testTarget(
      name: "BackgroundTasksTests",
      dependencies: ["BackgroundTasks", "Headway", "HeadwayModel"],
      swiftSettings: strict),
    .testTarget(
      name: "HeadwaySystemTests",
      dependencies: [
        "TestSupport",
        "HeadwayModel", "HeadwayLanguages", "HeadwaySystem", "CHeadwaySystem", systemPackage,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HeadwaySupervisorTests",
      dependencies: [
        "TestSupport",
        "TestClocks",
        "HeadwayModel", "HeadwayLink", "HeadwayRecognition", "HeadwaySupervisor", "HeadwaySystem",
        "HeadwayWire", "supervise", "EtaScoring", "RecordedProgress", systemPackage,
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HeadwayMonitorTests",
      dependencies: ["TestClocks", "HeadwayLanguages", "HeadwayModel", "HeadwayMonitor"],
      swiftSettings: strict),
    .testTarget(
      name: "HeadwayModelTests",
      dependencies: ["SeededRandomness", "TestClocks", "HeadwayLanguages", "HeadwayModel"],
      swiftSettings: strict),
    .testTarget(
      name: "HeadwayLinkTests",
      dependencies: ["SeededRandomness", "TestClocks", "HeadwayLink", "HeadwayModel"],
      swiftSettings: strict),
    .testTarget(
      name: "HeadwayCLITests",
      dependencies: [
        "headway", "HeadwayConfig", "HeadwayLanguages", "HeadwayModel", "HeadwayMonitor",
        programs("ArgumentParser", "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HeadwayHubCoreTests",
      dependencies: [
        "TestClocks", "HeadwayHubCore", "HeadwayModel", "EtaScoring", "SeededRandomness",
      ],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "HeadwayWireTests",
      dependencies: ["HeadwayWire", "HeadwayModel", "SeededRandomness"],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "HeadwayHubTests",
      dependencies: [
        "TestSupport",
        "HeadwayHubCore",
        "TestClocks",
        "HeadwayHub", "HeadwayLink", "HeadwayWire", "HeadwayModel", "HeadwaySystem",
        "CHeadwaySystem",
        systemPackage,
        programs("NIOCore", "swift-nio"),
        programs("NIOPosix", "swift-nio"),
        programs("GRDB", "GRDB.swift"),
        programs("Logging", "swift-log"),
      ],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "HeadwayRecognitionTests",
      dependencies: [
        "TestClocks",
        "HeadwayRecognition", "HeadwayModel", "SeededRandomness", "RecordedProgress",
      ],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "HeadwayFleetTests",
      dependencies: ["HeadwayFleet", "HeadwayModel", "HeadwayWire"], swiftSettings: strict),
    .testTarget(
      name: "HeadwayDesktopTests", dependencies: ["HeadwayDesktop", "HeadwayModel"],
      swiftSettings: strict),
    .testTarget(
      name: "HeadwaySlurmTests",
      dependencies: ["HeadwaySlurm", "HeadwayModel", "SeededRandomness"], swiftSettings: strict),
    .target(
      name: "RecordedProgress", dependencies: ["HeadwayModel", "HeadwayRecognition"],
      path: "Tests/Recordings/Scoring", swiftSettings: strict),
    .executableTarget(
      name: "headway-score", dependencies: ["RecordedProgress"], path: "Tests/Recordings/Driver",
      swiftSettings: strict),
    .testTarget(
      name: "HeadwayConfigTests",
      dependencies: ["HeadwayConfig", "HeadwayModel", "SeededRandomness"],
      swiftSettings: strict),
    .testTarget(
      name: "HeadwayTerminalTests",
      dependencies: ["HeadwayModel", "HeadwayMonitor", "HeadwayTerminal", "SeededRandomness"],
      swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["TestHarness", "TestProcesses", "reports", "exports", "encodes"],
      swiftSettings: waiting),
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
        "HeadwayHubCore",
        "TestClocks",
        "HeadwayModel", "HeadwayWire", "HeadwayRecognition", "HeadwayMonitor", "HeadwayHub",
        "HeadwayLink",
        programs("GRDB", "GRDB.swift"),
      ],
      path: "Tests/Fuzzing/Targets", swiftSettings: strict),
    .testTarget(
      name: "FuzzingTests", dependencies: ["FuzzTargets", "SeededRandomness"],
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
        "HeadwayHubCore",
        "TestClocks",
        "Headway", "BackgroundTasks", "HeadwayModel", "HeadwayWire", "HeadwayLink", "HeadwaySystem",
        "HeadwayRecognition", systemPackage,
        programs("ArgumentParser", "swift-argument-parser"),
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
