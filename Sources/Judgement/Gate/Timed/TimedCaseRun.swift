import Harness
import ScenarioModel
import Support

/// A run of pairs of one case, until every part of it is decided.
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
  private var confirmed: [PairPart: MetricVerdict] = [:]
  private var duration = Duration.zero
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

  /// Runs pairs until every part is decided, or cannot be.
  mutating func decide() async throws {
    let start = ContinuousClock.now
    // Not before: the cases of a gate are decided one after the other.
    let watch = MachineLoad.Watch()
    defer {
      duration += ContinuousClock.now - start
      load = watch.load(waiting: waiting)
    }
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
    let firstPair = SuspendingClock.now
    while parts.contains(where: { !$0.isDecided }) {
      // The number of pairs is planned by what they should take; a busy machine takes longer.
      guard pairs < PairedTestRule.minPairs || !isOverBudget(since: firstPair) else {
        for index in parts.indices { try parts[index].end() }
        return
      }
      let open = parts.indices.filter { !parts[$0].isDecided }
      guard let record = try await record(open.map { parts[$0].plan }) else { return }
      pairs += 1
      for (part, times) in zip(open, record.parts) { try parts[part].add(times) }
    }
  }

  private func isOverBudget(since start: SuspendingClock.Instant) -> Bool {
    SuspendingClock.now - start > .seconds(options.secondsPerCase)
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
  var openSuspects: [Int] { suspects.filter { confirmed[parts[$0].plan.part] == nil } }

  func metric(of suspect: Int) -> Metric { parts[suspect].plan.part.metric }

  /// Returns the number of fresh pairs for a suspicion.
  func confirmingPairs(of suspect: Int) -> Int {
    parts[suspect].rule.confirmingPairs(after: parts[suspect].test.pairs)
  }

  /// The estimated seconds of the fresh pairs for a suspicion.
  func seconds(confirming suspect: Int) -> Double {
    duration / .seconds(1) / Double(max(1, pairs)) * Double(confirmingPairs(of: suspect))
  }

  /// Runs fresh pairs of a suspected part; without a verdict by them where one of them broke.
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
    for statistic in part.suspects.prefix(1) {
      confirmed[part.plan.part] = part.verdict(
        by: try PairedTestConfirmation(of: statistic, pairs: fresh, by: part.rule))
    }
  }

  /// Records that a suspicion stays one.
  mutating func leaveUnconfirmed(_ suspect: Int, why: String) {
    let part = parts[suspect]
    confirmed[part.plan.part] = part.verdict(nil).with(outcome: part.suspected(why))
  }

  var result: TimedCaseResult {
    let open = leftOut.map { why in
      PairPart.allCases.map { MetricVerdict(untimed: $0, .notJudged(why: why)) }
    }
    let verdicts = open ?? notGated + parts.map { confirmed[$0.plan.part] ?? $0.verdict(baseFault) }
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
    return untimed.map { part in
      let isOfBuilds = part == .builds
      let why =
        isOfBuilds
        ? "neither program's build takes \(SlicePlan.minimumBuildTime / 1_000) µs: there is "
          + "nothing to time"
        : "the case has no frames"
      return MetricVerdict(
        untimed: part, .notGated(why: why), base: isOfBuilds ? Double(base.build) : nil,
        head: isOfBuilds ? Double(head.build) : nil)
    }
  }
}

extension MetricVerdict {
  /// The verdict on a part of which no pair was timed.
  fileprivate init(
    untimed part: PairPart, _ outcome: Outcome, base: Double? = nil, head: Double? = nil
  ) {
    self.init(
      metric: part.metric, outcome: outcome,
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
    let arm = slices.reduce(0.0) { $0 + Double($1.cost) }
    // Both processes one after the other, and their starts.
    let pair = 2 * arm + Double(base.start) + Double(head.start)
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
    let margin = tolerances.share(of: part.part.metric) ?? options.margin
    return try PairedTestRule(
      margin: max(
        margin, part.isFine ? 0 : options.coarseMargin,
        part.isShortBuild ? options.shortBuildMargin : 0),
      alpha: options.alpha, maxPairs: maxPairs)
  }

  /// With more pairs, a change below the margin is told apart from the margin anyway.
  package static let maxPairsAllowed = 600
}

extension PairStatistics {
  /// The statistics of a part of a pair: the total is that of the whole plan, whose expensive
  /// slices are timed more often than the others.
  init(_ record: PairRecord.Part) throws(PairedTestError) {
    try self.init(base: record.extrapolated(.base), head: record.extrapolated(.head))
  }
}
