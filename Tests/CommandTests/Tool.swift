import Foundation
import TestSupport
import Testing

/// A command line tool that is built with the tests.
enum Tool: String {
  case mappressure
  /// The same tool with strategies that misbehave.
  case faultyStrategies = "FaultyStrategies"

  /// How a tool ended, and what it said.
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

    /// Checks the exit code, and that what was said has some parts.
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

  /// Runs the tool in a folder to its end.
  ///
  /// - Parameters:
  ///   - environment: Further variables.
  ///   - fileBlocks: No file may grow beyond so many blocks of 512 or 1,024 bytes, as on a disk
  ///     that is full.
  func run(
    _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:],
    fileBlocks: Int? = nil
  ) throws -> Outcome {
    // Where the signal is ignored, which is inherited, a write beyond the limit is an error.
    let limit = fileBlocks.map { "ulimit -f \($0); trap '' XFSZ; " } ?? ""
    return try shell(limit + "exec \"$0\" \"$@\"", arguments, in: folder, environment: environment)
  }

  /// Runs the tool with the words of a line.
  func run(
    _ line: String, in folder: TemporaryFolder, environment: [String: String] = [:],
    fileBlocks: Int? = nil
  ) throws -> Outcome {
    try run(
      line.split(separator: " ").map(String.init), in: folder, environment: environment,
      fileBlocks: fileBlocks)
  }

  /// Runs a script of a shell in a folder to its end; `$0` is the tool.
  func shell(
    _ script: String, _ arguments: [String] = [], in folder: TemporaryFolder,
    environment: [String: String] = [:]
  ) throws -> Outcome {
    try RunningTool(
      program: "/bin/sh", arguments: ["-c", script, path] + arguments, folder: folder,
      environment: environment
    ).outcome()
  }

  /// Starts the tool in a folder, with further variables in its environment.
  func start(
    _ arguments: [String], in folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws -> RunningTool {
    try RunningTool(program: path, arguments: arguments, folder: folder, environment: environment)
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

  /// A folder for caches beside the tests' programs, in which a file is where results would be kept.
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
