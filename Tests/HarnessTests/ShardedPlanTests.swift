import Harness
import ScenarioModel
import Testing

@Suite struct ShardedPlanTests {
  private static let counts = 1...ShardedWork.variants

  @Test(arguments: counts) func everyTrialIsOneShards(_ count: Int) throws {
    let work = try ShardedWork()
    let whole = try work.plan()
    let parts = try work.plans(count)
    #expect(parts.allSatisfy { !$0.trials.isEmpty })
    let trials = parts.flatMap(\.trials)
    #expect(trials.count == whole.trials.count)
    #expect(Set(trials) == Set(whole.trials))
    #expect(parts.flatMap(\.cases).count == whole.cases.count)
    for part in parts {
      // In the order of the whole, and no trial without its case.
      let own = Set(part.trials)
      #expect(part.trials == whole.trials.filter { own.contains($0) })
      #expect(Set(part.trials.map(\.scenarioCase)) == Set(part.cases))
      #expect(part.scenarios.map(\.name) == part.cases.map(\.scenario).uniquedInOrder)
    }
  }

  @Test(arguments: counts) func aVariantStaysWhole(_ count: Int) throws {
    let work = try ShardedWork()
    let whole = try work.plan()
    for part in try work.plans(count) {
      let units = Set(part.cases.map { [$0.scenario, $0.variant] })
      #expect(part.cases == whole.cases.filter { units.contains([$0.scenario, $0.variant]) })
    }
  }

  @Test(arguments: counts) func dealsTheSameWayEachTime(_ count: Int) throws {
    let first = try ShardedWork().plans(count).map(\.trials)
    #expect(try ShardedWork().plans(count).map(\.trials) == first)
  }

  @Test func theOnlyShardIsTheWhole() throws {
    let work = try ShardedWork()
    let whole = try work.plan()
    let only = try work.plan(Shard(index: 1, of: 1))
    #expect(only.trials == whole.trials && only.cases == whole.cases)
    #expect(whole.shard == nil)
    #expect(only.shard?.description == "1/1")
  }

  /// 16, 14, 12, 10 and 8 trials.
  @Test(arguments: [
    (2, [["a", "d", "e"], ["b", "c"]]), (3, [["a"], ["b", "e"], ["c", "d"]]),
    (4, [["a"], ["b"], ["c"], ["d", "e"]]),
  ]) func theNextGreatestGoesWhereTheLeastIs(_ count: Int, _ expected: [[String]]) throws {
    // Their own order does not decide.
    for names in [["a", "b", "c", "d", "e"], ["d", "a", "e", "c", "b"]] {
      let scenarios = try names.map { name in
        let trials = ["a": 7, "b": 6, "c": 5, "d": 4, "e": 3][name] ?? 0
        return try SmallScenario(name: name, trials: trials).scenario()
      }
      let dealt = try (1...count).map { index in
        try Plan(
          scenarios: scenarios, selection: RunSelection(), shard: Shard(index: index, of: count)
        ).scenarios.map(\.name).sorted()
      }
      #expect(dealt == expected)
    }
  }

  @Test(arguments: [7, 8, Int.max]) func saysHowManyShardsThereCanBe(_ count: Int) throws {
    for index in [1, 7, count] {
      let error = try #require(throws: PlanError.self) {
        try ShardedWork().plan(Shard(index: index, of: count))
      }
      #expect(error.description.hasPrefix("expected at most 6 shards, found \(count)"))
    }
  }

  @Test func aSelectionIsDealtAsItIs() throws {
    let selection = RunSelection(strategies: ["allocates"], sizes: [3], trials: 1, seed: 4)
    var work = try ShardedWork()
    work.selection = selection
    let parts = try work.plans(6)
    #expect(Set(parts.flatMap(\.trials)) == Set(try work.plan().trials))
    #expect(parts.allSatisfy { $0.selection == selection })
  }
}

extension Array where Element: Hashable {
  /// Each element once, at its first place; another way than the plan's.
  fileprivate var uniquedInOrder: [Element] {
    reduce(into: []) { result, element in
      if !result.contains(element) { result.append(element) }
    }
  }
}
