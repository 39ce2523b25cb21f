// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the tool is built without a parser of Swift: 'make lint-tool' builds
// it. It does not depend on the package MapPressure: the two programs exchange JSON.
//
// The parser takes minutes to build, and a toolchain has it built, for its macros: where
// SWIFT_HOST_LIBRARIES names the toolchain's folder lib/swift/host, its modules and libraries are
// used, and the program runs where that folder is. 'make lint-tool' names it.
let host = Context.environment["SWIFT_HOST_LIBRARIES"]
let parser = ["SwiftParser", "SwiftSyntax"]
let imports: [SwiftSetting] = host.map { [.unsafeFlags(["-I", $0])] } ?? []

let package = Package(
  name: "MapPressureLint",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ]
    + (host == nil
      ? [.package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1")] : []),
  targets: [
    // The rules, and what they read of a project.
    .target(
      name: "LintRules",
      dependencies: host == nil ? parser.map { .product(name: $0, package: "swift-syntax") } : [],
      resources: [.embedInCode("Rules/rules.json")], swiftSettings: imports,
      linkerSettings: host.map { host in
        parser.map { .linkedLibrary($0) }
          + [.unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host])]
      }),
    .executableTarget(
      name: "mappressure-lint",
      dependencies: [
        "LintRules", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ], swiftSettings: imports),
    .testTarget(
      name: "LintTests", dependencies: ["LintRules", "mappressure-lint"], swiftSettings: imports),
  ],
  swiftLanguageModes: [.v6]
)
