import Harness
import ScenarioModel
import Support

/// An analysis of a scenario: moves each parameter of its profile through the span that the
/// evidence leaves open, alone and together with all others, and finds the answers that change.
///
/// Replays are not timed. What a parameter cannot move is not replayed: a replay notes the
/// parameters that it reads.
public struct SensitivityAnalysis: Sendable {
  /// The extent of an analysis.
  public struct Options: Hashable, Sendable {
    /// The most people of the joint draws of all parameters. A quarter of them is drawn first, and further
    /// quarters for an answer that they might change; most people have several phones, a draw each.
    public var people = 32
    /// The factors by which the main thread's work takes longer than with the profile, on the
    /// slower phones for which the draws are repeated. A device may take 1 to 4 times as long as
    /// the simulator.
    public var slownesses = [1.5, 2, 3, 4]
    /// The number of other seeds of the environment.
    public var seeds = 20
    /// The seed of the draws.
    public var seed: UInt64 = 1
    /// The number of halvings of a span to find the value at which an answer changes.
    public var halvings = 4
    /// The parameters that are moved alone.
    public var alone = SensitivityResults.Alone.all
    /// The most pins whose replays are repeated with other people. Of more, only the costs of operations
    /// are drawn and moved, which takes no further replay.
    public var maxReplayedPins = 20_000

    /// The standard extent.
    public init() {}
  }

  private let scenario: Scenario
  private let description: ScenarioDescription
  private let cases: [Case]
  private var options: Options
  /// Called with the share of the work that is done, which grows.
  private let didReplay: @Sendable (Double) -> Void

  /// Creates an analysis of a scenario's cases.
  ///
  /// - Parameter didReplay: called with each replay that has ended, from any task: with the share of
  ///   the work that is done, of at most as much as there may be.
  public init(
    _ scenario: Scenario, cases: [Case], options: Options,
    didReplay: @escaping @Sendable (Double) -> Void = { _ in }
  ) {
    self.scenario = scenario
    self.didReplay = didReplay
    let description = ScenarioDescription(scenario)
    self.description = description.with(metrics: description.metrics.filter(\.kind.isDeterministic))
    self.cases = cases
    self.options = options
    if let slowness = description.profile?.slowness {
      self.options.slownesses = [slowness.upTo / slowness.factor].filter { $0 > 1 }
    }
  }

