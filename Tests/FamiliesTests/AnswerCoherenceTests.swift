import Answers
import Families
import Guides
import Harness
import Reporting
import ScenarioModel
import TestSupport
import Testing

/// One question has one answer: whatever prints it.
@Suite struct AnswerCoherenceTests {
  /// A small environment of a family, with the seed of its data, its camera and its people.
  struct Input: Sendable, CustomTestStringConvertible {
    let environment: SmallEnvironment
    let seed: UInt64

    var testDescription: String { "\(environment.family), seed \(seed)" }
  }

  /// Of each family that answers.
  static let inputs: [Input] = {
    let environments = SmallEnvironment.all.filter {
      !(FamilyRegistry.standard[$0.family]?.description.criteria.isEmpty ?? true)
    }
    return (1...TestTier.select(1, exhaustive: 12)).flatMap { seed in
      environments.map { Input(environment: $0, seed: UInt64(seed)) }
    }
  }()

  /// The results of all inputs: each is evaluated once.
  private static let all = Dictionary(
    uniqueKeysWithValues: inputs.map { input in
      (input.testDescription, Result { try evaluated(input) })
    })

  private func results(_ input: Input) throws -> RunResults {
    try #require(Self.all[input.testDescription]).get()
  }

  /// - Parameter outOfMemory: the strategies that exceed the memory limit.
  private static func evaluated(
    _ input: Input, outOfMemory: Set<String> = []
  ) throws -> RunResults {
    let folder = try TemporaryFolder()
    let folders = try folder.trialFolders()
    let scenario = try input.environment.scenario(in: folder)
    let evaluator = try ScenarioEvaluator(ScenarioText(scenario), families: .standard)
    let records = try scenario.cases.map { scenarioCase -> TrialRecord in
      let key = TrialKey(scenarioCase: scenarioCase, kind: .inspection)
      if outOfMemory.contains(scenarioCase.strategy) {
        return TrialRecord(key: key, status: .outOfMemory(limit: 1))
      }
      return TrialRecord(
        key: key, status: .completed,
        values: try evaluator.evaluation(
          of: scenarioCase, at: ParameterPoint(seed: input.seed), folders: folders
        ).values)
    }
    return RunResults(
      plan: try Plan(scenarios: [scenario], selection: RunSelection(trials: 0)), records: records,
      origin: RunOrigin(provenance: .current(commit: "none"), command: "run sample"))
  }

  /// Draws as an analysis has them: here any numbers that differ between strategies.
  private func drawn(_ results: ScenarioResults, seed: UInt64) -> [Int: DrawnCriteria] {
    let shares = results.strategies.enumerated().map { index, name in
      (name, (index * 7 + Int(seed) * 5) % 33)
    }
    return Dictionary(
      uniqueKeysWithValues: Set(results.configurations.map(\.size)).map {
        (
          $0,
          DrawnCriteria([
            CriteriaStep(
              draws: DrawTally(count: 32, reached: Dictionary(uniqueKeysWithValues: shares)))
          ])
        )
      })
  }

  /// Each number of an answer says whether it is counted, measured or modelled.
  @Test(arguments: inputs) func eachNumberOfAnAnswerHasItsKind(input: Input) throws {
    let scenario = try #require(results(input).scenarios.first)
    for advice in scenario.advice(scenario.recommendations(drawn: drawn(scenario, seed: 3))) {
      let texts =
        [advice.reason, advice.missed, advice.justMet, advice.trade, advice.consequence]
        .compactMap(\.self) + advice.differences(isBetter: true)
        + advice.differences(isBetter: false) + advice.alternatives + advice.refused
      let (numbers, kinds) = (
        #/\d (ms|s|%|MB|KB|µs)\b| instead of /#, #/modelled|measured|counted|draws/#
      )
      for text in texts where text.contains(numbers) {
        #expect(text.contains(kinds), "\(text)")
      }
    }
  }

  @Test(arguments: inputs) func allOutputsHaveOneAnswer(input: Input) throws {
    let results = try results(input)
    let scenario = try #require(results.scenarios.first)
    let verdict = RunVerdict(results)
    let answers = try #require(verdict[scenario.scenario.name]).recommendations
    let advice = try #require(scenario.advice(answers).last)
    #expect(answers == scenario.recommendations())
    let early = try #require(AdviceList.line(scenario, width: 1_000))
    #expect(early.contains("\(advice.load): \(advice.labelled(advice.strategy))"))
    let report = MarkdownReport.text(results, verdict: verdict)
    #expect(report.contains("| \(advice.labelled("`\(advice.strategy)`")) |"))
    let page = PageReport(results, verdict: verdict) { _ in nil }.text
    #expect(try page().contains("<p class=\"lead\">\(advice.sentence).</p>"))
    let json = try SortedJSON.text(of: answers, named: "the answers")
    #expect(json.contains("\"state\" : \"\(advice.recommendation.state.name)\""))
    #expect(json.contains("\"strategy\" : \"\(advice.strategy)\""))
  }

