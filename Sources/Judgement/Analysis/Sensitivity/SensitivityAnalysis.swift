import Harness
import ScenarioModel
import Simulation
import Support

/// An analysis of a scenario: moves each parameter of its profile through the span that the
/// evidence leaves open, alone and together with all others, and finds the answers that change.
///
/// Replays are not timed. What a parameter cannot move is not replayed: a replay notes the
/// parameters that it reads.
public struct SensitivityAnalysis: Sendable {
  /// The extent of an analysis.
  public struct Options: Hashable, Sendable {
    /// The number of joint draws of all parameters.
    public var draws = 32
    /// The number of other seeds of the environment.
    public var seeds = 20
    /// The seed of the draws.
    public var seed: UInt64 = 1
    /// The number of halvings of a span to find the value at which an answer changes.
    public var halvings = 4
    /// Indicates whether parameters are moved that a replay reads. If not, only the costs of
    /// operations are moved, which takes no further replay.
    public var movesReplays = true

    /// Indicates whether the parameters of the input, which are what people and data do, are moved
    /// alone too. If not, the draws move them together with all others.
    public var movesInputAlone = true

    /// The standard extent.
    public init() {}
  }

  private let scenario: Scenario
  private let description: ScenarioDescription
  private let cases: [Case]
  private let options: Options

  /// Creates an analysis of a scenario's cases.
  public init(_ scenario: Scenario, cases: [Case], options: Options) {
    self.scenario = scenario
    let description = ScenarioDescription(scenario)
    self.description = description.with(metrics: description.metrics.filter(\.kind.isDeterministic))
    self.cases = cases
    self.options = options
  }

  /// Runs the analysis on a queue, which others may use at the same time.
  ///
  /// - Throws: ``Harness/HarnessError`` for faults of the tool, `CancellationError` when the task
  ///   is cancelled, ``SensitivityError`` if a case does not complete with the scenario as it is.
  package func run(on queue: EvaluationQueue) async throws -> ScenarioSensitivity {
    var table = try await nominalTable(queue)
    let nominal = Answers(table.results(at: .nominal, of: description))
    let spans = options.movesReplays ? table.spans : table.costSpans

    let alone =
      options.movesInputAlone ? spans : spans.filter { !$0.parameter.name.group.definesInput }
    let ends = alone.flatMap { span in span.ends.map { ParameterPoint([span.name: $0]) } }
    let draws = self.draws(of: spans)
    var random = SplitMix64(seed: options.seed)
    let seeds = (0..<options.seeds).map { _ in ParameterPoint(seed: random.next() >> 1) }
    try await evaluate(
      (ends + draws + seeds).map { (point: $0, answer: nil) }, into: &table, on: queue)
    let answersAtEnds = Dictionary(
      uniqueKeysWithValues: ends.map { point in
        (point, Answers(table.results(at: point, of: description)))
      })
    let flips = try await self.flips(
      of: nominal, spans: alone, at: answersAtEnds, table: &table, on: queue)

    func count(_ answer: Answer, in points: [Answers]) -> Int {
      points.count { nominal.outcomes[answer]?.holds(in: $0.outcomes[answer]) ?? false }
    }
    /// The number of draws in which each strategy reaches all criteria.
    func reached(_ answer: Answer, in points: [Answers]) -> [String: Int] {
      var counts: [String: Int] = [:]
      for outcome in points.compactMap({ $0.outcomes[answer] }) where outcome != .noneGoodEnough {
        for strategy in outcome.words { counts[strategy, default: 0] += 1 }
      }
      return counts
    }
    let drawn = draws.map { Answers(table.results(at: $0, of: description)) }
    let seeded = seeds.map { Answers(table.results(at: $0, of: description)) }
    let answers = nominal.order.compactMap { answer in
      nominal.outcomes[answer].map { outcome in
        AnswerSensitivity(
          answer: answer, outcome: outcome, draws: count(answer, in: drawn),
          seeds: count(answer, in: seeded),
          reached: answer.kind == .recommendation ? reached(answer, in: drawn) : nil,
          flips: (flips[answer] ?? []).sorted {
            ($0.distance, $0.parameter.rawValue) < ($1.distance, $1.parameter.rawValue)
          })
      }
    }
    return ScenarioSensitivity(
      scenario: scenario.name, naive: scenario.naive,
      profile: description.profile?.name ?? "", metrics: description.metrics,
      headlines: description.headlines.map(\.name),
      fingerprint: description.fingerprint,
      parameters: parameters(alone, answers: answers, table: table), answers: answers,
      dependencies: dependencies(alone, table: table),
      spans: valueSpans(draws: draws, seeds: seeds, table: table),
      swings: swings(alone, table: table), evaluations: table.count,
      drawnParameters: spans.count)
  }