  /// Runs the analysis on a queue, which others may use at the same time.
  ///
  /// - Throws: ``Harness/HarnessError`` for faults of the tool, `CancellationError` when the task
  ///   is cancelled, ``SensitivityError`` if a case does not complete with the scenario as it is.
  package func run(on queue: EvaluationQueue) async throws -> ScenarioSensitivity {
    var table = try await nominalTable(queue, 0...shares.nominal)
    let nominal = Answers(table.results(of: description) { _ in .nominal })
    let alone = table.spans.filter { options.alone.includes($0.parameter) }
    let ends = alone.flatMap { span in span.ends.map { ParameterPoint([span.name: $0]) } }
    let ensemble = DrawEnsemble(table, options: options)
    let draws = options.people > 0 ? ensemble.batch(0) : []
    var random = SplitMix64(seed: options.seed)
    let seeds = (0..<options.seeds).map { _ in ParameterPoint(seed: random.next() >> 1) }
    try await evaluate(
      ends.map { end in
        let isPriced = ensemble.isPriced(end)
        return Request(point: end) { isPriced || isReplayed($0.size) }
      } + seeds.map { Request(point: $0) { isReplayed($0.size) } }, into: &table, on: queue,
      shares.nominal...shares.alone)
    let drawn = try await criteria(of: nominal, in: ensemble, into: &table, on: queue)
    let flips = try await self.flips(of: nominal, spans: alone, table: &table, on: queue)
    let sums = try await self.sums(drawn, in: ensemble, table: &table, on: queue)

    let drawnAnswers = draws.map { draw in
      Answers(table.results(of: description) { draw.point(isReplayed: isReplayed($0.size)) })
    }
    let seeded = seeds.map { seed in Answers(table.results(of: description) { _ in seed }) }
    func count(_ answer: Answer, in points: [Answers]) -> Int {
      points.count { nominal.outcomes[answer]?.holds(in: $0.outcomes[answer]) ?? false }
    }
    let answers = nominal.order.compactMap { answer in
      nominal.outcomes[answer].map { outcome in
        AnswerSensitivity(
          answer: answer, outcome: outcome, draws: count(answer, in: drawnAnswers),
          drawCount: draws.count,
          seeds: count(answer, in: seeded),
          drawn: answer.kind == .recommendation ? answer.size.flatMap { drawn[$0] } : nil,
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
      parameters: table.parameters(alone, changing: answers), answers: answers,
      dependencies: table.dependencies(of: description.metrics, on: alone),
      spans: table.valueSpans(
        of: description,
        draws: { own in draws.map { $0.point(isReplayed: isReplayed(own.size)) } },
        seeds: seeds),
      swings: table.swings(of: description.headlines, by: alone), sums: sums,
      evaluations: table.count)
  }

  // MARK: - Evaluation

  /// The counted and modelled results of the scenario as it is.
  ///
  /// - Throws: as ``run(on:)``.
  package func nominalResults(on queue: EvaluationQueue) async throws -> ScenarioResults {
    try await nominalTable(queue, 0...1).results(of: description) { _ in .nominal }
  }

  private func nominalTable(
    _ queue: EvaluationQueue, _ share: ClosedRange<Double>
  ) async throws -> EvaluationTable {
    let lists = ordered(cases.map { job($0, at: [.nominal]) })
    var evaluations: [Case: Evaluation] = [:]
    for (jobs, outcomes) in zip(lists, try await outcomes(of: lists, on: queue, share)) {
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

  /// The shares of the work that end with the replays of the scenario as it is, with the parameters
  /// that are moved alone, and with the draws; the halvings of spans are the rest.
  private var shares: (nominal: Double, alone: Double, draws: Double) {
    let alone = options.alone == .nothing && options.seeds == 0 ? 0.04 : 0.2
    return (0.04, alone, options.alone == .nothing ? 1 : 0.95)
  }

  /// Does jobs, and reports the share of all work that is done.
  private func outcomes(
    of lists: [[EvaluationPool.Job]], on queue: EvaluationQueue, _ share: ClosedRange<Double>
  ) async throws -> [[EvaluationPool.Outcome]] {
    var done = 0.0
    let step = (share.upperBound - share.lowerBound) / Double(max(lists.joined().count, 1))
    return try await queue.run(lists) { _, _ in
      done += 1
      didReplay(share.lowerBound + step * done)
    }
  }

  /// A point, and the cases that are wanted there.
  private struct Request {
    let point: ParameterPoint
    let isWanted: (Case) -> Bool
  }

  /// Evaluates cases at points, where the table does not have them yet.
  private func evaluate(
    _ requests: [Request], into table: inout EvaluationTable, on queue: EvaluationQueue,
    _ share: ClosedRange<Double>
  ) async throws {
    var jobs: [EvaluationPool.Job] = []
    for scenarioCase in cases {
      let points = requests.filter { $0.isWanted(scenarioCase) }.map(\.point)
        .filter { table.isMissing($0, scenarioCase) }.uniqued()
      // A replay is priced at all points that have it in common.
      let replays = Dictionary(grouping: points.enumerated()) {
        table.replayPart(of: $0.element, scenarioCase)
      }.values.sorted { $0[0].offset < $1[0].offset }
      jobs += replays.map { job(scenarioCase, at: $0.map(\.element)) }
    }
    let lists = ordered(jobs)
    let found = try await outcomes(of: lists, on: queue, share)
    for (jobs, outcomes) in zip(lists, found) {
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

  // MARK: - Draws

  /// The draws of the strategies to take, by size: of those sizes whose answer other draws might
  /// change, more of them.
  private func criteria(
    of nominal: Answers, in ensemble: DrawEnsemble, into table: inout EvaluationTable,
    on queue: EvaluationQueue
  ) async throws -> [Int: DrawnCriteria] {
    guard options.people > 0 else { return [:] }
    var counts = nominal.recommendations.mapValues { recommendation in
      DrawCounts(recommendation, of: description, spans: ensemble.spans)
    }
    var open = Set(counts.keys)
    for number in 0..<DrawEnsemble.maxBatches where !open.isEmpty {
      let batch = ensemble.batch(number)
      // Claims and thresholds have the first draws, too. Of a replay that serves all phones, the slower
      // ones are priced at once.
      let slower =
        ensemble.pricesSlowness ? options.slownesses.flatMap { ensemble.slower(batch, $0) } : []
      let spared = number == 0 ? [:] : counts.mapValues(\.outOfReach)
      let isDrawn = { (scenarioCase: Case) in
        spared[scenarioCase.size]?.contains(scenarioCase.strategy) != true
      }
      let part = (shares.draws - shares.alone) / Double(DrawEnsemble.maxBatches)
      let start = shares.alone + part * Double(number)
      let middle = start + (ensemble.pricesSlowness ? part : part / 2)
      try await evaluate(batch + slower, into: &table, on: queue, start...middle) { [open] in
        number == 0 || open.contains($0.size) && isDrawn($0)
      }
      count(batch, of: open, in: table, into: &counts)
      try await countSlower(
        batch, in: ensemble, of: open, isDrawn, into: &counts, &table, on: queue,
        middle...(start + part))
      open = open.filter { counts[$0]?.isSettled(after: number + 1) == false }
    }
    return counts.mapValues(\.criteria)
  }

  /// Evaluates draws on slower phones, as long as a strategy is good enough on them, and counts them.
  private func countSlower(
    _ batch: [DrawEnsemble.Draw], in ensemble: DrawEnsemble, of sizes: Set<Int>,
    _ isDrawn: @escaping (Case) -> Bool, into counts: inout [Int: DrawCounts],
    _ table: inout EvaluationTable, on queue: EvaluationQueue, _ share: ClosedRange<Double>
  ) async throws {
    var start = share.lowerBound
    var sizes = sizes.filter { ensemble.pricesSlowness || isReplayed($0) }
    var evaluated: [Int: Set<Double>] = [:]
    while true {
      let next = sizes.reduce(into: [Double: Set<Int>]()) { next, size in
        guard let counts = counts[size], counts.isReached(at: 1) else { return }
        let slowness = ensemble.slowness(after: evaluated[size] ?? []) { counts.isReached(at: $0) }
        if let slowness { next[slowness, default: []].insert(size) }
      }
      sizes = next.values.reduce([]) { $0.union($1) }
      guard !sizes.isEmpty else { return }
      for (slowness, sizes) in next.sorted(by: { $0.key < $1.key }) {
        for size in sizes { evaluated[size, default: []].insert(slowness) }
        let slower = ensemble.slower(batch, slowness)
        // How many further ones there will be is not known.
        let end = (start + share.upperBound) / 2
        defer { start = end }
        try await evaluate(slower, into: &table, on: queue, start...end) {
          sizes.contains($0.size) && isDrawn($0)
        }
        count(slower, of: sizes, in: table, into: &counts)
      }
    }
  }

  private func evaluate(
    _ draws: [DrawEnsemble.Draw], into table: inout EvaluationTable, on queue: EvaluationQueue,
    _ share: ClosedRange<Double>, isWanted: @escaping (Case) -> Bool
  ) async throws {
    try await evaluate(
      [true, false].flatMap { replayed in
        draws.map { draw in
          Request(point: draw.point(isReplayed: replayed)) {
            isReplayed($0.size) == replayed && isWanted($0)
          }
        }
      }, into: &table, on: queue, share)
  }

  private func count(
    _ draws: [DrawEnsemble.Draw], of sizes: Set<Int>, in table: EvaluationTable,
    into counts: inout [Int: DrawCounts]
  ) {
    for size in sizes {
      for draw in draws {
        let point = draw.point(isReplayed: isReplayed(size))
        let results = table.results(of: description, size: size) { _ in point }
        counts[size]?.add(
          Recommendation(results, size: size), at: point,
          person: isReplayed(size) ? draw.person : nil)
      }
    }
  }

  private func isReplayed(_ size: Int) -> Bool {
    description.sizeLabel != "pins" || size <= options.maxReplayedPins
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
    of nominal: Answers, spans: [ParameterSpan], table: inout EvaluationTable,
    on queue: EvaluationQueue
  ) async throws -> [Answer: [Flip]] {
    func answers(at point: ParameterPoint) -> Answers {
      Answers(table.results(of: description) { _ in point })
    }
    var searches: [Search] = []
    for span in spans {
      for end in span.ends {
        let answers = answers(at: ParameterPoint([span.name: end]))
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
        steps.map { step in
          Request(point: step.point, isWanted: searches[step.index].answer.concerns)
        }, into: &table, on: queue, shares.draws...1)
      var known: [ParameterPoint: Answers] = [:]
      for (index, middle, point) in steps {
        let answers = known[point] ?? answers(at: point)
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

  // MARK: - Sums

  /// The times and the memory of the naive strategy and of the answer's, as sums of costs.
  private func sums(
    _ drawn: [Int: DrawnCriteria], in ensemble: DrawEnsemble, table: inout EvaluationTable,
    on queue: EvaluationQueue
  ) async throws -> [NumberSum] {
    let results = table.results(of: description) { _ in .nominal }
    let answers = results.recommendations(drawn: drawn).map { [$0.size: $0.strategy] }
    let taken = cases.filter { scenarioCase in
      scenarioCase.strategy == scenario.naive
        || answers.contains { $0[scenarioCase.size] == scenarioCase.strategy }
    }
    let metrics = description.summedMetrics
    guard !answers.isEmpty, !metrics.isEmpty else { return [] }
    let spans = table.costSpans
    try await evaluate(
      spans.map { Request(point: NumberSum.point($0), isWanted: taken.contains) }, into: &table,
      on: queue, shares.draws...1)
    return taken.flatMap { scenarioCase in
      metrics.compactMap { NumberSum($0, of: scenarioCase, spans: spans, in: table) }
    }
  }
}

/// A reason why a scenario cannot be analysed: a case does not complete with the scenario as it is.
package struct SensitivityError: Error, Hashable, CustomStringConvertible {
  package let description: String
}
