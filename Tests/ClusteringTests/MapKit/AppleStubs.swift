import Foundation
import TestSupport
import Testing

/// A compiler with stub modules of MapKit and its like, see Tests/AppleStubs.
struct AppleStubs {
  /// The flags that give the compiler Objective-C as on Apple's systems.
  private static let flags = [
    "-swift-version", "6", "-parse-as-library", "-Xfrontend", "-enable-objc-interop", "-Xfrontend",
    "-disable-objc-attr-requires-foundation-module",
  ]

  private let modules: TemporaryFolder

  /// The compiler, or `nil` where the search path has none.
  static let compiler: String? = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/swiftc" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// The Swift files of a folder of the repository and of the folders in it.
  static func files(_ folder: String) throws -> [String] {
    let root = RepositoryFile.path(folder)
    return try FileManager.default.subpathsOfDirectory(atPath: root)
      .filter { $0.hasSuffix(".swift") }.sorted().map { "\(root)/\($0)" }
  }

  /// Makes the stub modules, then the library in two parts: the one that needs no MapKit, and a
  /// module of the library's name with the code for MapKit, which exports the first.
  init() throws {
    modules = try TemporaryFolder()
    let stubs = try Self.files("Tests/AppleStubs/Modules")
    for module in ["ObjectiveC", "UIKit", "SwiftUI", "MapKit"] {
      try make(module, of: stubs.filter { $0.contains("/\(module)") }, Self.flags)
    }
    // As on Linux: without Objective-C the compiler's own library is complete.
    let package = ["-swift-version", "6", "-package-name", "MapPressure"]
    let interface = package + ["-Xfrontend", "-experimental-skip-non-inlinable-function-bodies"]
    let files = try Self.files("Sources/1-Base/Clustering")
    let isForMapKit = { (file: String) in file.contains("/Clustering/MapKit/") }
    try make("ClusteringCore", of: files.filter { !isForMapKit($0) }, interface)
    let exports = modules.file("Exports.swift")
    try "@_exported import ClusteringCore\n".write(
      toFile: exports, atomically: true, encoding: .utf8)
    try make(
      "Clustering", of: files.filter(isForMapKit) + [exports],
      Self.flags + ["-package-name", "MapPressure", "-warnings-as-errors"])
  }

  private func make(_ module: String, of files: [String], _ flags: [String]) throws {
    let output = modules.file("\(module).swiftmodule")
    let (code, text) = try compile(
      flags + ["-emit-module", "-module-name", module, "-o", output] + files)
    try #require(code == 0, "\(module): \(text)")
  }

  /// Checks the types of files that import any of the modules, to the last error of the last file.
  func check(_ files: [String]) throws -> (code: Int32, text: String) {
    try compile(
      Self.flags + ["-typecheck", "-wmo", "-warnings-as-errors", "-module-name", "Examples"]
        + ["-enable-upcoming-feature", "MemberImportVisibility"] + files)
  }

  private func compile(_ arguments: [String]) throws -> (code: Int32, text: String) {
    let clang = RepositoryFile.path("Tests/AppleStubs/Modules/CoreLocation")
    let program = try FinishedProgram(
      [#require(Self.compiler)] + arguments + ["-I", modules.path, "-I", clang], joinsErrors: true)
    return (program.status, program.text)
  }
}
