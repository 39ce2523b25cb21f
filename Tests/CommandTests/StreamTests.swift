import Foundation
import TestSupport
import Testing

/// Standard streams that are closed, full, or left by their reader.
@Suite(.blocking) struct StreamTests {
  /// Runs a command with redirected or closed streams; returns how it ended and its other output.
  private static func run(
    _ arguments: [String], _ redirections: String,
    in project: TemporaryFolder
  ) throws -> Tool.Outcome {
    try project.shell("exec \"$0\" \"$@\" \(redirections)", arguments)
  }

  /// The exit code of a command, all of whose output goes to a pipe without a reader.
  private static func codeWithoutReader(
    _ arguments: [String], _ redirections: String, in project: TemporaryFolder
  ) throws -> Int32? {
    let script = """
      { trap '' PIPE; while echo x; do :; done 2>/dev/null
        "$0" "$@" \(redirections); echo $? > code; } | true
      """
    _ = try project.shell(script, arguments)
    return Int32(try project.read("code").trimmingCharacters(in: .newlines))
  }

  private static func expectWhole(_ project: TemporaryFolder) throws {
    let files = RunFolderFiles(project)
    #expect(try files.trials.count == 4, "the journal holds records and nothing else")
    #expect(try files.results.records.allSatisfy { $0["status"] == "ok" })
    #expect(project.exists("Reports/small/report.md"))
  }

  /// The exit code of a process and the stream of its words, of each kind one.
  @Test(
    arguments: [
      (["--help"], 0), (["list", "--bogus"], 64), (["run", "nothing"], 1),
    ] as [([String], Int32)])
  func aProcessEndsWithTheCodeOfItsCommand(arguments: [String], code: Int32) async throws {
    let project = try TemporaryFolder.small()
    let outcome = try project.run(arguments)
    let call = try await project.call(arguments)
    #expect(outcome.code == code)
    #expect(call.code == code && call.output == outcome.output)
    #expect(call.errors == outcome.errors)
    #expect((code == 0 ? outcome.errors : outcome.output).isEmpty)
  }

  /// The exit code is that of the result.
  @Test(.exhaustive, arguments: ["2>&-", "2>/dev/full", "<&-", "<&- 2>&-"])
  func aRunNeedsNoStandardErrorAndNoInput(_ redirections: String) throws {
    let project = try TemporaryFolder.small()
    let outcome = try Self.run(["run", "small"], redirections, in: project)
    #expect(outcome.code == 0, "\(redirections): \(outcome.errors)")
    #expect(outcome.output.contains("Report: Reports/small/report.md"))
    try Self.expectWhole(project)
  }

  /// The run is kept; what was to be printed is not, and that is an error.
  @Test(
    arguments: TestTier.select(
      [">/dev/full"],
      exhaustive: [">&-", ">/dev/full", ">&- 2>&-", "<&- >&- 2>&-", ">/dev/full 2>/dev/full"]))
  func aRunThatCannotPrintIsKept(_ redirections: String) throws {
    let project = try TemporaryFolder.small()
    let outcome = try Self.run(["run", "small"], redirections, in: project)
    #expect(outcome.code == 1, "\(redirections)")
    if !redirections.contains("2>") {
      #expect(outcome.errors.contains("cannot write to standard output: "))
    }
    try Self.expectWhole(project)
  }

  @Test(arguments: TestTier.select(["2>&1"], exhaustive: ["", "2>&1"]))
  func aReaderThatLeavesIsNoFaultOfTheRun(_ redirections: String) throws {
    let project = try TemporaryFolder.small()
    #expect(try Self.codeWithoutReader(["run", "small"], redirections, in: project) == 0)
    try Self.expectWhole(project)
  }

  @Test(.exhaustive) func whatIsWorseThanAPassKeepsItsExitCode() throws {
    let project = try TemporaryFolder(scenarios: [
      ScenarioFile(more: "thresholds: { all-pins: [\"views-created <= 0\"] }")
    ])
    for redirections in [">/dev/full", ">&-", "2>&-", "2>/dev/full >/dev/full"] {
      try Self.run(["run", "small"], redirections, in: project).expect(2)
    }
    #expect(try Self.codeWithoutReader(["run", "small"], "2>&1", in: project) == 2)
    try Self.run(["run", "nothing"], ">/dev/full", in: project).expect(1)
    try Self.run(["nothing"], ">/dev/full 2>&-", in: project).expect(64)
  }

  @Test(
    .exhaustive,
    arguments: [["list"], ["list", "--json"], ["validate"], ["--help"], ["--version"]])
  func whatOnlyPrintsFailsWhereItCannot(_ arguments: [String]) throws {
    let project = try TemporaryFolder.small()
    for redirections in [">/dev/full", ">&-", ">&- 2>&-"] {
      #expect(try Self.run(arguments, redirections, in: project).code == 1, "\(redirections)")
    }
    for redirections in ["2>&-", "2>/dev/full", "<&-"] {
      let outcome = try Self.run(arguments, redirections, in: project)
      #expect(outcome.code == 0 && !outcome.output.isEmpty, "\(redirections)")
    }
    for redirections in ["", "2>&1"] {
      #expect(try Self.codeWithoutReader(arguments, redirections, in: project) == 0)
    }
  }

  @Test(.exhaustive) func commandsThatCompareGoOnToo() throws {
    let project = try TemporaryFolder.small()
    for folder in ["a", "b"] {
      try project.run("run small --out \(folder)").expect(0)
    }
    try project.run("baseline update b.json").expect(0)
    for command in [
      ["compare", "a", "b", "--out", "there"], ["baseline", "check", "b.json", "--out", "there"],
      ["gate", "--baseline", "b.json", "--out", "there"],
    ] {
      for (redirections, code) in [("2>&-", 0), (">&-", 1), (">/dev/full 2>/dev/full", 1)] {
        let outcome = try Self.run(command, redirections, in: project)
        #expect(outcome.code == code, "\(command[0]) \(redirections): \(outcome.errors)")
        #expect(try project.read("there/gate.md").hasPrefix("## "))
        #expect(
          try JSONSerialization.jsonObject(with: project.data("there/gate.json")) is [String: Any])
        try project.remove("there")
      }
    }
  }

  /// A worker that is started by hand ends as well, whatever its streams are.
  @Test(
    .exhaustive,
    arguments: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", ">/dev/full", ">/dev/full 2>/dev/full"])
  func aWorkerDoesNotTrap(_ redirections: String) throws {
    let outcome = try Self.run(
      ["worker", "--memory-limit", "500000000"], redirections,
      in: TemporaryFolder.small())
    #expect((0...1).contains(outcome.code))
    #expect(!outcome.errors.contains("NSCocoaErrorDomain"))
  }
}
