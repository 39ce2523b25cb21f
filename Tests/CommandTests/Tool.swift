import Foundation

/// A command line tool that is built beside the tests.
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
  }

  var path: String {
    // The package manager puts the products of one build beside each other: beside the test
    // executable on Linux, beside the test bundle on Apple platforms.
    let bundles = Bundle.allBundles + [.main]
    let tests = bundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let folder = tests?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
    return folder.appendingPathComponent(rawValue).path
  }

  /// Runs the tool in a project's folder to its end.
  func run(_ arguments: [String], in project: Project) throws -> Outcome {
    try RunningTool(program: path, arguments: arguments, project: project).outcome()
  }

  /// Runs the tool where no file may grow beyond some blocks of 512 or 1,024 bytes, as on a disk
  /// that is full.
  func run(_ arguments: [String], in project: Project, fileBlocks: Int) throws -> Outcome {
    // Where the signal is ignored, which is inherited, a write beyond the limit is an error.
    let script = "ulimit -f \(fileBlocks); trap '' XFSZ; exec \"$0\" \"$@\""
    return try RunningTool(
      program: "/bin/sh", arguments: ["-c", script, path] + arguments, project: project
    ).outcome()
  }

  /// Runs the tool with further variables in its environment.
  func run(
    _ arguments: [String], in project: Project, environment: [String: String]
  ) throws -> Outcome {
    let variables = environment.map { "\($0.key)=\($0.value)" }.sorted()
    return try RunningTool(
      program: "/usr/bin/env", arguments: variables + [path] + arguments, project: project
    ).outcome()
  }

  func start(_ arguments: [String], in project: Project) throws -> RunningTool {
    try RunningTool(program: path, arguments: arguments, project: project)
  }
}

/// A tool while it runs.
final class RunningTool {
  private let process = Process()
  private let output: String
  private let errors: String

  /// Starts a program, which is ended after two minutes whatever it does.
  init(program: String, arguments: [String], project: Project) throws {
    let streams = try project.makeFolder(".streams-" + UUID().uuidString)
    output = streams + "/output"
    errors = streams + "/errors"
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: project.path)
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    // Files, so that nobody needs to empty a pipe.
    for file in [output, errors] { try Data().write(to: URL(fileURLWithPath: file)) }
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    let identifier = process.processIdentifier
    DispatchQueue.global().asyncAfter(deadline: .now() + 120) { [weak process] in
      if process?.isRunning == true { kill(identifier, SIGKILL) }
    }
  }

  func send(_ signal: Int32) {
    kill(process.processIdentifier, signal)
  }

  /// Waits for the end.
  func outcome() throws -> Tool.Outcome {
    process.waitUntilExit()
    let wasSignal = process.terminationReason == .uncaughtSignal
    return Tool.Outcome(
      code: wasSignal ? -process.terminationStatus : process.terminationStatus,
      output: try String(contentsOfFile: output, encoding: .utf8),
      errors: try String(contentsOfFile: errors, encoding: .utf8))
  }
}
