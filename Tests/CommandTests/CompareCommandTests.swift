import Foundation
import ScenarioModel
import TestSupport
import Testing

@Suite(.blocking) struct CompareCommandTests {
  /// A project with a run for each change of the strategy, in a folder of its name.
  private func project(_ changes: [String]) throws -> TemporaryFolder {
    let project = try TemporaryFolder(scenarios: [ChangedRuns.scenario])
    for change in changes {
      try FileManager.default.copyItem(
        atPath: ChangedRuns.shared(change == "again" ? "nothing" : change),
        toPath: project.file(change))
    }
    return project
  }

  private func compare(
    _ base: String, _ head: String, _ arguments: [String] = [], in project: TemporaryFolder
  ) async throws -> Tool.Outcome {
    try await project.call(["compare", base, head] + arguments)
  }

  @Test func betterAndWorse() async throws {
    let project = try project(["nothing", "again", "view", "crash"])
    #expect(try await compare("nothing", "again", ["--quiet"], in: project).output.isEmpty)
    try await compare("nothing", "again", in: project).expect(0)
    try await compare("nothing", "./nothing", in: project).expect(1, errors: "one folder twice")
    let worse = try await compare("nothing", "view", ["--out", "there"], in: project).expect(2)
    let line = worse.output.split(separator: "\n").first { $0.contains("  views-created") }
    #expect(line?.contains("5 -> 6") == true)
    #expect(try project.read("there/gate.md").contains("views-created"))
    try await compare("view", "nothing", in: project).expect(0)
    try await compare("nothing", "crash", in: project).expect(3)
    // The others can still be compared.
    try await compare("crash", "nothing", in: project).expect(0)
    try await compare("nothing", "view", ["small", "--strategies", "allocates"], in: project)
      .expect(0)
    try await compare("nothing", "view", ["small", "--strategies", "changed"], in: project).expect(
      2)
  }

  @Test func runsThatCannotBeRead() async throws {
    let project = try project(["nothing", "again"])
    try await compare("nowhere", "nothing", in: project).expect(5, errors: "nowhere")
    try await compare("nothing", "nowhere", in: project).expect(1)
    _ = try project.makeFolder("unfinished")
    #expect(try await compare("unfinished", "nothing", in: project).errors.contains("--resume"))
    let text = try project.read("nothing/\(RunFolderFiles.results)")
    _ = try project.makeFolder("damaged")
    for damage in [
      "", String(text.prefix(text.count / 2)),
      text.replacingOccurrences(of: "\"version\" : \(RunResults.version)", with: "\"version\" : 9"),
    ] {
      try project.write(damage, to: "damaged/\(RunFolderFiles.results)")
      try await compare("damaged", "nothing", in: project).expect(5)
      try await compare("nothing", "damaged", in: project).expect(1)
    }
  }

  @Test func otherWorkIsNotComparable() async throws {
    let project = try project(["nothing", "seed", "frames"])
    try await compare("nothing", "seed", in: project).expect(5)
    try await compare("nothing", "frames", in: project).expect(5)
  }

