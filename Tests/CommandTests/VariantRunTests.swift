import Foundation
import TestSupport
import Testing

/// A small scenario whose world has several variants and settings, through the executable.
@Suite(.blocking) struct VariantRunTests {
  private static let scenario = """
    scenario: loop
    title: A small loop
    family: region-updates
    data: { generator: cities, pins: 50, seed: 42 }
    device: { viewport: [200, 400], scale: 1, refresh: 60, profile: iphone-simulator }
    camera: { trace: pan-and-zoom, frames: 120, seed: 7 }
    map: { fitting: [exact, residual] }
    app: { delivery: [synchronous], animated: [false, true] }
    events: { location: 1, data: 1, commands: 1, seed: 3 }
    naive: unguarded
    strategies: [unguarded, gesture-only]
    sizes: [2, 3]
    trials: 1
    thresholds:
      gesture-only:
        - { bound: "runaway-loops == 0", variant: residual }
        - { bound: "runaway-loops == 0", size: 3 }
    claims:
      - { id: loops, says: it loops, hypothesis: true, variant: residual, strategy: unguarded, metric: runaway-loops, at-least: 0 }
    """

  private func project() throws -> TemporaryFolder {
    let project = try TemporaryFolder(scenarios: [])
    try project.write(Self.scenario, to: "Scenarios/loop.yaml")
    return project
  }

  @Test func theListNamesTheVariants() async throws {
    let outcome = try await Tool.call(["list", "loop"], in: project())
    #expect(outcome.output.contains("\n  variants    exact, residual\n"))
  }

  @Test func theOutcomesOfEverySettingReachTheReport() throws {
    let project = try project()
    let outcome = try Tool.mappressure.run(
      ["run", "loop", "--sizes", "2", "--out", "out"], in: project)
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix("loop, size 2: faults, and in how many of 2 settings\n"))
    let report = try RunFolderFiles(project, "out").report
    #expect(report.contains("\n## Faults by setting\n"))
    #expect(report.contains("| Strategy | Settings with faults | Faults | Line of reasoning |"))
    #expect(report.contains("| runaway-loops == 0 | residual, size 2 | 0 | 0 | passed |"))
    #expect(report.contains("runaway-loops == 0: size 3 is not in this run"))
    let json = try JSONDecoder().decode(Results.self, from: project.data("out/results.json"))
    #expect(
      json.scenarios.flatMap(\.cases).map { "\($0.variant) \($0.strategy) \($0.outcomes.count)" }
        == [
          "exact unguarded 2", "exact gesture-only 2", "residual unguarded 2",
          "residual gesture-only 2",
        ])
    // Nothing is left to measure, and what was inspected is known from the journal.
    try project.remove("out/results.json")
    let resumed = try Tool.mappressure.run(
      ["run", "loop", "--sizes", "2", "--out", "out", "--resume"], in: project)
    #expect(resumed.output == outcome.output)
  }

  private struct Results: Decodable {
    struct Scenario: Decodable {
      let cases: [Case]
    }

    struct Case: Decodable {
      struct Outcome: Decodable {
        let setting: String
      }

      let variant: String
      let strategy: String
      let outcomes: [Outcome]
    }

    let scenarios: [Scenario]
  }
}
