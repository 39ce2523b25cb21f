import Foundation

/// A program that has run to its end.
package struct FinishedProgram {
  package let status: Int32
  package let output: Data

  package var text: String { String(decoding: output, as: UTF8.self) }

  /// Runs a program of the search path, or a path of one.
  ///
  /// - Parameters:
  ///   - folder: the folder in which it runs; without one it is a folder that stays.
  ///   - joinsErrors: whether the output includes the error stream.
  package init(
    _ arguments: [String], in folder: URL = .stable, joinsErrors: Bool = false
  ) throws {
    let process = Process()
    process.currentDirectoryURL = folder
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    if joinsErrors { process.standardError = pipe }
    try process.run()
    output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    status = process.terminationStatus
  }
}