  @Test func casesOfOneRunOnly() async throws {
    let project = try project(["nothing", "part", "lost"])
    // What the second run was not asked for was not lost.
    let part = try await compare("nothing", "part", in: project).expect(0)
    #expect(
      part.words.hasPrefix(
        "INCONCLUSIVE: the head asks for less than the base (1 of the base's cases was not chosen"))
    try await compare("nothing", "part", ["--fail-on-inconclusive"], in: project).expect(7)
    // Quietly, too.
    let quiet = try await compare("nothing", "part", ["--quiet"], in: project)
    #expect(quiet.code == 0 && quiet.output.isEmpty)
    #expect(quiet.errors.hasPrefix("INCONCLUSIVE: "))
    #expect(quiet.errors.contains("\nwarning: 1 of the base's cases was not chosen"))
    try await compare("part", "nothing", in: project).expect(0)
    try await compare("nothing", "lost", in: project).expect(5)
  }

  /// Gives a run tolerances, as its scenario file may have had them.
  private func tolerate(
    _ share: Double, of metrics: [String], in run: String, _ project: TemporaryFolder
  ) throws {
    let list = metrics.map { "{ \"metric\" : \"\($0)\", \"share\" : \(share) }" }
    let text = try project.read("\(run)/\(RunFolderFiles.results)")
    try project.write(
      text.replacing(
        "\"thresholds\" :",
        with: "\"tolerances\" : [\(list.joined(separator: ", "))], \"thresholds\" :",
        maxReplacements: 1),
      to: "\(run)/\(RunFolderFiles.results)")
  }

  /// A change does not excuse itself.
  @Test func theBasesTolerancesCount() async throws {
    let project = try project(["nothing", "allocation"])
    let metrics = ["allocations", "bytes-allocated"]
    try tolerate(1, of: metrics, in: "allocation", project)
    try await compare("nothing", "allocation", in: project).expect(
      2, words: "the tolerance of allocations is 100 % in the head's file")
    try tolerate(1, of: metrics, in: "nothing", project)
    let agreed = try await compare("nothing", "allocation", in: project).expect(0)
    #expect(agreed.output.hasPrefix("PASSED"))
  }

  @Test func aToleranceOfTheHeadAloneIsToldWhereNothingIsWorse() async throws {
    let project = try project(["nothing", "view"])
    try tolerate(0.5, of: ["views-created"], in: "nothing", project)
    let outcome = try await compare("view", "nothing", in: project).expect(0)
    #expect(outcome.words.hasPrefix("INCONCLUSIVE: the head asks for less than the base (small: "))
    try await compare("view", "nothing", ["--fail-on-inconclusive"], in: project).expect(7)
    // Whoever gives it on the command line knows it.
    let given = ["--tolerance", "views-created=50%", "--fail-on-inconclusive"]
    try await compare("view", "nothing", given, in: project).expect(0)
  }

  @Test func otherToolsByPolicy() async throws {
    let project = try project(["nothing", "allocation"])
    let text = try project.read("nothing/\(RunFolderFiles.results)")
    let build = text.contains("\"build\" : \"debug\"") ? "debug" : "release"
    try project.write(
      text.replacingOccurrences(of: "\"build\" : \"\(build)\"", with: "\"build\" : \"another\""),
      to: "nothing/\(RunFolderFiles.results)")
    try await compare("nothing", "allocation", in: project).expect(5)
    try await compare("nothing", "allocation", ["--host-mismatch", "warn"], in: project).expect(0)
    try await compare("nothing", "allocation", ["--host-mismatch", "ignore"], in: project).expect(2)
  }

  @Test func aNameThatNeitherRunHasIsAnError() async throws {
    let project = try project(["nothing", "again"])
    let outcome = try await compare(
      "nothing", "again", ["--strategies", "chnged", "--out", "there"], in: project
    ).expect(1, errors: "neither run has a strategy 'chnged'")
    #expect(outcome.output.isEmpty && !project.exists("there"))
  }

  /// What is asked for and was not chosen in the second run has not been compared.
  @Test func whatOnlyTheBaseHasIsNoPassWhereItIsAskedFor() async throws {
    let project = try project(["nothing", "part"])
    try await compare("nothing", "part", ["--strategies", "allocates"], in: project).expect(5)
    try await compare("nothing", "part", ["--strategies", "changed"], in: project).expect(0)
  }

  @Test(arguments: ["gate.md", "gate.json", "junit.xml"])
  func aFileOfSomebodyElsesIsLeftAlone(_ name: String) async throws {
    let project = try project(["nothing", "again"])
    _ = try project.makeFolder("mine")
    try project.write("precious", to: "mine/\(name)")
    try await compare("nothing", "again", ["--out", "mine"], in: project).expect(
      1, errors: "mine/\(name) was not written by a comparison")
    #expect(try project.names("mine") == [name])
    #expect(try project.read("mine/\(name)") == "precious")
    // Other files are no concern, and its own are replaced.
    try project.remove("mine/\(name)")
    try project.write("precious", to: "mine/notes.txt")
    for _ in 0..<2 {
      try await compare("nothing", "again", ["--out", "mine"], in: project).expect(0)
    }
  }
}
