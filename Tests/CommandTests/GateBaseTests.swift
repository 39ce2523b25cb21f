import Foundation
import Testing

/// A base that is a commit: built in a worktree, kept, and compared with.
@Suite(.serialized) struct GateBaseTests {
  private let tool = Tool.faultyStrategies

  /// A package with a program of the tool's name that greets as a worker of an old version does.
  private func repository() throws -> Project {
    let project = try Project([ScenarioFile(), ScenarioFile(name: "lost")])
    _ = try project.makeFolder("Sources/\(tool.rawValue)")
    try project.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Old", targets: [.executableTarget(name: "\(tool.rawValue)")])
      """, to: "Package.swift")
    try project.write(
      "print(\"hello 1\")\n", to: "Sources/\(tool.rawValue)/main.swift")
    try project.write(".build\nReports\n.streams-*\n", to: ".gitignore")
    for arguments in [
      ["init", "--quiet", "--initial-branch", "trunk"], ["add", "--all"],
      ["-c", "user.name=A", "-c", "user.email=a@b", "commit", "--quiet", "-m", "The base"],
    ] {
      let git = try RunningTool(
        program: "/usr/bin/env", arguments: ["git"] + arguments, project: project
      ).outcome()
      try #require(git.code == 0, "\(git)")
    }
    return project
  }

  @Test func aCommitIsBuiltApartAndKept() throws {
    let project = try repository()
    // What is not committed is the head's alone.
    try project.write("print(1 +\n", to: "Sources/\(tool.rawValue)/main.swift")
    let first = try tool.run(["gate", "--base", "trunk"], in: project)
    #expect(first.code == 5, "\(first)")
    #expect(first.errors.contains("building the base"))
    #expect(first.output.contains("hello 1"), "\(first)")
    // Nothing is left in the repository, and the next one begins at once.
    #expect(!project.exists(".build/mappressure-gate/source"))
    let worktrees = try RunningTool(
      program: "/usr/bin/env", arguments: ["git", "worktree", "list"], project: project
    ).outcome()
    #expect(worktrees.output.split(whereSeparator: \.isNewline).count == 1)
    let second = try tool.run(["gate", "--base", "HEAD"], in: project)
    #expect(second.code == 5)
    #expect(second.errors.contains("is built already"))
  }

  /// What the head no longer has is not compared, and not passed over in silence.
  @Test func casesThatOnlyTheBaseHasAreTold() throws {
    let project = try repository()
    try project.remove("Scenarios/lost.yaml")
    let outcome = try tool.run(["gate", "--base", "trunk"], in: project)
    #expect(outcome.output.contains("not in the head's"), "\(outcome)")
    #expect(outcome.output.contains("3 cases of the base's scenario files"))
    #expect(outcome.output.contains("lost 200 visible-region-index"))
  }

  @Test func aBaseThatDoesNotBuildLeavesItsLog() throws {
    let project = try repository()
    try project.write("let broken: Int = \"text\"\n", to: "Sources/\(tool.rawValue)/main.swift")
    let git = try RunningTool(
      program: "/usr/bin/env",
      arguments: [
        "git", "-c", "user.name=A", "-c", "user.email=a@b", "commit", "--quiet", "--all", "-m",
        "Break it",
      ], project: project
    ).outcome()
    try #require(git.code == 0)
    let outcome = try tool.run(["gate", "--base", "HEAD"], in: project)
    #expect(outcome.code == 5, "\(outcome)")
    #expect(outcome.output.contains("cannot be built"))
    #expect(outcome.output.contains("build.log"))
    #expect(try project.read("Reports/gate/base-build.log").contains("error:"))
    #expect(!project.exists(".build/mappressure-gate/source"))
  }

  @Test func whatGitDoesNotKnowCannotBeCompared() throws {
    let project = try repository()
    let outcome = try tool.run(["gate", "--base", "nowhere"], in: project)
    #expect(outcome.code == 5, "\(outcome)")
    #expect(outcome.output.contains("'nowhere', which git does not know"))
    // A name is a name, whatever it looks like.
    #expect(try tool.run(["gate", "--base=--all"], in: project).code == 5)
  }

  @Test func withoutARepositoryThereIsNoBase() throws {
    let project = try Project()
    let outcome = try tool.run(["gate", "--base", "main"], in: project)
    #expect(outcome.code == 1, "\(outcome)")
    #expect(outcome.errors.contains("Package.swift"))
  }
}
