import Platform
import ScenarioModel
import Support
import TestSupport
import Testing

/// The rules that hold for each family, in its small environment: with each strategy and in each
/// variant in `make test-all`, with few of them in `make test`.
@Suite struct FamilyWalkTests {
  /// The families whose replays count from zero, which is a number.
  private static let counting: Set = [
    "annotations", "missing-pins", "annotation-updates", "map-screens", "server-clusters",
  ]

  @Test(arguments: SmallEnvironment.all)
  func itsFactsAndVariantsHaveDifferentNames(environment: SmallEnvironment) throws {
    let workload = try environment.trial().scenario.workload
    for fact in workload.facts { #expect(!fact.name.isEmpty && !fact.value.isEmpty, "\(fact)") }
    #expect(Set(workload.facts.map(\.name)).count == workload.facts.count)
    let variants = workload.variants
    #expect(variants == [""] || !variants.contains(""))
    #expect(Set(variants).count == variants.count)
  }

  /// Whatever parameters it needs, those of an app alone are not enough.
  @Test(arguments: SmallEnvironment.all)
  func aProfileWithoutItsParametersIsRefused(environment: SmallEnvironment) throws {
    let groups = try environment.trial().scenario.workload.profileGroups
    let app = ProfileText().setting(["hang-threshold": (250, "ms"), "watchdog": (10, "s")])
    let error = try #require(throws: InputError.self) { try environment.trial(profile: app) }
    let beginning = "error: profile: expected a profile with the parameters of "
    #expect(groups.contains { "\(error)".contains("\(beginning)\($0.noun): ") }, "\(error)")
    #expect("\(error)".contains("; the profile test has none of them, found 'profile.yaml'"))
  }

  // MARK: - A case

  /// The counted and modelled values are the same whatever a case is replayed for, and whatever the
  /// replays of other cases have made.
  @Test(arguments: SmallEnvironment.all)
  func aCaseHasTheSameValuesForEachPurpose(environment: SmallEnvironment) throws {
    let trial = try environment.trial()
    let (workload, metrics) = (trial.scenario.workload, trial.scenario.family.metrics)
    let shared = SharedValues()
    for scenarioCase in TestTier.sample(trial.scenario.cases, 2) {
      func session(_ purpose: ReplayRequest.Purpose) throws -> ReplaySession {
        try workload.session(
          ReplayRequest(
            scenarioCase, for: purpose,
            folders: TrialFolders(own: trial.folder.makeFolder(), shared: trial.shared),
            sharing: purpose == .evaluation ? shared : SharedValues()))
      }
      let replay = try session(.trial).replay
      let trialValues = try TrialValues(replay)
      let values = trialValues.deterministic(of: metrics)
      func expectSame(_ found: [NamedValue], _ purpose: ReplayRequest.Purpose) {
        let differences = values.filter { !found.contains($0) }.map { value in
          "\(value), not \(found.filter { $0.name == value.name })"
        }
        #expect(differences == [], "\(purpose) of \(scenarioCase)")
      }
      #expect(values.contains { $0.value.number != nil }, "\(scenarioCase)")
      expectSame(try TrialValues(session(.trial).replay).all, .trial)

      let platform = workload.platform(of: scenarioCase.variant)
      expectSame(
        try session(.evaluation).evaluate().values(under: #require(platform.profile)), .evaluation)

      // As a worker inspects: where the inspection has no results, the replay follows.
      let inspected = try session(.inspection)
      let inspection = try inspected.inspect(trial.folder.makeFolder())
      inspected.replay.reset()
      expectSame(try inspection.results ?? TrialValues(inspected.replay).all, .inspection)
      #expect((trialValues.all + inspection.values).map(\.name) == metrics.map(\.name))

      let warmUp = try session(.warmUp).replay
      // A warm-up of visits has two, also where the trial has one.
      #expect(warmUp.frameCount <= max(replay.frameCount, 2), "\(scenarioCase)")
      let warmedUp = try TrialValues(warmUp).all
      #expect(warmedUp.map(\.name) == trialValues.all.map(\.name))
      #expect(warmedUp.contains { $0.value.number != nil }, "\(scenarioCase)")
    }
  }

  @Test(arguments: SmallEnvironment.all)
  func theSmallestCaseWorks(environment: SmallEnvironment) throws {
    let trial = try environment.trial()
    // Some environments need more than one: as many pins as move.
    let size = try #require(
      (1...20).first { (try? trial.scenario.workload.check(sizes: [$0])) != nil })
    for strategy in TestTier.sample(trial.scenario.strategies, 2) {
      let values = try trial.run(strategy, size: size).all
      #expect(values.contains { $0.value.number != nil }, "\(strategy)")
      for value in values { #expect(value.value.number?.isFinite != false, "\(value)") }
    }
  }

  /// A frame that has been shown and has not ended is not recorded.
  @Test(arguments: SmallEnvironment.all)
  func whatWasNotReplayedHasReasonsInsteadOfNumbers(environment: SmallEnvironment) throws {
    let trial = try environment.trial()
    for strategy in TestTier.sample(trial.scenario.strategies, 1) {
      let replay = try trial.prepare(strategy)
      try replay.build()
      try replay.showFrame(0)
      let values = replay.results()
      let reasons = values.compactMap(\.value.reason)
      #expect(!reasons.isEmpty && !reasons.contains(""), "\(strategy)")
      #expect(
        reasons.count == values.count || Self.counting.contains(environment.family), "\(strategy)")
      replay.frameDidEnd(0)
      #expect(replay.results().map(\.name) == values.map(\.name))
      #expect(replay.results().contains { $0.value.number != nil }, "\(strategy)")
    }
  }

  @Test(arguments: SmallEnvironment.all)
  func anUnknownNameIsAnError(environment: SmallEnvironment) throws {
    let trial = try environment.trial()
    #expect { try trial.prepare("nonsense") } throws: {
      "\($0)" == "the family has no strategy 'nonsense'; 'mappressure list' names the strategies"
    }
    let known = trial.scenario.workload.variants
    #expect { try trial.prepare(trial.scenario.naive, variant: "nonsense") } throws: {
      "\($0)"
        == (known == [""]
          ? "the scenario has no variants, found 'nonsense'; leave it out"
          : "the scenario has no variant 'nonsense'; expected one of "
            + "\(known.joined(separator: ", ")): give one of them, or add it to the scenario's file")
    }
  }

