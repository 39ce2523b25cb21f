import Foundation
import TestSupport
import Testing

/// A search for the commit that made it worse, in repositories of small programs.
@Suite(.blocking) struct BisectCommandTests {
  private let tool = Tool.faultyStrategies

  /// Makes a repository of a program with a commit for each change: it starts the faulty strategies
  /// with that change.
  private func history(_ changes: [String]) throws -> TemporaryFolder {
    let project = try TemporaryFolder(scenarios: [.faulty(["changed"], trials: 1)])
    try project.writePackage(tool.rawValue, at: "", isProgram: true)
    try project.write(".build\nReports\n.streams-*\n", to: ".gitignore")
    for (number, change) in changes.enumerated() {
      let program = """
        import Foundation
        setenv("CHANGE", "\(change)", 1)
        setenv("SOURCE", #filePath, 1)
        var words: [UnsafeMutablePointer<CChar>?] = CommandLine.arguments.map { strdup($0) }
        words.append(nil)
        execv("\(tool.path)", words)
        print("cannot start in commit \(number)")
        """
      try project.write(
        change == "broken" ? "let broken\(number): Int = \"text\"\n" : program,
        to: "Sources/\(tool.rawValue)/main.swift")
      try project.commitAll("Change \(number): \(change)")
    }
    return project
  }

  @Test(.exhaustive) func theCommitWithOneMoreViewIsFound() throws {
    let project = try history([
      "nothing", "nothing", "nothing", "nothing", "broken", "nothing", "view", "view",
    ])
    let line = "bisect HEAD~7 HEAD --strategies changed --exact-only --metric views-created"
    let outcome = try project.runFaulty(line).expect(
      0, words: "FOUND: views-created of small 20 changed is worse from", "Change 6: view",
      errors: "building the commit", "\"Change 7: view\": worse (+20",
      "\"Change 4: broken\": skipped")
    let found = try project.git("rev-parse", "HEAD~1").trimmingCharacters(in: .newlines)
    #expect(outcome.words.contains(found))
    #expect(!project.exists(".build/mappressure-gate/source"))
    // What is known already is neither built nor compared again.
    let again = try project.runFaulty(line + " --resume --json").expect(0)
    #expect(!again.errors.contains("building"))
    #expect(try again.json().verdict.commits.list.count == 1)
    try project.runFaulty(line + " --resume --seed 3").expect(1, errors: "--resume: expected")
  }

  @Test(.exhaustive) func aRangeIsLeftWhereTheCommitsDoNotBuild() throws {
    let project = try history(["nothing", "broken", "broken", "view"])
    try project.runFaulty(
      "bisect HEAD~3 HEAD --strategies changed --exact-only --fail-on-inconclusive"
    ).expect(7, words: "one of 3 commits", "cannot be built")
    try project.runFaulty("bisect HEAD~3 HEAD~2 --exact-only").expect(5, errors: "cannot be built")
    let same = try project.runFaulty("bisect HEAD HEAD --exact-only").expect(1, errors: "both are")
    #expect(!same.errors.contains("building"))
  }

  @Test func endsThatAreNoEndsAreRefused() throws {
    let project = try TemporaryFolder(scenarios: [.faulty(["changed"])])
    try project.write("// swift-tools-version: 6.0\n", to: "Package.swift")
    try project.commitAll("First")
    try project.git("tag", "first")
    for branch in ["one", "other"] {
      try project.git("checkout", "--quiet", "-b", branch, "first")
      try project.write(branch, to: "notes.txt")
      try project.commitAll(branch)
    }
    func bisect(_ ends: String, in folder: TemporaryFolder, code: Int32 = 1, _ words: String) throws
    {
      try folder.runFaulty("bisect \(ends)").expect(code, errors: words)
    }
    try bisect("first first", in: project, "both are")
    try bisect("one first", in: project, "it is the later one: bisect first one")
    try bisect("one other", in: project, "begin with their common ancestor: bisect")
    try bisect("nowhere one", in: project, code: 5, "which git does not know")
    let clone = try TemporaryFolder()
    try clone.git(
      "clone", "--quiet", "--depth", "1", "--no-single-branch", "file://\(project.path)", ".")
    try bisect("origin/one origin/other", in: clone, "git fetch --unshallow")
    try project.runFaulty("bisect first one --metric view-created").expect(
      1, errors: "--metric: there is no metric 'view-created'")
    try project.runFaulty("bisect first one --resume").expect(
      1, errors: "expected the results of an earlier command")
  }
}
