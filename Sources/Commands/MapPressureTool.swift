import ArgumentParser
import Foundation
import ScenarioModel
import Verdicts

/// The command line tool, with the families that its scenarios may belong to.
///
/// `mappressure` is this tool with the standard families. A package with a strategy of its own
/// makes an executable of the same three lines with its own family:
///
///     @main struct MyBenchmark {
///       static func main() async {
///         await MapPressureTool(families: .standard.with(AnnotationsFamily(adding: [
///           StrategyEntry("my-strategy", MyStrategy.self, summary: "What it does."),
///         ]))).main()
///       }
///     }
public struct MapPressureTool: Sendable {
  /// The families that its scenarios may belong to.
  public let families: FamilyRegistry
  /// Where its commands print.
  let output = StandardOutput()

  /// The file of the program's entry point: a gate proves by it which sources a program is of.
  let source: String

  /// A tool that knows the given families.
  ///
  /// - Parameter source: the file of the program's entry point; leave it out.
  public init(families: FamilyRegistry, source: String = #filePath) {
    self.families = families
    self.source = source
  }

  /// Runs what the process's arguments ask for, and ends the process with an exit code.
  @MainActor
  public func main() async -> Never {
    ClosedStreams.reserve()
    // A worker that dies while it is written to must not take the coordinator with it.
    signal(SIGPIPE, SIG_IGN)
    // A file that may not grow is an error like a disk that is full.
    signal(SIGXFSZ, SIG_IGN)
    let code = await exitCode()
    guard let loss = output.loss else { Foundation.exit(code) }
    StandardError.write("mappressure: cannot write to standard output: \(loss)\n")
    Foundation.exit(code == ToolExitCode.pass.rawValue ? ToolExitCode.toolError.rawValue : code)
  }

  @MainActor
  private func exitCode() async -> Int32 {
    do {
      var command = try MapPressureCommand.parseAsRoot()
      if let command = command as? any ToolCommand {
        return try await command.run(with: self).rawValue
      }
      try command.run()
      return ToolExitCode.pass.rawValue
    } catch {
      return MapPressureCommand.report(error, to: output)
    }
  }
}

/// A command that needs to know the tool it is part of.
protocol ToolCommand: ParsableCommand {
  /// On the main thread, where a worker measures.
  @MainActor
  func run(with tool: MapPressureTool) async throws -> ToolExitCode
}
