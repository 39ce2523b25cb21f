// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the tool is built without a parser of Swift: 'make lint-tool' builds
// it. It does not depend on the package MapPressure: the two programs exchange JSON.
let package = Package(
  name: "MapPressureLint",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "mappressure-lint", targets: ["mappressure-lint"])
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1"),
  ],
  targets: [
    // The rules, and what they read of a project.
    .target(
      name: "LintRules",
      dependencies: [
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntax", package: "swift-syntax"),
      ]
    ),
    .executableTarget(
      name: "mappressure-lint",
      dependencies: [
        "LintRules", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .testTarget(name: "LintTests", dependencies: ["LintRules", "mappressure-lint"]),
  ],
  swiftLanguageModes: [.v6]
)
