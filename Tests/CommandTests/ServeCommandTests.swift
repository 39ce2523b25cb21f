import Foundation
import TestSupport
import Testing

/// `mappressure serve`, which becomes another program.
@Suite struct ServeCommandTests {
  private let folder: TemporaryFolder
  /// The tool in a folder that has no server near it.
  private let tool: String

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("a/b/c")
    tool = folder.file("a/b/c/mappressure")
    do {
      try FileManager.default.linkItem(atPath: Tool.mappressure.path, toPath: tool)
    } catch {
      // The folder is on another disk.
      try FileManager.default.copyItem(atPath: Tool.mappressure.path, toPath: tool)
    }
  }

  private func serve(_ arguments: [String]) throws -> Tool.Outcome {
    try RunningTool(
      program: tool, arguments: ["serve"] + arguments, folder: folder,
      environment: ["PATH": "/nowhere"]
    ).outcome()
  }

  @Test func withoutTheServerTheErrorSaysHowToBuildIt() throws {
    let outcome = try serve(["stores.csv"]).expect(1, errors: "mappressure-server", "make server")
    #expect(outcome.output.isEmpty)
  }

  @Test func theHelpNeedsNoServer() async throws {
    let help = try await folder.call("help serve").expect(0).output
    #expect(try serve(["--help"]).expect(0).output == help && help.contains("USAGE: "))
  }

  @Test func theServerGetsTheArgumentsAndGivesTheExitCode() throws {
    try folder.writeProgram("a/b/c/mappressure-server", "echo \"$@\"; exit 5")
    let outcome = try serve(["stores.csv", "--port", "0", "--store", "my store"])
    #expect(outcome.output == "stores.csv --port 0 --store my store\n" && outcome.code == 5)
    #expect(try serve([]).output == "--help\n")
    #expect(try serve(["--help"]).output == "--help\n")
  }
}