  @Test(arguments: inputs)
  func whatIsTakenReachesEverythingAndTheChecklistFailsNone(input: Input) throws {
    let results = try results(input)
    let scenario = try #require(results.scenarios.first)
    let checklist = try Checklist.standard(.standard)
    for drawn in [[:], drawn(scenario, seed: input.seed)] {
      let verdict = RunVerdict(results, drawn: [scenario.scenario.name: drawn])
      for answer in try #require(verdict[scenario.scenario.name]).recommendations {
        switch answer.state {
        case .take, .either, .nearest, .depends, .open, .leads:
          // Every criterion has a number.
          #expect(answer.values.count == scenario.scenario.family?.criteria.count)
          #expect((answer.state == .leads) == (answer.drawn == nil))
          if let draws = answer.drawn, answer.isTaken {
            #expect(draws.draws.share(of: answer.strategy) >= 0.8 || answer.state == .nearest)
          }
        case .noneGoodEnough: #expect(!answer.missed.isEmpty)
        case .comparesOnly, .notDecided: break
        }
        if answer.state == .leads { #expect(answer.missed.isEmpty) }
      }
      let taken = Set(
        try #require(verdict[scenario.scenario.name]).recommendations.filter {
          ($0.isTaken || $0.state == .leads) && $0.missed.isEmpty
        }
        .map(\.size))
      for point in ChecklistVerdict(checklist, of: results, verdict: verdict).points {
        for finding in point.findings where taken.contains(finding.scenarioCase.size) {
          #expect(finding.holds != false, "\(point.point.id): \(finding)")
        }
      }
    }
  }

  /// The first line and the JSON of 'advise' have the answer of the run, and a naive strategy that
  /// exceeds the memory does not fail it.
  @Test(arguments: inputs.filter { $0.environment.family == "annotations" })
  func adviseHasTheAnswerOfTheRun(input: Input) throws {
    func text(_ pins: PinsAnswer) throws -> ComponentAdviceText {
      var facts = AppFacts()
      facts.annotations = pins.size
      return ComponentAdviceText(
        ComponentAdvice(facts, rules: try DecisionRule.standard()), answer: pins, stacked: nil,
        folder: nil)
    }
    let pins = PinsAnswer(try results(input), sensitivity: nil)
    let answer = try #require(pins.recommendation)
    let first = try #require(try text(pins).document.text.split(separator: "\n").first)
    #expect(first.contains(answer.strategy), "\(first)")
    let json = try SortedJSON.text(of: text(pins), named: "the answer")
    #expect(json.contains("\"state\" : \"\(answer.state.name)\""))
    #expect(json.contains("\"strategy\" : \"\(answer.strategy)\""))
    try #require(answer.strategy != "all-pins")
    let broken = PinsAnswer(try Self.evaluated(input, outOfMemory: ["all-pins"]), sensitivity: nil)
    #expect(broken.verdict.exitCode == .caseBroken)
    #expect(try text(broken).exitCode == .pass)
  }

  /// A hang is a freeze, moving or not.
  @Test(arguments: inputs) func aHangingFrameIsAFreezeOfItsLength(input: Input) throws {
    for result in try results(input).cases {
      guard let freeze = result[metric: "longest-freeze"]?.number,
        let longest = result[metric: "modelled-frame-time-max"]?.number,
        let hanging = result[metric: "hanging-frames"]?.number, hanging > 0
      else { continue }
      #expect(freeze >= longest, "\(result.scenarioCase)")
    }
  }

  /// Silence is no cure: an answer has to say something.
  @Test func nearlyAllInputsEndInAnAnswer() throws {
    let answers = try Self.inputs.flatMap { input in
      try results(input).scenarios.flatMap { $0.recommendations() }
    }
    let decided = answers.count { !$0.isUndecided }
    #expect(decided * 10 >= answers.count * 9, "\(decided) of \(answers.count)")
    #expect(answers.count >= Self.inputs.count)
  }
}
