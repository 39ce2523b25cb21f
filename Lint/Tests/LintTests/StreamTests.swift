import Foundation
import Testing

/// The program with streams that are full, closed or without a reader.
struct StreamTests {
  /// The program, which a build puts next to the tests; on Apple platforms, a bundle has these.
  private static var program: String {
    let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let folder = tests?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
    return folder.appendingPathComponent("mappressure-lint").path
  }

  @Test(arguments: [
    (">/dev/full", 1), (">&-", 1), ("2>/dev/full", 0), ("2>&-", 0), (">&- 2>&-", 1),
    (">/dev/full 2>/dev/full", 1),
  ])
  func aStreamThatCannotBeWrittenIsNoCrash(streams: String, code: Int32) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("A.swift")
    try Data(SourceFolderTests.fixable.utf8).write(to: file)
    for arguments in ["check '\(folder.path)'", "check --fix '\(folder.path)'", "rules"] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "exec '\(Self.program)' \(arguments) \(streams)"]
      // What is not redirected would be among the output of the tests.
      (process.standardOutput, process.standardError) = (
        FileHandle.nullDevice, FileHandle.nullDevice
      )
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == code)
    }
    #expect(try String(contentsOf: file, encoding: .utf8).contains("let id = UUID()"))
  }
}
