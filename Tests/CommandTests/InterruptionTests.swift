import Foundation
import TestSupport
import Testing

/// Runs that end in the middle, at a known place: a strategy loops until there is a file `go`.
@Suite(.blocking) struct InterruptionTests {
  private static let scenario = ScenarioFile.faulty(["waits", "grid-clusters"], trials: 3)

  /// Starts a run and waits until one of its workers is in the endless loop.
  private func startedRun() throws -> (
    project: TemporaryFolder, tool: RunningTool, worker: WorkerLock
  ) {
    let project = try TemporaryFolder(scenarios: [Self.scenario])
    let tool = try project.start("run small", tool: .faultyStrategies)
    let lock = try #require(try WorkerLock.appearing(in: project))
    #expect(lock.isHeld)
    return (project, tool, lock)
  }

  /// Continues the run, and compares it with one that was never interrupted.
  private func expectToComplete(_ project: TemporaryFolder, after trials: [String]) throws {
    #expect(!trials.isEmpty)
    try project.write("", to: "go")
    let resumed = try project.runFaulty("run small --resume").expect(0)
    #expect(
      resumed.errors.hasPrefix("3 cases; \(trials.count) of 12 trials are already recorded\n"))
    try project.runFaulty("run small --out whole").expect(0)
    let files = RunFolderFiles(project)
    let reference = RunFolderFiles(project, "whole")
    #expect(try files.results.deterministic == reference.results.deterministic)
    #expect(try files.pictures == reference.pictures)
    #expect(try files.trials.starts(with: trials))
    // Replays run side by side and are recorded as they end.
    #expect(try files.trials.sorted() == reference.trials.sorted())
    #expect(try Set(files.trials).count == 12)
    #expect(try files.samples.records.count == reference.samples.records.count)
  }

  /// A tool ignores what its parent does.
  private static let signals = [SIGINT, SIGTERM, SIGHUP].filter { number in
    let handler = signal(number, SIG_DFL)
    signal(number, handler)
    return unsafeBitCast(handler, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
  }

  @Test(arguments: TestTier.select(Array(signals.prefix(1)), exhaustive: signals))
  func anInterruptedRunIsContinued(_ signal: Int32) throws {
    let (project, tool, worker) = try startedRun()
    defer { worker.end() }
    // A terminal sends it to both.
    kill(worker.process, signal == SIGINT ? SIGINT : 0)
    tool.send(signal)
    try tool.outcome().expect(130, errors: "interrupted", "Reports/small", "--resume")
    // No worker outlives the tool.
    #expect(!worker.isHeld)
    #expect(!project.exists("Reports/small/\(RunFolderFiles.results)"))
    let trials = try RunFolderFiles(project).trials
    try project.runFaulty("run small").expect(
      1, errors: "holds an unfinished run; continue it with 'run --resume'")
    #expect(try RunFolderFiles(project).trials == trials)
    try expectToComplete(project, after: trials)
  }

  /// As `nohup` asks for it, and a shell for what a script starts in the background.
  @Test(.exhaustive) func whatIsIgnoredFromTheBeginningStaysIgnored() throws {
    let project = try TemporaryFolder(scenarios: [Self.scenario])
    let script = "trap '' HUP INT; exec \"$0\" run small"
    let tool = try RunningTool(
      program: "/bin/sh", arguments: ["-c", script, Tool.faultyStrategies.path], folder: project)
    let worker = try #require(try WorkerLock.appearing(in: project))
    defer { worker.end() }
    tool.send(SIGHUP)
    tool.send(SIGINT)
    // Time for the run to be cancelled, if it is.
    Thread.sleep(forTimeInterval: 0.5)
    #expect(worker.isHeld)
    try project.write("", to: "go")
    try tool.outcome().expect(0)
  }

  @Test(.exhaustive) func theAdviceIsACommandThatContinues() throws {
    let project = try TemporaryFolder(scenarios: [Self.scenario])
    let tool = try project.start(
      ["run", "small", "--out", "it's; touch gone"], tool: .faultyStrategies)
    let worker = try #require(try WorkerLock.appearing(in: project))
    defer { worker.end() }
    tool.send(SIGTERM)
    let errors = try tool.outcome().errors
    let advice = try #require(errors.split(separator: "continue with: ").last)
    try project.write("", to: "go")
    try project.shell(String(advice), tool: .faultyStrategies).expect(0)
    #expect(project.exists("it's; touch gone/report.md"))
    #expect(!project.exists("gone"))
    let report = try project.read("it's; touch gone/report.md")
    #expect(report.contains("--out 'it'\\\\''s; touch gone' --resume"))
  }

  @Test func aKilledRunLeavesNoWorkerAndIsContinued() throws {
    let (project, tool, worker) = try startedRun()
    defer { worker.end() }
    tool.send(SIGKILL)
    try tool.outcome().expect(-SIGKILL)
    // The worker is in an endless loop, and nothing else would end it.
    #expect(worker.isReleased(within: 120))
    try expectToComplete(project, after: RunFolderFiles(project).trials)
  }

  @Test(.exhaustive) func aKilledRunsTemporaryFoldersAreRemovedByTheNext() throws {
    let project = try TemporaryFolder(scenarios: [Self.scenario])
    let temporary = try project.makeFolder("temporary")
    func workspaces() throws -> [String] { try project.names("temporary") }
    func waitForWorkspaces(_ count: Int) throws {
      let end = Date(timeIntervalSinceNow: 300)
      while try workspaces().count != count {
        try #require(Date() < end)
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
    func makeOld(_ names: [String]) throws {
      for name in names {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -3_600)],
          ofItemAtPath: temporary + "/" + name + "/.lock")
      }
    }
    let arguments = ["TMPDIR=" + temporary, Tool.faultyStrategies.path, "run", "small"]
    let killed = try RunningTool(program: "/usr/bin/env", arguments: arguments, folder: project)
    let worker = try #require(try WorkerLock.appearing(in: project))
    defer { worker.end() }
    killed.send(SIGKILL)
    _ = try killed.outcome()
    #expect(worker.isReleased(within: 120))
    let left = try workspaces()
    #expect(left.count == 2, "what the trials share, and the trial's own")
    try makeOld(left)
    let living = try RunningTool(
      program: "/usr/bin/env", arguments: arguments + ["--out", "other"], folder: project)
    // Those of the killed run go before its own come.
    _ = try #require(try WorkerLock.appearing(in: project))
    try waitForWorkspaces(2)
    let own = try workspaces()
    #expect(Set(own).isDisjoint(with: left))
    try makeOld(own)
    let third = try RunningTool(
      program: "/usr/bin/env", arguments: arguments + ["--resume"], folder: project)
    try waitForWorkspaces(4)
    #expect(try Set(workspaces()).isSuperset(of: own))
    try project.write("", to: "go")
    try living.outcome().expect(0)
    try third.outcome().expect(0)
    #expect(try workspaces() == [])
  }

  @Test(.exhaustive) func aKilledWorkersTrialsAreMeasuredAgainOnRequest() throws {
    let (project, tool, worker) = try startedRun()
    kill(worker.process, SIGKILL)
    try project.write("", to: "go")
    let outcome = try tool.outcome().expect(3)
    #expect(outcome.errors.contains("FaultyStrategies") || outcome.errors.contains("run small"))
    #expect(outcome.errors.contains("run small --resume --retry"))
    let before = try project.read("Reports/small/\(RunFolderFiles.journal)")
    try project.runFaulty("run small --resume").expect(3, errors: "run small --resume --retry")
    let retried = try project.runFaulty("run small --resume --retry").expect(0)
    #expect(!retried.errors.contains("--retry"))
    #expect(try project.read("Reports/small/\(RunFolderFiles.journal)").hasPrefix(before))
    #expect(try RunFolderFiles(project).statuses(of: "waits") == ["ok"])
    try project.runFaulty("run small --retry").expect(64)
  }

  @Test(.exhaustive) func aJournalThatIsDeletedMeanwhileIsAnError() throws {
    let (project, tool, worker) = try startedRun()
    defer { worker.end() }
    try project.remove("Reports/small/\(RunFolderFiles.journal)")
    try project.write("", to: "go")
    try tool.outcome().expect(1, errors: "was removed or changed while the run wrote it")
    #expect(try RunFolderFiles(project).statuses(of: "waits") == ["ok"])
  }

  @Test(.exhaustive) func twoRunsDoNotWriteIntoOneFolderAtOnce() throws {
    let (project, tool, _) = try startedRun()
    // If nothing stops the second, it waits in the same trial until it is killed.
    try project.runFaulty("run small --resume").expect(1)
    try project.write("", to: "go")
    try tool.outcome().expect(0)
    let trials = try RunFolderFiles(project).trials
    #expect(trials.count == Set(trials).count)
  }
}
