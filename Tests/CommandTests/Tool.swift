import Foundation
import TestSupport
import Testing

/// A command line tool that is built with the tests.
enum Tool: String {
  case mappressure
  /// The same tool with strategies that misbehave.
  case faultyStrategies = "FaultyStrategies"

  /// The end of a tool, and its output.
  struct Outcome {
    /// The exit code, or minus the signal that ended it.
    let code: Int32
    let output: String
    let errors: String

    /// The output without the line breaks that the width of a terminal makes.
    var words: String {
      output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The output as a JSON document.
    func json() throws -> JSONValue { try JSONValue(output) }

    /// Checks the exit code, and that what was printed contains some parts.
    @discardableResult
    func expect(
      _ code: Int32, output parts: String..., words: String..., errors: String...,
      sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) -> Self {
      #expect(self.code == code, "\(self)", sourceLocation: sourceLocation)
      for (text, parts) in [(output, parts), (self.words, words), (self.errors, errors)] {
        for part in parts {
          #expect(text.contains(part), "\(self)", sourceLocation: sourceLocation)
        }
      }
      return self
    }
  }

  var path: String { BuiltProduct.path(rawValue) }

  /// The version in a worker's greeting.
  func protocolVersion() throws -> Int? {
    let greeting = try TemporaryFolder().run("worker --memory-limit 2000000000", tool: self).output
    return Int(greeting.filter(\.isNumber))
  }
}

/// A tool while it runs.
final class RunningTool {
  private let process = Process()
  private let streams: TemporaryFolder

  /// Starts a program, which is ended after ten minutes whatever it does.
  init(
    program: String, arguments: [String], folder: TemporaryFolder,
    environment: [String: String] = [:]
  ) throws {
    // Files, so that no pipe must be emptied.
    streams = try TemporaryFolder()
    for name in ["output", "errors"] { try streams.write("", to: name) }
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    let standard = ["SWIFT_BACKTRACE": "enable=no", "XDG_CACHE_HOME": try Self.caches()]
    process.environment = ProcessInfo.processInfo.environment.merging(
      standard.merging(environment) { $1 }
    ) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: streams.file("output"))
    process.standardError = FileHandle(forWritingAtPath: streams.file("errors"))
    try process.run()
    let identifier = process.processIdentifier
    DispatchQueue.global().asyncAfter(deadline: .now() + 600) { [weak process] in
      if process?.isRunning == true { kill(identifier, SIGKILL) }
    }
  }

  /// A folder for caches next to the tests' programs, with a file in the place of kept results.
  ///
  /// So nothing is kept unless a test names another folder, and compilers still have theirs.
  private static func caches() throws -> String {
    let folder = URL(fileURLWithPath: BuiltProduct.path("caches"))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data().write(to: folder.appendingPathComponent("mappressure"))
    return folder.path
  }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for the end.
  func outcome() throws -> Tool.Outcome {
    process.waitUntilExit()
    let wasSignal = process.terminationReason == .uncaughtSignal
    return Tool.Outcome(
      code: wasSignal ? -process.terminationStatus : process.terminationStatus,
      output: try streams.read("output"), errors: try streams.read("errors"))
  }
}
