import Documents
import ScenarioModel
import Support

/// The answer at the sizes at which it is the same for the same reasons, in words.
///
/// All texts are plain; a renderer escapes them.
package struct Advice: Hashable, Sendable {
  /// The answers of these sizes, ascending.
  package let recommendations: [Recommendation]
  /// The answer at the largest of them.
  package let recommendation: Recommendation
  package let results: ScenarioResults

  fileprivate init?(_ recommendations: [Recommendation], of results: ScenarioResults) {
    guard let last = recommendations.last else { return nil }
    self.recommendations = recommendations
    recommendation = last
    self.results = results
  }

  /// The sizes, ascending.
  package var sizes: [Int] { recommendations.map(\.size) }

  /// The answer at the size at which it is least sure.
  package var leastSure: Recommendation {
    recommendations.min { $0.sureness < $1.sureness } ?? recommendation
  }

  /// The strategy to take, the one that leads, or the nearest one.
  package var strategy: String { recommendation.strategy }

  /// The answer in one sentence without its full stop: `10,000 pins: take grid-clusters`.
  package var sentence: String {
    let name = PlainText.line(strategy)
    let verdict =
      switch recommendation.state {
      case .take: "take \(name)"
      case .either: "take \(name)\(alternative)"
      case .nearest: "take \(name)\(alternative); \(Recommendation.notAlways)"
      case .depends(let split): "depends on \(split.text)"
      case .open:
        "open; the least worst is \(name), which reaches all criteria in "
          + (recommendation.drawsLabel ?? "some draws")
      case .leads: "\(name) leads"
      case .noneGoodEnough: "none is good enough; the nearest is \(name), which misses \(shortfall)"
      case .comparesOnly:
        isShort
          ? "compares only; the nearest is \(name), which misses \(shortfall)"
          : "compares only; \(name) reaches all criteria"
      case .notDecided(let reason): "not decided: \(PlainText.line(reason))"
      }
    return "\(load): \(verdict)"
  }

  /// The strategy's name, after what the answer is worth if it is not one to take:
  /// `open, least worst: grid-clusters`.
  ///
  /// - Parameter name: the name as it is written where it stands.
  package func labelled(_ name: String) -> String {
    switch recommendation.state {
    case .take: name
    case .either: "\(name) or others"
    case .nearest: "\(name), \(Recommendation.notAlways)"
    case .depends: "depends, as profiled: \(name)"
    case .open: "open, least worst: \(name)"
    case .leads: "leads: \(name)"
    case .noneGoodEnough: "none is good enough, nearest: \(name)"
    case .comparesOnly: isShort ? "compares only, nearest: \(name)" : "compares only: \(name)"
    case .notDecided: "not decided, first: \(name)"
    }
  }

  /// The strategies that will do too, as the end of a clause; empty if there are none.
  private var alternative: String {
    let others = recommendation.others.map(PlainText.line)
    return others.isEmpty
      ? "" : ", the simplest; \(LimitedList.text(others, limit: 2)) will do too"
  }

  /// Indicates whether the strategy misses a criterion, or its own work is too long.
  private var isShort: Bool {
    if case .beyond = recommendation.ownWork { true } else { !recommendation.missed.isEmpty }
  }

  /// The sizes with their unit: `10,000 pins`, `100 to 500 pins`.
  package var load: String {
    let last = results.scenario.load(recommendation.size)
    return sizes.count == 1 ? last : "\(NumberFormat.grouped(sizes[0])) to \(last)"
  }

  /// The answer is the naive strategy.
  package var isNaive: Bool { strategy == results.scenario.naive }

  /// The metric by which the naive strategy was sorted out, the most important that it misses, with
  /// the value of the strategy to take and that of the naive one; `nil` if no number decides.
  package var decision: (metric: Metric, value: Double, naive: Double)? {
    switch rejection(of: results.scenario.naive)?.reason {
    case .missed(let naive):
      recommendation.values.first { $0.criterion == naive.criterion }.map {
        (naive.criterion.metric, $0.value, naive.value)
      }
    case .belowRequirement(let metric, let naive):
      worst(metric, of: strategy).map { (metric, $0.value, naive) }
    case .broken, .terminated, .ownWork, .rarer, .onFasterPhones, .notAvailable, nil: nil
    }
  }

  /// A strategy's worst value of a metric over the variants, with its case; `nil` without one.
  package func worst(_ metric: Metric, of strategy: String) -> (value: Double, result: CaseResult)?
  {
    results.worst(metric, of: strategy, size: recommendation.size)
  }

  /// The effect of the naive strategy on a person, without a full stop: `With all pins at once, the
  /// map freezes for 1.80 s (modelled)`; `nil` if nothing decides against it.
  package var consequence: String? {
    let naive = results.scenario.naive
    if let decision {
      return results.clause(
        "With", naive, decision.metric, decision.naive, size: recommendation.size)
        + setting(of: decision.metric, naive)
    }
    return switch rejection(of: naive)?.reason {
    case .broken(let status):
      "With \(results.label(of: naive)), there is no result: \(PlainText.line(status))"
    case .terminated: "With \(results.label(of: naive)), the system ends the app (modelled)"
    case .belowRequirement, .missed, .ownWork, .rarer, .onFasterPhones, .notAvailable, nil: nil
    }
  }

  /// In which of several settings a value is the worst, with the best one: `, with exact map 0`; empty
  /// where all are alike.
  private func setting(of metric: Metric, _ strategy: String) -> String {
    guard let worst = worst(metric, of: strategy) else { return "" }
    let values = results.configurations.filter { $0.size == recommendation.size }.compactMap {
      place in
      results.result(of: strategy, in: place)?[metric: metric.name]?.number.map { (place, $0) }
    }
    let isHigher = metric.polarity == .higherIsBetter
    guard let best = values.max(by: { isHigher ? $0.1 < $1.1 : $0.1 > $1.1 }),
      best.1 != worst.value
    else { return "" }
    let texts = [worst.value, best.1].map { NumberFormat.text($0, metric.unit) }
    return texts[0] == texts[1]
      ? ""
      : " with \(PlainText.line(worst.result.scenarioCase.variant)), the worst of "
        + "\(values.count) settings; \(texts[1]) with \(PlainText.line(best.0.variant))"
  }

  /// The effect of the strategy to take, by the same metric: `with clusters of a grid, the map
  /// freezes for 14.7 ms (modelled)`.
  package var outcome: String? {
    decision.map {
      results.clause("with", strategy, $0.metric, $0.value, size: recommendation.size)
    }
  }

  /// The reason for the answer, as a sentence without its full stop, with the numbers of all sizes.
  package var reason: String {
    if case .notDecided(let reason) = recommendation.state { return reason }
    guard !isNaive else {
      return recommendation.missed.isEmpty
        ? "the naive strategy reaches all criteria"
        : "no other strategy is good enough either"
    }
    let reasons = recommendations.compactMap { recommendation in
      recommendation.rejections.first { $0.strategy == results.scenario.naive }?.reason
    }
    guard let first = reasons.first, let last = reasons.last else { return "" }
    let naive = results.scenario.naive
    return "\(naive): \(text(last, from: first, of: naive))"
  }

  /// The strategies that are not taken, each with its reason, without the naive one; the simplest
  /// first.
  package var refused: [String] {
    recommendation.rejections.filter { $0.strategy != results.scenario.naive }.map { rejection in
      let further = furtherMissed(by: rejection.strategy, besides: rejection.reason.parts.metric)
      return "\(rejection.strategy): "
        + text(rejection.reason, from: rejection.reason, of: rejection.strategy)
        + (further.isEmpty ? "" : "; it also misses \(LimitedList.all(further))")
    }
  }

  /// The other criteria that a strategy misses.
  private func furtherMissed(by strategy: String, besides metric: Metric?) -> [String] {
    results.scenario.demands(of: results.variants[0]).map(\.metric).filter { $0 != metric }
      .compactMap { metric in
        guard let found = worst(metric, of: strategy),
          results.reaches(metric, found.result, recommendation) == false
        else { return nil }
        return "\(metric.label) \(NumberFormat.text(found.value, metric.unit)) "
          + "(\(metric.kind.rawValue))"
      }
  }

  /// The code of the strategy in an app; `nil` if it is not known, or for a naive strategy that is
  /// not good enough.
  package var app: AppCode? {
    isNaive && !recommendation.missed.isEmpty ? nil : results.scenario.strategy(strategy).inApp
  }

  /// The criteria that the strategy misses, as a sentence without its full stop; `nil` if there are
  /// none.
  package var missed: String? {
    recommendation.missed.isEmpty ? nil : "missed by \(PlainText.line(strategy)): " + shortfall
  }

  /// The criterion that the strategy misses, and its range over the sizes.
  private var shortfall: String {
    var parts = recommendation.missed.map { criterion in
      let values = recommendations.compactMap { recommendation in
        recommendation.values.first { $0.criterion == criterion }?.value
      }
      return "\(criterion.metric.label) "
        + (range(values, criterion.metric.unit) ?? "not available") + criterion.wanted
    }
    if case .beyond(let bound, let lowest) = recommendation.ownWork {
      parts.append(Self.ownWork(bound, lowest))
    }
    return parts.isEmpty ? "nothing" : LimitedList.all(parts)
  }

  /// The criteria whose bounds the strategy just meets, as a sentence without its full stop; `nil` if
  /// there are none.
  package var justMet: String? {
    let parts = recommendation.values.compactMap { value -> String? in
      let metric = value.criterion.metric
      let bound: Double
      switch value.criterion.goal {
      case .atMost(let number), .atLeast(let number): bound = number
      case .nearBest: return nil
      }
      // Of a fraction both ends are near.
      let room = metric.unit == .fraction ? min(bound, 1 - bound) : abs(bound)
      guard room > 0, abs(value.value - bound) <= Self.closeness * room,
        value.criterion.isReached(by: value.value, best: value.value)
      else { return nil }
      return
        "\(metric.label) \(NumberFormat.text(value.value, metric.unit))\(value.criterion.wanted)"
    }
    return parts.isEmpty ? nil : "just met: " + LimitedList.all(parts)
  }

  /// The part of the way to 0, or of a fraction to the nearer end, within which a value just meets a
  /// bound.
  private static let closeness = 0.05

  /// The open question about the answer, as a sentence without its full stop; `nil` if there is
  /// none.
  package var openOwnWork: String? {
    guard case .open(let why) = recommendation.ownWork else { return nil }
    return "not decided whether its own work on this machine is too long: \(why)"
  }

  /// The differences from the naive strategy in the criteria and the memory, those that are better
  /// first: `max live views 45 instead of 10,000`.
  package func differences(isBetter: Bool) -> [String] {
    guard !isNaive, isBetter || naiveDoesTheJob else { return [] }
    let criteria = results.scenario.family?.criteria.map(\.metric) ?? []
    let shown =
      (criteria + [results.scenario.metric(.footprint)].compactMap(\.self)
      + results.scenario.headlines).uniqued()
    guard let (own, naive) = results(of: strategy) else { return [] }
    return shown.compactMap { metric in
      guard let value = own[metric: metric.name], let other = naive[metric: metric.name],
        MetricComparison(value, to: other) == (isBetter ? .better : .worse),
        isBetter || !isWithinABound(metric, own),
        let number = value.number, let before = other.number
      else { return nil }
      return "\(metric.label) \(NumberFormat.text(number, metric.unit)) instead of "
        + "\(NumberFormat.text(before, metric.unit)) (\(metric.kind.rawValue))"
    }
  }

  /// Returns whether a number is as good as is wanted, whatever the others have: it is no cost
  /// then.
  private func isWithinABound(_ metric: Metric, _ result: CaseResult) -> Bool {
    results.demand(on: metric, in: result.scenarioCase.variant)?.bound != nil
      && results.reaches(metric, result, recommendation) == true
  }

  /// Indicates whether the naive strategy does all that was asked for. If the app ended early or
  /// did less, another strategy's numbers for the whole are no extra cost.
  private var naiveDoesTheJob: Bool {
    switch rejection(of: results.scenario.naive)?.reason {
    case .broken, .terminated, .belowRequirement: false
    case .missed, .ownWork, .rarer, .onFasterPhones, .notAvailable, nil: true
    }
  }

  /// The number given up for an earlier criterion, with both ends: `a trade-off: success at 10
  /// is 95 % and precision at 10 is 29.3 %; with region-required, they are 84.6 % and 83.4 %
  /// (modelled)`; `nil` if nothing was given up.
  package var trade: String? {
    guard !recommendation.isUndecided, recommendation.state != .comparesOnly else { return nil }
    for value in recommendation.values {
      let (criterion, metric) = (value.criterion, value.criterion.metric)
      guard case .nearBest = criterion.goal, let own = worst(metric, of: strategy)?.value,
        let other = results.best(metric, size: recommendation.size),
        !criterion.isReached(by: own, best: other.value),
        let first = firstMissed(by: other.strategy),
        let here = worst(first, of: strategy)?.value,
        let there = worst(first, of: other.strategy)?.value
      else { continue }
      func pair(_ values: (Double, Double)) -> (String, String) {
        (NumberFormat.text(values.0, first.unit), NumberFormat.text(values.1, metric.unit))
      }
      let (ours, theirs) = (pair((here, own)), pair((there, other.value)))
      return
        "a trade-off: \(first.label) is \(ours.0) and \(metric.label) is \(ours.1); "
        + "with \(other.strategy), they are \(theirs.0) and \(theirs.1) (\(metric.kind.rawValue))"
    }
    return nil
  }

  /// The metric by which a strategy was sorted out.
  private func firstMissed(by strategy: String) -> Metric? {
    switch rejection(of: strategy)?.reason {
    case .missed, .belowRequirement: rejection(of: strategy)?.reason.parts.metric
    case .broken, .terminated, .ownWork, .rarer, .onFasterPhones, .notAvailable, nil: nil
    }
  }

  /// The results of a strategy and of the naive one in the first variant.
  private func results(of strategy: String) -> (own: CaseResult, naive: CaseResult)? {
    let configuration = Configuration(variant: results.variants[0], size: recommendation.size)
    guard let own = results.result(of: strategy, in: configuration),
      let naive = results.naive(in: configuration)
    else { return nil }
    return (own, naive)
  }

  /// The costs of the strategies that will do too, or that are as good in as many draws: a sentence
  /// for each, without its full stop.
  package var alternatives: [String] {
    guard [.either, .open].contains(recommendation.state) else { return [] }
    let metrics =
      (results.scenario.headlines + [results.scenario.metric(.footprint)].compactMap(\.self))
      .uniqued()
    return recommendation.others.prefix(2).compactMap { other in
      let parts = metrics.compactMap { metric -> String? in
        guard metric.polarity != .neutral, let own = worst(metric, of: strategy)?.value,
          let value = worst(metric, of: other)?.value
        else { return nil }
        let texts = [value, own].map { NumberFormat.text($0, metric.unit) }
        return texts[0] == texts[1]
          ? nil : "\(metric.label) \(texts[0]) instead of \(texts[1]) (\(metric.kind.rawValue))"
      }
      let label = recommendation.state == .open ? "good enough in as many draws" : "will do too"
      return parts.isEmpty
        ? nil : "\(label): \(other), with \(LimitedList.all(Array(parts.prefix(3))))"
    }
  }

  private func rejection(of strategy: String) -> Recommendation.Rejection? {
    recommendation.rejections.first { $0.strategy == strategy }
  }

  /// The first and the last of some values, or their only one: `19.8 to 48.7 ms/s`.
  func range(_ values: [Double], _ unit: MetricUnit) -> String? {
    let texts = [values.first, values.last].compactMap(\.self)
      .map { NumberFormat.text($0, unit) }.uniqued()
    return texts.isEmpty ? nil : texts.joined(separator: " to ")
  }
}