  // MARK: - Evaluation

  private func nominalTable(_ queue: EvaluationQueue) async throws -> EvaluationTable {
    let lists = ordered(cases.map { job($0, at: [.nominal]) })
    var evaluations: [Case: Evaluation] = [:]
    for (jobs, outcomes) in zip(lists, try await queue.run(lists)) {
      for (job, outcome) in zip(jobs, outcomes) {
        switch outcome {
        case .evaluated(let found): evaluations[job.scenarioCase] = found.first
        case .broken(let status):
          throw SensitivityError(
            description: "\(job.scenarioCase): expected a replay that completes, found \(status); "
              + "'mappressure run' shows the case, and --strategies can leave it out")
        case .inspected, .measured: break
        }
      }
    }
    return EvaluationTable(cases: cases, nominal: evaluations, profile: description.profile)
  }

  /// Evaluates the cases that some points concern, where the table does not have them yet; for an
  /// answer, the cases that it is about.
  private func evaluate(
    _ requests: [(point: ParameterPoint, answer: Answer?)], into table: inout EvaluationTable,
    on queue: EvaluationQueue
  ) async throws {
    var jobs: [EvaluationPool.Job] = []
    for scenarioCase in cases {
      let points = requests.filter { $0.answer?.concerns(scenarioCase) ?? true }.map(\.point)
        .filter { table.isMissing($0, scenarioCase) }.uniqued()
      let replays = points.filter { table.needsReplay($0, scenarioCase) }
      let costs = points.filter { !table.needsReplay($0, scenarioCase) }
      if !costs.isEmpty { jobs.append(job(scenarioCase, at: costs)) }
      jobs += replays.map { job(scenarioCase, at: [$0]) }
    }
    let lists = ordered(jobs)
    for (jobs, outcomes) in zip(lists, try await queue.run(lists)) {
      for (job, outcome) in zip(jobs, outcomes) { table.add(outcome, of: job) }
    }
  }

  private func job(_ scenarioCase: Case, at points: [ParameterPoint]) -> EvaluationPool.Job {
    EvaluationPool.Job(scenario: scenario, scenarioCase: scenarioCase, work: .evaluate(points))
  }

  /// Lists of jobs that one process should do: the strategies of one size and variant at the same
  /// points have their data in common. The largest sizes come first, so that the processes end at
  /// about the same time.
  private func ordered(_ jobs: [EvaluationPool.Job]) -> [[EvaluationPool.Job]] {
    struct Key: Hashable {
      let configuration: Configuration
      let work: EvaluationPool.Work
    }
    let lists = Dictionary(grouping: jobs.enumerated()) {
      Key(configuration: $0.element.scenarioCase.configuration, work: $0.element.work)
    }.values
    return lists.sorted { first, second in
      let (size, other) = (first[0].element.scenarioCase.size, second[0].element.scenarioCase.size)
      return size == other ? first[0].offset < second[0].offset : size > other
    }.map { $0.map(\.element) }
  }

  private func draws(of spans: [ParameterSpan]) -> [ParameterPoint] {
    LatinHypercube(count: options.draws, dimensions: spans.count, seed: options.seed).points.map {
      coordinates in
      ParameterPoint(
        Dictionary(
          uniqueKeysWithValues: zip(spans, coordinates).map { ($0.name, $0.quantile($1)) }))
    }
  }

  // MARK: - Flips

  /// An interval of a parameter's values: the answer holds at one end, and not at the other.
  private struct Search {
    let answer: Answer
    let span: ParameterSpan
    var holding: Double
    var flipped: Double
    let end: Double
    var outcome: AnswerOutcome
  }

  private func flips(
    of nominal: Answers, spans: [ParameterSpan], at ends: [ParameterPoint: Answers],
    table: inout EvaluationTable, on queue: EvaluationQueue
  ) async throws -> [Answer: [Flip]] {
    var searches: [Search] = []
    for span in spans {
      for end in span.ends {
        guard let answers = ends[ParameterPoint([span.name: end])] else { continue }
        for answer in nominal.order {
          let outcome = answers.outcomes[answer]
          guard nominal.outcomes[answer]?.holds(in: outcome) == false else { continue }
          searches.append(
            Search(
              answer: answer, span: span, holding: span.value, flipped: end, end: end,
              outcome: outcome ?? .notAvailable))
        }
      }
    }
    for _ in 0..<options.halvings {
      let steps = searches.indices.compactMap {
        index -> (index: Int, middle: Double, point: ParameterPoint)? in
        let search = searches[index]
        return search.span.middle(search.holding, search.flipped).map {
          (index, $0, ParameterPoint([search.span.name: $0]))
        }
      }
      guard !steps.isEmpty else { break }
      try await evaluate(
        steps.map { (point: $0.point, answer: searches[$0.index].answer) }, into: &table, on: queue)
      var known: [ParameterPoint: Answers] = [:]
      for (index, middle, point) in steps {
        let answers = known[point] ?? Answers(table.results(at: point, of: description))
        known[point] = answers
        let answer = searches[index].answer
        let outcome = answers.outcomes[answer]
        if nominal.outcomes[answer]?.holds(in: outcome) ?? false {
          searches[index].holding = middle
        } else {
          searches[index].flipped = middle
          searches[index].outcome = outcome ?? .notAvailable
        }
      }
    }
    return Dictionary(grouping: searches, by: \.answer).mapValues { searches in
      searches.map { search in
        let parameter = search.span.parameter
        return Flip(
          parameter: search.span.name, value: parameter.unscaled(search.flipped),
          unit: parameter.unit, outcome: search.outcome,
          distance: abs(search.flipped - search.span.value) / abs(search.end - search.span.value))
      }
    }
  }

