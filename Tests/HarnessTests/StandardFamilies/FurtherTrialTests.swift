import Families
import Harness
import ScenarioModel
import TestSupport
import Testing

/// A strategy's own work is measured until trials agree that it takes too long.
@Suite(.blocking) struct FurtherTrialTests {
  /// On a phone that is a million times as slow every strategy's does.
  @Test(arguments: [(1_000_000.0, 3), (0.001, 1)])
  func workThatTakesTooLongIsMeasuredAgain(factor: Double, trials: Int) async throws {
    let folder = try TemporaryFolder()
    var profile = ProfileText(basedOn: "iphone-simulator")
    profile.set("machine-factor", factor, "ratio")
    try folder.write(profile.text, to: "phone.yaml")
    let small = SmallScenario(
      family: "annotations", strategies: ["all-pins", "grid-clusters"], trials: 1,
      body: """
        data: { generator: cities, pins: 30, seed: 42 }
        device: { viewport: [80, 120], scale: 1, refresh: 60, profile: phone.yaml }
        camera: { trace: pan-and-zoom, frames: 12, seed: 7 }
        """)
    let scenario = try Scenario(
      yaml: small.text, file: try folder.write(small.text, to: "small.yaml"), families: .standard)
    let plan = try Plan(scenarios: [scenario], selection: RunSelection())
    let coordinator = Coordinator(
      plan: plan, program: .worker(at: BuiltProduct.faultyStrategies), limits: .ofTests(),
      folder: folder.file("run"), width: 1)
    let records = try await coordinator.run(.fresh) { _ in }
    for scenarioCase in plan.cases {
      let kinds = records.map(\.key).filter { $0.scenarioCase == scenarioCase }.map(\.kind)
      #expect(kinds == [.inspection] + (1...trials).map { .measurement($0) })
    }
    // They are recorded as the others are, and a resumed run has no more of them.
    let resumed = try await coordinator.run(.resume) { _ in }
    #expect(Set(resumed) == Set(records))
    let results = try #require(
      JournaledRun(folder: folder.file("run")).results(of: [scenario]).scenarios.first)
    let bounds = results.scenario.ownWork(of: "")
    for result in results.cases {
      if case .beyond = OwnWork(result, bounds: bounds) {
        #expect(trials == 3)
      } else {
        #expect(OwnWork(result, bounds: bounds) == .within && trials == 1)
      }
    }
  }
}
