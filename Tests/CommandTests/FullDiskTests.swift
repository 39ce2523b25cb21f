import TestSupport
import Testing

@Suite(.blocking) struct FullDiskTests {
  /// Its journal grows beyond any of the limits below, and its pictures do not.
  private static let long = ScenarioFile(
    data: "{ generator: uniform, pins: 10, seed: 1 }", frames: 10,
    strategies: ["all-pins", "grid-clusters"], sizes: "[10]", trials: 15)

  private func expectComplete(_ files: RunFolderFiles, trials: Int) throws {
    let found = try files.trials
    #expect(found.count == trials)
    #expect(Set(found).count == trials)
    #expect(found.allSatisfy { $0.hasSuffix(" completed") })
    #expect(try files.results.records.allSatisfy { $0["status"] == "ok" })
  }

  @Test func aJournalThatCannotGrowIsAnErrorAndLosesNothing() throws {
    let project = try TemporaryFolder(scenarios: [Self.long])
    try project.run("run small", fileBlocks: 16).expect(
      1,
      errors: "mappressure: cannot record a trial in Reports/small/\(RunFolderFiles.journal): ",
      "--resume")
    // What was written whole can be read; the last line may be cut.
    let text = try project.read("Reports/small/\(RunFolderFiles.journal)")
    let whole = text.filter { $0 == "\n" }.count - 1
    #expect((1..<32).contains(whole))
    let resumed = try project.run("run small --resume").expect(0)
    #expect(resumed.errors.hasPrefix("2 cases; \(whole) of 32 trials are already recorded\n"))
    try expectComplete(RunFolderFiles(project), trials: 32)
  }

  @Test(.exhaustive) func aReportThatCannotBeWrittenIsAnErrorAndIsWrittenLater() throws {
    var short = Self.long
    short.trials = 1
    let project = try TemporaryFolder(scenarios: [short])
    try project.run("run small", fileBlocks: 16).expect(
      1, errors: "mappressure: cannot write Reports/small/", "--resume")
    #expect(!project.exists("Reports/small/\(RunFolderFiles.results)"))
    let trials = try RunFolderFiles(project).trials
    #expect(trials.count == 4)
    let resumed = try project.run("run small --resume").expect(0)
    #expect(resumed.errors.hasPrefix("2 cases; 4 of 4 trials are already recorded\n"))
    #expect(try RunFolderFiles(project).trials == trials)
    try expectComplete(RunFolderFiles(project), trials: 4)
  }

  @Test func aFolderThatCannotBeMadeIsAnError() async throws {
    let project = try TemporaryFolder(scenarios: [ScenarioFile()], files: ["file": ""])
    try await project.call("run small --out file/run").expect(
      1, errors: "mappressure: expected a folder for the results, found the file file:")
    #expect(try project.names() == ["Scenarios", "file"])
  }

  @Test(.exhaustive, .withTinyDisk, arguments: [0, 4, 8, 16, 28])
  func aDiskThatIsFullIsAnErrorAndLosesNothing(_ kilobytes: Int) throws {
    let project = try TemporaryFolder(scenarios: [Self.long])
    let disk = try TinyDisk(at: project.makeFolder("disk"))
    defer { disk.unmount() }
    try disk.fill(leaving: kilobytes)
    let arguments = ["run", "small", "--out", "disk/run"]
    let full = try project.run(arguments).expect(1)
    #expect(
      full.errors.contains("cannot write") || full.errors.contains("cannot record"),
      "\(full.errors)")
    try disk.empty()
    let journal = (try? project.read("disk/run/\(RunFolderFiles.journal)")) ?? ""
    // Without a whole first line nothing was measured, and there is nothing to resume.
    try project.run(arguments + (journal.contains("\n") ? ["--resume"] : [])).expect(0)
    try expectComplete(RunFolderFiles(project, "disk/run"), trials: 32)
  }

  /// The disk for temporary files: the machine is at fault, not the strategy, and nothing is held
  /// against its case.
  @Test(.exhaustive, .withTinyDisk) func aFullTemporaryDiskIsBlamedOnNoStrategy() throws {
    let project = try TemporaryFolder(scenarios: [Self.long])
    let disk = try TinyDisk(at: project.makeFolder("disk"))
    defer { disk.unmount() }
    try disk.fill(leaving: 0)
    let script = "TMPDIR=\"$PWD/disk\" exec \"$0\" run small"
    try project.shell(script).expect(1, errors: "a problem of the machine, not of a strategy")
    try project.run("run small").expect(0)
  }
}
