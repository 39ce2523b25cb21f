import Harness
import ScenarioModel
import TestSupport
import Testing

@Suite struct WorkFingerprintTests {
  private func fingerprint(
    _ scenarios: [Scenario], _ selection: RunSelection = RunSelection(), shard: Shard? = nil
  ) throws -> RunFingerprint {
    RunFingerprint(try Plan(scenarios: scenarios, selection: selection, shard: shard))
  }

  @Test func allShardsAreOfTheSameWork() throws {
    let work = try ShardedWork()
    let whole = RunFingerprint(try work.plan())
    for count in 1...6 {
      for part in try work.plans(count) { #expect(RunFingerprint(part) == whole) }
    }
  }

  @Test func theFolderIsNoPartOfTheWork() throws {
    let here = try fingerprint([SmallScenario().scenario(file: "Scenarios/small.yaml")])
    #expect(try fingerprint([SmallScenario().scenario(file: "/elsewhere/b.yaml")]) == here)
  }

  @Test func whatIsDoneIs() throws {
    let scenario = try SmallScenario().scenario()
    let other = try SmallScenario(name: "other").scenario()
    let selections = [
      RunSelection(trials: 3), RunSelection(sizes: [31]), RunSelection(strategies: ["plain"]),
      RunSelection(seed: 1), RunSelection(seed: 2),
    ]
    let works =
      try [
        [scenario], [SmallScenario(frames: 13).scenario()], [scenario, other], [other, scenario],
      ].map { try fingerprint($0) } + selections.map { try fingerprint([scenario], $0) }
    #expect(Set(works).count == works.count)
  }

  @Test func theContentsOfDataFilesAreAndNotTheirPlace() throws {
    let small = SmallScenario(items: "{ file: items.txt }")
    let text = (0..<30).map { "\($0)\n" }.joined()
    let first = try TemporaryFolder()
    let second = try TemporaryFolder()
    for folder in [first, second] { try folder.write(text, to: "items.txt") }
    let original = try fingerprint([small.scenario(file: first.file("small.yaml"))])
    #expect(try fingerprint([small.scenario(file: second.file("small.yaml"))]) == original)
    try second.write(text + "1\n", to: "items.txt")
    #expect(try fingerprint([small.scenario(file: second.file("small.yaml"))]) != original)
  }
}
