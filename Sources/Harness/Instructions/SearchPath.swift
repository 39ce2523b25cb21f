import Foundation

/// Where a shell would look for programs.
struct SearchPath: Hashable, Sendable {
  /// Folders separated by colons.
  let text: String

  /// That of this process.
  static var ofThisProcess: SearchPath {
    SearchPath(text: ProcessInfo.processInfo.environment["PATH"] ?? "")
  }

  /// The path of the first program of this name; `nil` where there is none.
  func program(_ name: String) -> String? {
    text.split(separator: ":").lazy
      .map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