  // MARK: - Seeds

  @Test(arguments: SmallEnvironment.all)
  func anotherSeedChangesTheSeedsAlone(environment: SmallEnvironment) throws {
    let workload = try environment.trial().scenario.workload
    let before = workload.seeds
    let reseeded = workload.reseeded(9)
    #expect(!before.isEmpty && !before.contains { $0.seed == 9 })
    #expect(reseeded.seeds.map(\.name) == before.map(\.name))
    #expect(reseeded.seeds.allSatisfy { $0.seed == 9 })
    #expect(reseeded.unseeded == workload.unseeded)
    #expect(workload.seeds.map(\.seed) == before.map(\.seed), "the original keeps its seeds")
  }

  @Test(arguments: SmallEnvironment.all)
  func aSeedDecidesTheValues(environment: SmallEnvironment) throws {
    let trial = try environment.trial()
    let scenario = trial.scenario
    let scenarioCase = trial.scenarioCase(scenario.naive, size: scenario.sizes.last)
    func values(in workload: any Workload) throws -> [NamedValue] {
      try TrialValues(workload.prepare(scenarioCase, folders: trial.folder.trialFolders()))
        .deterministic(of: scenario.family.metrics)
    }
    let original = try values(in: scenario.workload)
    let other = try values(in: scenario.workload.reseeded(9))
    #expect(try values(in: scenario.workload.reseeded(9)) == other)
    #expect(try values(in: scenario.workload.reseeded(10).reseeded(9)) == other)
    // One of a few seeds, as two may have the same values in so small an environment.
    let seeds: [UInt64] = [10, 11, 12]
    let isDecided =
      try other != original
      || seeds.contains { try values(in: scenario.workload.reseeded($0)) != original }
    #expect(isDecided)
  }
}

extension Workload {
  /// The description of the environment, without its seeds.
  fileprivate var unseeded: [String] {
    let described = facts.map { $0.name + ": " + $0.value.replacing(/seed \d+/, with: "seed") }
    return described + variants + inputFiles + profileGroups.map { "\($0)" } + ["\(maxSize)"]
  }
}
