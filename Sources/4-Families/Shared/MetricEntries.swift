import ScenarioModel

extension MetricTable.Entry {
  /// An entry for a number of things that a record has.
  static func count(
    _ name: String, _ kind: MetricKind, _ polarity: Polarity, _ summary: String,
    effect: String? = nil, _ count: @escaping @Sendable (Record) -> Int
  ) -> Self {
    Self(name, .count, kind, polarity, summary, effect: effect, count)
  }

  /// An entry for the sum of a number over all outcomes of a replay.
  static func sum<Outcome>(
    _ name: String, unit: MetricUnit = .count, _ kind: MetricKind, _ polarity: Polarity,
    _ summary: String, effect: String? = nil, of number: @escaping @Sendable (Outcome) -> Int
  ) -> Self where Record == [Outcome] {
    Self(name, unit, kind, polarity, summary, effect: effect) { $0.sum(number) }
  }

  /// An entry for the sum of a part over all outcomes of a replay, as a fraction of the sum of the
  /// whole.
  ///
  /// - Parameter reason: the reason why a whole of 0 has no fraction.
  static func fraction<Outcome>(
    _ name: String, unit: MetricUnit = .fraction, _ kind: MetricKind, _ polarity: Polarity,
    _ summary: String, effect: String? = nil, _ part: @escaping @Sendable (Outcome) -> Int,
    of whole: @escaping @Sendable (Outcome) -> Int, orWhy reason: String
  ) -> Self where Record == [Outcome] {
    Self(name, unit, kind, polarity, summary, effect: effect) {
      MetricValue($0.sum(part), of: $0.sum(whole), orWhy: reason)
    }
  }

  /// An entry for a part of a whole, as a fraction of it.
  ///
  /// - Parameter reason: the reason why a whole of 0 has no fraction.
  static func ratio(
    _ name: String, unit: MetricUnit = .fraction, _ kind: MetricKind, _ polarity: Polarity,
    _ summary: String, effect: String? = nil, _ part: @escaping @Sendable (Record) -> Int,
    of whole: @escaping @Sendable (Record) -> Int, orWhy reason: String
  ) -> Self {
    Self(name, unit, kind, polarity, summary, effect: effect) {
      MetricValue(part($0), of: whole($0), orWhy: reason)
    }
  }
}

extension Criterion {
  /// A bound that only this project has set.
  ///
  /// - Parameter reason: what speaks for it, if there is something to say.
  static func judged(_ metric: Metric, _ goal: Goal, _ reason: String? = nil) -> Criterion {
    Criterion(metric, goal, source: "this project's judgement" + (reason.map { ": " + $0 } ?? ""))
  }
}