extension RunVerdict {
  /// The answers on a scenario of the run, by size.
  package func advice(on results: ScenarioResults) -> [Advice] {
    results.advice(self[results.scenario.name]?.recommendations ?? [])
  }
}

extension ScenarioResults {
  /// The meaning of a strategy's value for a person, without a full stop: `with clusters of a grid,
  /// the map freezes for 14.7 ms (modelled)`.
  package func clause(
    _ start: String, _ strategy: String, _ metric: Metric, _ value: Double, size: Int
  ) -> String {
    let isNoTime = value == 0 && metric.unit == .nanoseconds
    let number = isNoTime ? "0 s" : NumberFormat.text(value, metric.unit)
    let worst = worst(metric, of: strategy, size: size)?.result
    let effect = worst?.effect(metric.clause, number) ?? metric.clause.replacing("{}", with: number)
    return "\(start) \(label(of: strategy)), \(effect) (\(metric.kind.rawValue))"
  }

  /// A strategy as a noun phrase.
  package func label(of strategy: String) -> String {
    PlainText.line(scenario.strategy(strategy).label)
  }

  /// The answers, by size: successive sizes are one where the answer and its reason are the same.
  ///
  /// - Parameter recommendations: those of a verdict on these results.
  package func advice(_ recommendations: [Recommendation]) -> [Advice] {
    var groups: [[Recommendation]] = []
    for recommendation in recommendations {
      if let last = groups.last?.last, isSame(last, recommendation) {
        groups[groups.count - 1].append(recommendation)
      } else {
        groups.append([recommendation])
      }
    }
    return groups.compactMap { Advice($0, of: self) }
  }

  private func isSame(_ first: Recommendation, _ second: Recommendation) -> Bool {
    guard first.strategy == second.strategy, first.state == second.state,
      first.missed == second.missed
    else { return false }
    let reasons = [first, second].map { recommendation in
      recommendation.rejections.first { $0.strategy == scenario.naive }?.reason
    }
    switch (reasons[0], reasons[1]) {
    case (nil, nil): return true
    case (let first?, let second?): return first.isLike(second)
    default: return false
    }
  }
}

extension CaseResult {
  /// The meaning of a number for a person: `{}` stands for it, `{NAME}` for another metric of the
  /// case.
  package func effect(_ text: String, _ number: String) -> String {
    metrics.reduce(text.replacing("{}", with: number)) { text, other in
      text.replacing(
        "{\(other.metric.name)}",
        with: other.number.map { NumberFormat.text($0, other.metric.unit) } ?? "some")
    }
  }
}
