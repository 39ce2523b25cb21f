import Answers
import ArgumentParser
import Foundation
import ScenarioModel

/// The command line tool, with the families that its scenarios may belong to.
///
/// `mappressure` is this tool with the standard families. A package with its own strategy has an
/// executable of the same few lines that adds the strategy to its family:
///
///     @main struct MyBenchmark {
///       static func main() async {
///         await MapPressureTool(families: .standard.with(Family.annotations.adding([
///           StrategyEntry("my-strategy", MyStrategy.self, summary: "What it does."),
///         ]))).main()
///       }
///     }
public struct MapPressureTool: Sendable {
  /// The families that its scenarios may belong to.
  public let families: FamilyRegistry
  /// The call that its commands are run for.
  var invocation = Invocation.ofProcess

  private let sourcePath: @Sendable () -> String

  /// The file of the program's entry point, from which a gate proves that a program was built from
  /// the expected sources.
  var source: String { sourcePath() }

  /// Creates a tool with the given families.
  ///
  /// - Parameters:
  ///   - families: the families whose scenarios the tool replays.
  ///   - source: the file of the program's entry point; keep the default. It is asked for only where
  ///     the path matters, so that what other commands execute is the same in each folder.
  public init(
    families: FamilyRegistry, source: @autoclosure @escaping @Sendable () -> String = #filePath
  ) {
    self.families = families
    sourcePath = source
  }

  /// Runs the command that the process's arguments name, and ends the process with an exit code.
  @MainActor
  public func main() async -> Never {
    ClosedStreams.reserve()
    // Writing to a worker that has died must not end the coordinator.
    signal(SIGPIPE, SIG_IGN)
    // Reaching the limit of a file's size is reported like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    Foundation.exit(await run(invocation))
  }

  /// Runs the command of a call in this process.
  ///
  /// - Returns: the exit code of a process that runs the command.
  @MainActor
  package func run(_ invocation: Invocation) async -> Int32 {
    var tool = self
    tool.invocation = invocation
    let code = await tool.exitCode()
    guard let loss = invocation.output.loss else { return code }
    invocation.errors.write("mappressure: cannot write to standard output: \(loss)\n")
    return code == ToolExitCode.pass.rawValue ? ToolExitCode.toolError.rawValue : code
  }

  @MainActor
  private func exitCode() async -> Int32 {
    do {
      if let limit = WorkerCommand.memoryLimit(in: invocation.arguments) {
        return try WorkerCommand.run(memoryLimit: limit, with: self).rawValue
      }
      var command = try Self.command(invocation.arguments)
      if let command = command as? any ToolCommand {
        return try await command.run(with: self).rawValue
      }
      try command.run()
      return ToolExitCode.pass.rawValue
    } catch {
      return MapPressureCommand.report(error, to: invocation)
    }
  }

  /// Checks the arguments of a command without running it.
  ///
  /// - Throws: an error of the arguments.
  package static func check(_ arguments: [String]) throws { _ = try command(arguments) }

  private static func command(_ arguments: [String]) throws -> any ParsableCommand {
    try MapPressureCommand.check(arguments)
    return try MapPressureCommand.parseAsRoot(arguments)
  }

  /// The stream of results.
  var output: StandardOutput { invocation.output }
  /// The stream of progress and messages.
  var errors: StandardError { invocation.errors }
}

/// A command that uses the tool that it belongs to.
protocol ToolCommand: ParsableCommand {
  /// Runs the command; on the main thread, because a worker measures there.
  @MainActor
  func run(with tool: MapPressureTool) async throws -> ToolExitCode
}
