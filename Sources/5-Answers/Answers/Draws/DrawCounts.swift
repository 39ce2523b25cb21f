import ScenarioModel

/// The counts of the draws of a size: in which of them strategies reach all criteria, and what they miss
/// in the others.
package struct DrawCounts {
  /// The outcome of a draw.
  private struct Outcome {
    let point: ParameterPoint
    /// `nil` where nothing that people do was drawn.
    let person: Int?
    /// The strategies that reach all criteria, the simplest first.
    let reaching: [String]
    /// The same or, where none does, the nearest.
    let nearest: [String]
    /// Those with the best value of what others are compared with.
    let best: Set<String>
    /// The criterion that a strategy misses, with its value.
    let missed: [String: Recommendation.Value]

    /// Returns whether a strategy reaches all criteria or, of `nil`, whether none does.
    func has(_ name: String?) -> Bool { name.map { reaching.contains($0) } ?? reaching.isEmpty }
  }

  /// The strategies that reach all criteria with the profile's values, the simplest first.
  private let candidates: [String]
  /// All strategies, the simplest first.
  private let strategies: [String]
  private let spans: [ParameterSpan]
  private var outcomes: [Double: [Outcome]] = [:]

  /// - Parameter nominal: the answer with the profile's values.
  package init(_ nominal: Recommendation, of scenario: ScenarioDescription, spans: [ParameterSpan])
  {
    candidates = nominal.reaching
    strategies = (scenario.family?.strategies ?? []).map(\.name)
    self.spans = spans
  }

  /// Counts a draw. A draw in which no strategy has a number, as on a map that never moves, does
  /// not count.
  package mutating func add(_ found: Recommendation?, at point: ParameterPoint, person: Int?) {
    guard let found, !found.isUndecided else { return }
    var missed: [String: Recommendation.Value] = [:]
    for rejection in found.rejections {
      if case .missed(let value) = rejection.reason { missed[rejection.strategy] = value }
    }
    if let first = found.missed.first {
      missed[found.strategy] = found.values.first { $0.criterion == first }
    }
    outcomes[point.slowness ?? 1, default: []].append(
      Outcome(
        point: point, person: person, reaching: found.reaching,
        nearest: [found.strategy] + found.others, best: found.best, missed: missed))
  }

  /// Returns whether a strategy is good enough on phones of a slowness.
  func isReached(at slowness: Double) -> Bool {
    guard let outcomes = outcomes[slowness] else { return false }
    let step = step(outcomes, slowness: slowness)
    return strategies.contains { step.isEnough($0) }
  }

  /// Returns whether more draws would probably give the same answer.
  ///
  /// - Parameter batches: the batches so far. In a batch whose answer is not firm, no parameter can
  ///   be shown to decide.
  package func isSettled(after batches: Int) -> Bool {
    let drawn = DrawnCriteria(steps)
    return drawn.isSettled(among: candidates, of: strategies)
      && (batches > 1 || drawn.isFirm(among: candidates))
  }

  /// The strategies that in no draw until now reach all criteria, are the nearest or have the best value of
  /// what others are compared with, nor reach them with the profile's values: further draws of them
  /// would change no answer.
  package var outOfReach: Set<String> {
    let near = candidates + (outcomes[1] ?? []).flatMap { $0.nearest + $0.best }
    return Set(strategies).subtracting(near)
  }

  /// All counts.
  package var criteria: DrawnCriteria {
    let steps = steps
    let plain = DrawnCriteria(steps)
    return DrawnCriteria(
      steps, split: plain.isFirm(among: candidates) ? nil : split(among: outcomes[1] ?? []),
      parameters: outcomes[1]?.first?.point.values.count ?? 0)
  }

  private var steps: [CriteriaStep] {
    outcomes.sorted { $0.key < $1.key }.map { slowness, outcomes in
      step(outcomes, slowness: slowness)
    }
  }

  private func step(_ outcomes: [Outcome], slowness: Double) -> CriteriaStep {
    let draws = Self.tally(outcomes.map { [$0] })
    return CriteriaStep(
      slowness: slowness, draws: draws,
      people: Self.tally(
        Dictionary(grouping: outcomes.filter { $0.person != nil }, by: \.person).values),
      none: outcomes.count { $0.reaching.isEmpty },
      shortfalls: draws.nearest.keys.reduce(into: [:]) {
        $0[$1] = Self.shortfall(of: $1, in: outcomes)
      },
      choices: choices(outcomes))
  }

  private func choices(_ outcomes: [Outcome]) -> [ChoiceCount] {
    spans.filter(\.isChoice).flatMap { span in
      [false, true].compactMap { isOn in
        let own = outcomes.filter { $0.point.values[span.name].map { $0 >= 0.5 } == isOn }
        return own.isEmpty
          ? nil
          : ChoiceCount(
            parameter: span.name, isOn: isOn, draws: Self.tally(own.map { [$0] }))
      }
    }
  }

  /// Counts groups of draws by what is so in most of a group.
  private static func tally(_ groups: some Collection<[Outcome]>) -> DrawTally {
    func counts(_ names: KeyPath<Outcome, [String]>) -> [String: Int] {
      groups.reduce(into: [:]) { counts, group in
        let all = group.reduce(into: [String: Int]()) { counts, outcome in
          for name in outcome[keyPath: names] { counts[name, default: 0] += 1 }
        }
        for (name, count) in all where 2 * count > group.count { counts[name, default: 0] += 1 }
      }
    }
    return DrawTally(count: groups.count, reached: counts(\.reaching), nearest: counts(\.nearest))
  }

  /// The criterion that a strategy misses in most draws; `nil` if it misses none.
  private static func shortfall(of name: String, in outcomes: [Outcome]) -> DrawnShortfall? {
    let values = Dictionary(grouping: outcomes.compactMap { $0.missed[name] }) {
      $0.criterion.metric.name
    }
    guard
      let (metric, most) = values.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) })
    else { return nil }
    let isLow = most[0].criterion.metric.polarity == .lowerIsBetter
    let sorted = most.map(\.value).sorted { isLow ? $0 < $1 : $0 > $1 }
    return DrawnShortfall(
      metric: metric, draws: sorted.count, median: sorted[sorted.count / 2],
      worst: sorted[sorted.count - 1])
  }

  // MARK: - Splits

  /// The parameter whose value best separates the draws by the strategy that is good enough: on
  /// each side of a value the same strategy, or none, is good enough in enough of the draws. It is
  /// found in the first half of the draws and must hold in the other half, which has other people,
  /// because among many parameters some fit by chance. `nil` if no parameter does. Unknown
  /// structure of the platform comes first, as no quantity makes up for it.
  private func split(among outcomes: [Outcome]) -> ParameterSplit? {
    let half = outcomes.count / 2
    return [spans.filter(\.isChoice), spans.filter { !$0.isChoice }].lazy.compactMap { spans in
      split(by: spans, foundIn: outcomes[..<half], verifiedIn: outcomes[half...])
    }.first
  }

  private func split(
    by spans: [ParameterSpan], foundIn seen: ArraySlice<Outcome>,
    verifiedIn unseen: ArraySlice<Outcome>
  ) -> ParameterSplit? {
    let least = max(3, seen.count / 5)
    var best: (correct: Int, split: ParameterSplit)?
    for span in spans {
      let sorted = Self.values(of: span, in: seen)
      guard sorted.count >= 2 * least else { continue }
      for index in least...(sorted.count - least)
      where sorted[index - 1].value < sorted[index].value {
        guard let (below, above) = sides(sorted[..<index], sorted[index...]),
          below.count + above.count > best?.correct ?? 0
        else { continue }
        let value = (sorted[index - 1].value + sorted[index].value) / 2
        best = (
          below.count + above.count,
          ParameterSplit(
            parameter: span.name, value: span.parameter.unscaled(value), unit: span.parameter.unit,
            below: below.name, above: above.name, isBelow: span.value < value)
        )
      }
    }
    guard let split = best?.split, let span = spans.first(where: { $0.name == split.parameter })
    else { return nil }
    let others = Self.values(of: span, in: unseen)
    let value = span.parameter.scaled(split.value)
    let border = others.firstIndex { $0.value >= value } ?? others.endIndex
    let found = sides(others[..<border], others[border...])
    return found.map { $0.below.name == split.below && $0.above.name == split.above } == true
      ? split : nil
  }

  private typealias Side = (name: String?, count: Int)

  /// The strategies that are good enough on both sides of a value, if neither is good enough in
  /// most draws of the other side.
  private func sides(
    _ lower: ArraySlice<(value: Double, outcome: Outcome)>,
    _ upper: ArraySlice<(value: Double, outcome: Outcome)>
  ) -> (below: Side, above: Side)? {
    let (lower, upper) = (lower.map(\.outcome), upper.map(\.outcome))
    guard let below = side(lower), let above = side(upper),
      2 * upper.count(where: { $0.has(below.name) }) <= upper.count,
      2 * lower.count(where: { $0.has(above.name) }) <= lower.count
    else { return nil }
    return (below, above)
  }

  private static func values(
    of span: ParameterSpan, in outcomes: ArraySlice<Outcome>
  ) -> [(value: Double, outcome: Outcome)] {
    outcomes.compactMap { outcome in
      outcome.point.values[span.name].map { (value: $0, outcome: outcome) }
    }.sorted { $0.value < $1.value }
  }

  /// The simplest strategy that is good enough in these draws, or `nil` if none is in enough of them,
  /// with the number of draws in which that is right; `nil` if neither can be said.
  private func side(_ outcomes: [Outcome]) -> Side? {
    guard outcomes.count > 2 else { return nil }
    let needed = Recommendation.firmShare * Double(outcomes.count)
    return ((candidates.isEmpty ? strategies : candidates) + [nil]).lazy.map { name in
      (name, outcomes.count { $0.has(name) })
    }.first { Double($0.1) >= needed }
  }
}
