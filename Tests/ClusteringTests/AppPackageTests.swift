import Foundation
import TestSupport
import Testing

/// An app that takes the library alone fetches nothing else.
@Suite(
  .serialized,
  .enabled(if: AppleStubs.compiler != nil, "there is no swiftc in the search path"))
struct AppPackageTests {
  /// The trait that brings the tool is the default: with it, the same app has dependencies.
  @Test(.exhaustive, arguments: [("traits: []", []), ("traits: [\"Tool\"]", ["Yams"])])
  func dependencies(_ traits: String, expected: [String]) throws {
    let app = try TemporaryFolder()
    _ = try app.write(
      """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "app",
        platforms: [.macOS(.v15)],
        dependencies: [
          .package(name: "MapPressure", path: "\(RepositoryFile.folder.path)", \(traits))
        ],
        targets: [
          .executableTarget(
            name: "app", dependencies: [.product(name: "Clustering", package: "MapPressure")])
        ])
      """, to: "Package.swift")
    try app.makeFolder("Sources/app")
    _ = try app.write("import Clustering\n", to: "Sources/app/main.swift")

    let program = try FinishedProgram(
      ["swift", "package", "show-dependencies", "--format", "flatlist"],
      in: URL(filePath: app.path))
    try #require(program.status == 0, "\(program.text)")
    let names = program.text.split(separator: "\n").map { $0.lowercased() }
    #expect(names.filter { $0 == "yams" } == expected.map { $0.lowercased() })
    if expected.isEmpty { #expect(names.count == 1, "\(names)") }
  }
}
