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

  @Test func betterAndWorse() async throws {
    let project = try project(["nothing", "again", "view", "crash"])
    #expect(try await project.call("compare nothing again --quiet").output.isEmpty)
    try await project.call("compare nothing again").expect(0)
    try await project.call("compare nothing ./nothing").expect(1, errors: "one folder twice")
    let worse = try await project.call("compare nothing view --out there").expect(2)
    let line = worse.output.split(separator: "\n").first { $0.contains("  views-created") }
    #expect(line?.contains("5 -> 6") == true)
    #expect(try project.read("there/gate.md").contains("views-created"))
    try await project.call("compare view nothing").expect(0)
    try await project.call("compare nothing crash").expect(3)
    // The others can still be compared.
    try await project.call("compare crash nothing").expect(0)
    try await project.call("compare nothing view small --strategies allocates").expect(0)
    try await project.call("compare nothing view small --strategies changed").expect(2)
  }

  @Test func runsThatCannotBeRead() async throws {
    let project = try project(["nothing", "again"])
    try await project.call("compare nowhere nothing").expect(5, errors: "nowhere")
    try await project.call("compare nothing nowhere").expect(1)
    _ = try project.makeFolder("unfinished")
    #expect(try await project.call("compare unfinished nothing").errors.contains("--resume"))
    let text = try project.read("nothing/\(RunFolderFiles.results)")
    _ = try project.makeFolder("damaged")
    for damage in [
      "", String(text.prefix(text.count / 2)),
      text.replacingOccurrences(of: "\"version\" : \(RunResults.version)", with: "\"version\" : 9"),
    ] {
      try project.write(damage, to: "damaged/\(RunFolderFiles.results)")
      try await project.call("compare damaged nothing").expect(5)
      try await project.call("compare nothing damaged").expect(1)
    }
  }

  @Test func otherWorkIsNotComparable() async throws {
    let project = try project(["nothing", "seed", "frames"])
    try await project.call("compare nothing seed").expect(5)
    try await project.call("compare nothing frames").expect(5)
  }

  @Test func casesOfOneRunOnly() async throws {
    let project = try project(["nothing", "part", "lost"])
    // What was not part of the second run is not missing.
    let part = try await project.call("compare nothing part").expect(0)
    #expect(
      part.words.hasPrefix(
        "INCONCLUSIVE: the head relaxes the base's requirements (1 of the base's cases was not chosen"
      ))
    try await project.call("compare nothing part --fail-on-inconclusive").expect(7)
    // Quietly, too.
    let quiet = try await project.call("compare nothing part --quiet")
    #expect(quiet.code == 0 && quiet.output.isEmpty)
    #expect(quiet.errors.hasPrefix("INCONCLUSIVE: "))
    #expect(quiet.errors.contains("\nwarning: 1 of the base's cases was not chosen"))
    try await project.call("compare part nothing").expect(0)
    try await project.call("compare nothing lost").expect(5)
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
    try await project.call("compare nothing allocation").expect(
      2, words: "the tolerance of allocations is 100 % in the head's file")
    try tolerate(1, of: metrics, in: "nothing", project)
    let agreed = try await project.call("compare nothing allocation").expect(0)
    #expect(agreed.output.hasPrefix("PASSED"))
  }

  @Test func aToleranceOfTheHeadAloneIsReportedWhereNothingIsWorse() async throws {
    let project = try project(["nothing", "view"])
    try tolerate(0.5, of: ["views-created"], in: "nothing", project)
    let outcome = try await project.call("compare view nothing").expect(0)
    #expect(
      outcome.words.hasPrefix("INCONCLUSIVE: the head relaxes the base's requirements (small: "))
    try await project.call("compare view nothing --fail-on-inconclusive").expect(7)
    // A user who gives the tolerance on the command line knows it.
    let given = "--tolerance views-created=50% --fail-on-inconclusive"
    try await project.call("compare view nothing " + given).expect(0)
  }

  @Test func otherToolsByPolicy() async throws {
    let project = try project(["nothing", "allocation"])
    let text = try project.read("nothing/\(RunFolderFiles.results)")
    let build = text.contains("\"build\" : \"debug\"") ? "debug" : "release"
    try project.write(
      text.replacingOccurrences(of: "\"build\" : \"\(build)\"", with: "\"build\" : \"another\""),
      to: "nothing/\(RunFolderFiles.results)")
    try await project.call("compare nothing allocation").expect(5)
    try await project.call("compare nothing allocation --host-mismatch warn").expect(0)
    try await project.call("compare nothing allocation --host-mismatch ignore").expect(2)
  }

  @Test func aNameThatNeitherRunHasIsAnError() async throws {
    let project = try project(["nothing", "again"])
    let outcome = try await project.call("compare nothing again --strategies chnged --out there")
      .expect(1, errors: "neither run has a strategy 'chnged'")
    #expect(outcome.output.isEmpty && !project.exists("there"))
  }

  /// A requested case that was not chosen in the second run has not been compared.
  @Test func casesOfTheBaseAloneAreNoPassIfSelected() async throws {
    let project = try project(["nothing", "part"])
    try await project.call("compare nothing part --strategies allocates").expect(5)
    try await project.call("compare nothing part --strategies changed").expect(0)
  }

  @Test(arguments: ["gate.md", "gate.json", "junit.xml"])
  func aForeignFileIsLeftAlone(_ name: String) async throws {
    let project = try project(["nothing", "again"])
    _ = try project.makeFolder("mine")
    try project.write("precious", to: "mine/\(name)")
    try await project.call("compare nothing again --out mine").expect(
      1, errors: "mine/\(name) was not written by a comparison")
    #expect(try project.names("mine") == [name])
    #expect(try project.read("mine/\(name)") == "precious")
    // Other files are no concern, and its own are replaced.
    try project.remove("mine/\(name)")
    try project.write("precious", to: "mine/notes.txt")
    for _ in 0..<2 {
      try await project.call("compare nothing again --out mine").expect(0)
    }
  }
}
