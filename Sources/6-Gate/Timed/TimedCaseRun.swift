import Harness
import ScenarioModel
import Support

/// A run of pairs of one case, from look to look, until every part of it is decided.
struct TimedCaseRun {
  let pairedCase: PairedCase
  let options: TimedGateOptions
  private let tolerances: [Tolerance]
  private let pair: ProcessPair
  private var generator: SplitMix64
  /// Empty until the costs of the case are known.
  private var parts: [TimedPart] = []
  private var status = CaseComparison.Status.compared
  /// The end of a base that broke in a pair: parts that are not decided by then stay so.
  private var baseFault: TrialStatus?
  /// The verdicts on parts that are not timed.
  private var notGated: [MetricVerdict] = []
  private var pairs = 0
  private var confirmingPairs = 0
  private var confirmed: [PairPart: [PairStatistic: MetricVerdict]] = [:]
  private var duration = Duration.zero
  /// The time of the pairs before fresh ones.
  private var pairTime = Duration.zero
  /// The observation of the machine since the first look; `nil` before it.
  private var watch: MachineLoad.Watch?
  private var load: MachineLoad?
  /// The reason why the case was not timed; `nil` where it was.
  private var leftOut: String?

  init(_ pairedCase: PairedCase, options: TimedGateOptions, tolerances: [Tolerance], seed: UInt64) {
    self.pairedCase = pairedCase
    self.options = options
    self.tolerances = tolerances
    pair = ProcessPair(pairedCase, limits: options.limits)
    generator = SplitMix64(seed: seed)
  }

  /// Leaves the case without a verdict.
  mutating func leaveOut(why: String) { leftOut = why }

  /// Indicates whether there was no look at the case yet.
  var isNew: Bool { watch == nil }

  /// Indicates whether further pairs may decide an undecided part.
  var isOpen: Bool {
    isNew || status == .compared && baseFault == nil && parts.contains { !$0.isDecided }
  }

  /// The width of the widest interval that decides nothing yet.
  var width: Double { parts.filter { !$0.isDecided }.map(\.width).max() ?? 0 }

  /// The number of pairs at the next look.
  private var nextLook: Int { parts.first?.rule.looks.first { $0 > pairs } ?? pairs }

  /// The estimated seconds until the next look; there must have been one before.
  var secondsToNextLook: Double {
    duration / .seconds(1) / Double(max(1, pairs)) * Double(nextLook - pairs)
  }

  /// Runs pairs until the next look at the parts that are not decided.
  ///
  /// The number of pairs is planned by what they should take. Where a busy machine takes longer, the
  /// case's own time ends, and this look is the last one.
  mutating func look() async throws {
    let start = ContinuousClock.now
    let watch = self.watch ?? MachineLoad.Watch()
    self.watch = watch
    defer {
      duration += ContinuousClock.now - start
      load = watch.load(waiting: waiting)
    }
    if parts.isEmpty { try await begin() }
    let firstPair = SuspendingClock.now
    let before = pairTime
    let goal = nextLook
    while pairs < goal, parts.contains(where: { !$0.isDecided }) {
      let open = parts.indices.filter { !parts[$0].isDecided }
      guard let record = try await record(open.map { parts[$0].plan }) else { return }
      pairs += 1
      for (part, times) in zip(open, record.parts) { try parts[part].add(times) }
      pairTime = before + (SuspendingClock.now - firstPair)
      if pairs >= PairedTestRule.minPairs, pairTime > .seconds(options.secondsPerCase) {
        return try end()
      }
    }
  }

  /// Plans the pairs by the costs of the case.
  private mutating func begin() async throws {
    guard let base = completed(try await pair.costs(of: .base)),
      let head = completed(try await pair.costs(of: .head))
    else { return }
    guard base.frameCount == head.frameCount else {
      status = .notComparable(
        why: "the base replays \(base.frameCount) frames, the head \(head.frameCount)")
      return
    }
    let plan = TimedPlan(base: base, head: head, options: options)
    notGated = Self.notGated(plan, base: base, head: head)
    parts = try plan.slices.map {
      try TimedPart(plan: $0, rule: try plan.rule(of: $0, options: options, tolerances: tolerances))
    }
  }

  /// Decides by the pairs so far, as no more will come.
  mutating func end() throws {
    for index in parts.indices { try parts[index].end() }
  }

  private mutating func record(_ plans: [SlicePlan]) async throws -> PairRecord? {
    try Task.checkCancellation()
    return completed(try await pair.run(plans, using: &generator))
  }

  /// Returns the reply, or sets the status that says why there is none.
  private mutating func completed<Reply>(_ outcome: PairOutcome<Reply>) -> Reply? {
    switch outcome {
    case .completed(let reply): return reply
    case .broken(.head, let why): status = .broken(why: "\(why)")
    case .broken(.base, let why) where parts.isEmpty: status = .baseBroken(why: "\(why)")
    case .broken(.base, let why): baseFault = why
    case .notComparable(let why): status = .notComparable(why: why)
    }
    return nil
  }

  /// The share of the slices' wall time in which the programs waited for a processor.
  private var waiting: Double? {
    let shares = parts.compactMap(\.waiting)
    return shares.isEmpty ? nil : shares.reduce(0, +) / Double(shares.count)
  }

  /// The places of the parts that are suspected of being slower.
  var suspects: [Int] {
    status == .compared ? parts.indices.filter { !parts[$0].suspects.isEmpty } : []
  }

  /// Those without fresh pairs yet.
  var openSuspects: [Int] {
    baseFault == nil ? suspects.filter { confirmed[parts[$0].plan.part] == nil } : []
  }

