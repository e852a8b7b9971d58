// swift-tools-version: 6.2
import PackageDescription

// A package of somebody else, which reports its progress with the library Headway. Outside of this
// repository the dependency is the address of the repository and a version. Without the trait
// `Programs`, which is one of the default traits, nothing is resolved or built that only the programs
// of Headway need.
let package = Package(
  name: "wordcount",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "headway", path: "../..", traits: [])
  ],
  targets: [
    .executableTarget(
      name: "wordcount", dependencies: [.product(name: "Headway", package: "headway")])
  ]
)
