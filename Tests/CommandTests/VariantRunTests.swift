import ScenarioModel
import TestSupport
import Testing

/// A small scenario with several variants and settings, through the executable.
@Suite(.blocking) struct VariantRunTests {
  private func project() throws -> TemporaryFolder {
    let judged = """
      thresholds:
        gesture-only:
          - { bound: "runaway-loops == 0", variant: residual }
          - { bound: "runaway-loops == 0", size: 3 }
      claims:
        - { id: loops, says: it loops, hypothesis: true, variant: residual, strategy: unguarded, metric: runaway-loops, at-least: 0 }
      """
    let loop = LoopScenario.text(
      fitting: "[exact, residual]", frames: 120, sizes: "[2, 3]", more: judged)
    return try TemporaryFolder(scenarios: [], files: ["Scenarios/loop.yaml": loop])
  }

  @Test func theListNamesTheVariants() async throws {
    let outcome = try await project().call("list loop")
    #expect(outcome.output.contains("\n  variants    exact, residual\n"))
  }

  @Test func theOutcomesOfEverySettingReachTheReport() throws {
    let project = try project()
    let outcome = try project.run("run loop --sizes 2 --out out").expect(0)
    let first = "loop  2 seconds of use: gesture-only; runaway loops* 0, "
    #expect(outcome.output.hasPrefix(first))
    #expect(outcome.output.contains("size 2: how many of 2 settings have each fault"))
    let report = try RunFolderFiles(project, "out").report
    #expect(report.contains("\n## Faults by setting\n"))
    #expect(report.contains("| Strategy | Settings with faults | Faults | Line of reasoning |"))
    #expect(report.contains("| runaway-loops == 0 | residual, size 2 | 0 | 0 | passed |"))
    #expect(report.contains("runaway-loops == 0: size 3 is not in this run"))
    let cases = try project.json("out/\(RunFolderFiles.results)").scenarios.list.flatMap {
      $0.cases.list
    }
    #expect(cases.map { $0.variant } == ["exact", "exact", "residual", "residual"])
    let strategies = cases.map { $0.strategy }
    #expect(strategies == ["unguarded", "gesture-only", "unguarded", "gesture-only"])
    #expect(cases.allSatisfy { $0.outcomes.list.count == 2 })
    // Nothing is left to measure, and what was inspected is known from the journal.
    try project.remove("out/\(RunFolderFiles.results)")
    let resumed = try project.run("run loop --sizes 2 --out out --resume")
    #expect(resumed.output == outcome.output)
  }
}