  // MARK: - Summaries

  private func parameters(
    _ spans: [ParameterSpan], answers: [AnswerSensitivity], table: EvaluationTable
  ) -> [ParameterSensitivity] {
    spans.map { span in
      ParameterSensitivity(
        parameter: span.parameter,
        flips: answers.count { $0.flips.contains { $0.parameter == span.name } },
        moved: cases.reduce(0) { sum, scenarioCase in
          let values = table.values(of: scenarioCase, at: .nominal)
          return sum + values.count { table.moves(span, $0.name, of: scenarioCase) }
        })
    }.sorted {
      ($0.flips, $0.moved, $1.parameter.name.rawValue)
        > ($1.flips, $1.moved, $0.parameter.name.rawValue)
    }
  }

  private func dependencies(
    _ spans: [ParameterSpan], table: EvaluationTable
  ) -> [MetricDependency] {
    // A replay that is not timed has no allocations.
    description.metrics.filter { metric in
      cases.contains { table.value(metric.name, of: $0, at: .nominal) != nil }
    }.map { metric in
      MetricDependency(
        metric: metric.name, kind: metric.kind,
        parameters: spans.filter { span in
          cases.contains { table.moves(span, metric.name, of: $0) }
        }.map(\.name))
    }
  }

  private func valueSpans(
    draws: [ParameterPoint], seeds: [ParameterPoint], table: EvaluationTable
  ) -> [ValueSpan] {
    let headlines = Set(description.headlines.map(\.name))
    return cases.flatMap { scenarioCase in
      description.metrics.compactMap { metric in
        func numbers(_ points: [ParameterPoint]) -> [Double] {
          points.compactMap { table.value(metric.name, of: scenarioCase, at: $0)?.number }
        }
        guard let value = table.value(metric.name, of: scenarioCase, at: .nominal)?.number
        else { return nil }
        let drawn = numbers(draws)
        let drawnSpan = drawn.allSatisfy { $0 == value } ? nil : Self.middle90(drawn.sorted())
        let seeded =
          metric.unit == .fraction
          ? SeedSpan(numbers(seeds), within: 0...1) : SeedSpan(numbers(seeds))
        guard
          drawnSpan != nil || !(seeded?.isOnly(value) ?? true) || metric.unit == .fraction
            || metric.role == .selections || headlines.contains(metric.name)
        else { return nil }
        return ValueSpan(
          scenarioCase: scenarioCase, metric: metric.name, value: value, draws: drawnSpan,
          seeds: seeded)
      }
    }
  }

  /// The 5th and the 95th percentile of ascending numbers.
  private static func middle90(_ sorted: [Double]) -> [Double]? {
    guard !sorted.isEmpty else { return nil }
    let last = Double(sorted.count - 1)
    return [sorted[Int((0.05 * last).rounded())], sorted[Int((0.95 * last).rounded())]]
  }

  private func swings(_ spans: [ParameterSpan], table: EvaluationTable) -> [Swing] {
    let headlines = description.headlines
    return spans.flatMap { span in
      cases.flatMap { scenarioCase in
        headlines.compactMap { metric in
          func number(_ value: Double) -> Double? {
            let point = value == span.value ? .nominal : ParameterPoint([span.name: value])
            return table.value(metric.name, of: scenarioCase, at: point)?.number
          }
          guard let value = number(span.value), let low = number(span.low),
            let high = number(span.high), low != value || high != value
          else { return nil }
          return Swing(
            parameter: span.name, scenarioCase: scenarioCase, metric: metric.name, value: value,
            low: low, high: high)
        }
      }
    }
  }
}

/// A reason why a scenario cannot be analysed: a case does not complete with the scenario as it is.
package struct SensitivityError: Error, Hashable, CustomStringConvertible {
  package let description: String
}