  /// The clearest of the suspected metrics of a part.
  func metric(of suspect: Int) -> Metric {
    let part = parts[suspect]
    return (part.suspects.first ?? .total).metric(of: part.plan.part)
  }

  /// Returns the number of fresh pairs for a suspicion.
  func confirmingPairs(of suspect: Int) -> Int {
    parts[suspect].rule.confirmingPairs(after: parts[suspect].test.pairs)
  }

  /// The estimated seconds of the fresh pairs for a suspicion.
  func seconds(confirming suspect: Int) -> Double {
    duration / .seconds(1) / Double(max(1, pairs)) * Double(confirmingPairs(of: suspect))
  }

  /// Runs fresh pairs of a suspected part; gives no verdict where one of them broke.
  mutating func confirm(_ suspect: Int) async throws {
    let start = ContinuousClock.now
    defer { duration += ContinuousClock.now - start }
    let part = parts[suspect]
    var fresh: [PairStatistics] = []
    for _ in 0..<confirmingPairs(of: suspect) {
      guard let times = try await record([part.plan])?.parts.first else { return }
      fresh.append(try PairStatistics(times))
      confirmingPairs += 1
    }
    for statistic in part.suspects {
      confirmed[part.plan.part, default: [:]][statistic] = part.verdict(
        by: try PairedTestConfirmation(of: statistic, pairs: fresh, by: part.rule))
    }
  }

  /// Records that a suspicion stays one.
  mutating func leaveUnconfirmed(_ suspect: Int, why: String) {
    let part = parts[suspect]
    for (statistic, verdict) in zip(part.statistics, part.verdicts(nil))
    where part.suspects.contains(statistic) {
      confirmed[part.plan.part, default: [:]][statistic] = verdict.with(
        outcome: part.suspected(why))
    }
  }

  var result: TimedCaseResult {
    let open = leftOut.map { why in
      PairPart.allCases.flatMap(\.metrics).map { MetricVerdict(untimed: $0, .notJudged(why: why)) }
    }
    let verdicts =
      open ?? notGated
      + parts.flatMap { part in
        zip(part.statistics, part.verdicts(baseFault)).map { statistic, verdict in
          confirmed[part.plan.part]?[statistic] ?? verdict
        }
      }
    return TimedCaseResult(
      comparison: CaseComparison(
        scenarioCase: pairedCase.scenarioCase, status: status,
        metrics: status == .compared ? verdicts : [], load: load),
      pairs: pairs, isSuspected: !suspects.isEmpty, confirmingPairs: confirmingPairs,
      seconds: duration / .seconds(1))
  }

  private static func notGated(
    _ plan: TimedPlan, base: SliceCosts, head: SliceCosts
  ) -> [MetricVerdict] {
    let untimed = PairPart.allCases.filter { part in !plan.slices.contains { $0.part == part } }
    return untimed.flatMap { part in
      let isOfBuilds = part == .builds
      let why =
        isOfBuilds
        ? "both builds take less than \(SlicePlan.minimumBuildTime / 1_000) µs: there is nothing to time"
        : "the case has no frames"
      return part.metrics.map { metric in
        MetricVerdict(
          untimed: metric, .notGated(why: why), base: isOfBuilds ? Double(base.build) : nil,
          head: isOfBuilds ? Double(head.build) : nil)
      }
    }
  }
}

extension MetricVerdict {
  /// The verdict on a metric without a timed pair.
  fileprivate init(
    untimed metric: Metric, _ outcome: Outcome, base: Double? = nil, head: Double? = nil
  ) {
    self.init(
      metric: metric, outcome: outcome,
      method: .pairedSequential(
        PairedSequential(
          margin: 0, pairs: 0, confirmingPairs: nil, confidence: 0, frames: 0, framesOfCase: 0)),
      base: base, head: head)
  }
}

/// The plan of the pairs of a case, fixed before the first of them.
package struct TimedPlan: Hashable, Sendable {
  /// The timed parts, in this order.
  package let slices: [SlicePlan]
  /// The maximum number of pairs within the budget.
  package let maxPairs: Int

  /// Plans a case by its costs.
  package init(base: SliceCosts, head: SliceCosts, options: TimedGateOptions) {
    slices = [
      SlicePlan.builds(base: base, head: head), SlicePlan.frames(base: base, head: head),
    ]
    .compactMap(\.self)
    let process = slices.reduce(0.0) { $0 + Double($1.cost) }
    // Both processes one after the other, and their starts.
    let pair = 2 * process + Double(base.start) + Double(head.start)
    let affordable = options.secondsPerCase * 1e9 / max(1, pair)
    maxPairs = Int(
      min(Double(Self.maxPairsAllowed), max(Double(PairedTestRule.minPairs), affordable)))
  }

  /// Returns the rule of a part's test.
  ///
  /// - Parameter tolerances: the first one of the part's metric replaces the gate's margin.
  package func rule(
    of part: SlicePlan, options: TimedGateOptions, tolerances: [Tolerance] = []
  ) throws(PairedTestError) -> PairedTestRule {
    let margin = tolerances.share(of: PairStatistic.total.metric(of: part.part)) ?? options.margin
    let tails = [PairStatistic.p95, .longest].compactMap {
      tolerances.share(of: $0.metric(of: part.part))
    }
    return try PairedTestRule(
      margin: max(
        margin, part.isFine ? 0 : options.coarseMargin,
        part.isShortBuild ? options.shortBuildMargin : 0),
      tailMargin: max(margin, tails.max() ?? options.tailMargin), alpha: options.alpha,
      maxPairs: maxPairs)
  }

  /// With more pairs, a test separates a change below the margin from the margin anyway.
  package static let maxPairsAllowed = 600
}
