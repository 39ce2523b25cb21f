import Documents
import Platform
import ScenarioModel
import Support

extension Advice {
  /// On which phones the strategy is good enough at a size, without a full stop: `good enough on phones
  /// up to 2 times as slow as the profile (29 of 32 draws); on phones 3 times as slow, it reaches
  /// all criteria in 12 of 32 draws; in the other draws, hitch time ratio 14.9 ms/s, but no other strategy
  /// comes closer`. `nil` where it is not one to take, and where no slower phones were drawn.
  package func goodEnough(_ recommendation: Recommendation) -> String? {
    guard recommendation.isTaken, let drawn = recommendation.drawn else { return nil }
    let strategy = recommendation.strategy
    func beyond(_ step: CriteriaStep) -> String {
      "it reaches all criteria in \(step.label(of: strategy))"
        + (shortfall(of: strategy, at: step).map { "; in the other draws, \($0)" } ?? "")
        + (step.isNearest(strategy) ? ", but no other strategy comes closer" : "")
    }
    guard let last = recommendation.goodEnoughUpTo else {
      return drawn.steps.first.map {
        "\(Recommendation.notAlways): \(Recommendation.onPhones(upTo: 1)), \(beyond($0))"
      }
    }
    guard drawn.steps.count > 1 else { return nil }
    let draws = "(\(last.label(of: strategy)))"
    guard let next = drawn.steps.first(where: { $0.slowness > last.slowness }) else {
      return "also good enough on the slowest phones that were tried, "
        + "\(Recommendation.times(last.slowness)) as slow as the profile \(draws)"
    }
    return "good enough \(Recommendation.onPhones(upTo: last.slowness)) \(draws); "
      + "on phones \(Recommendation.times(next.slowness)) as slow, \(beyond(next))"
  }

  /// The shortfall of a strategy in the draws in which it does not reach all criteria: `hitch time
  /// ratio 14.9 ms/s, at worst 30 ms/s (wanted: at most 5 ms/s)`.
  private func shortfall(of strategy: String, at step: CriteriaStep) -> String? {
    guard let shortfall = step.shortfalls[strategy],
      let criterion = results.scenario.family?.criteria
        .first(where: { $0.metric.name == shortfall.metric })
    else { return nil }
    let unit = criterion.metric.unit
    let worst =
      shortfall.worst == shortfall.median
      ? "" : ", at worst \(NumberFormat.text(shortfall.worst, unit))"
    return "\(criterion.metric.label) \(NumberFormat.text(shortfall.median, unit))\(worst)"
      + criterion.wanted
  }

  /// By how much an open answer can be wrong, as a sentence without its full stop; `nil` of another
  /// state.
  package var doubt: String? {
    guard recommendation.state == .open, let step = recommendation.drawn?.steps.first else {
      return nil
    }
    return shortfall(of: strategy, at: step).map { "in the other draws, \($0)" }
  }
}

extension Recommendation {
  /// The sureness of the answer, for a comparison with the same answer at another size: the slowest
  /// phones, then the share of the draws.
  var sureness: (Double, Double) {
    (goodEnoughUpTo?.slowness ?? 0, drawn?.draws.share(of: strategy) ?? 1)
  }

  static let notAlways = "not always good enough"

  /// The draws that speak for the strategy.
  private var counts: KeyPath<DrawTally, [String: Int]> {
    state == .nearest ? \.nearest : \.reached
  }

  /// The number of draws that speak for the strategy; `nil` if the answer was not analysed.
  package var holdingDraws: (count: Int, of: Int)? {
    drawn.map { ($0.draws[keyPath: counts][strategy] ?? 0, $0.draws.count) }
  }

  /// The same in words, with the people: `29 of 32 draws, 8 of 8 people`.
  package var drawsLabel: String? { drawn?.steps.first.map { $0.label(of: strategy, counts) } }

  static func onPhones(upTo slowness: Double) -> String {
    slowness == 1
      ? "on phones as fast as the profile"
      : "on phones up to \(times(slowness)) as slow as the profile"
  }

  static func times(_ slowness: Double) -> String {
    "\(Slowness.text(slowness)) times"
  }
}

extension CriteriaStep {
  /// In how many draws, and with how many people, a strategy reaches all criteria: `29 of 32 draws, 8 of
  /// 8 people`.
  package func label(
    of strategy: String, _ counts: KeyPath<DrawTally, [String: Int]> = \.reached
  ) -> String {
    let label = LimitedList.draws(draws[keyPath: counts][strategy] ?? 0, of: draws.count)
    return people.count > 1
      ? "\(label), \(people[keyPath: counts][strategy] ?? 0) of \(people.count) people" : label
  }
}

extension ParameterSplit {
  /// `native-cluster-candidate: native-clusters up to 1.2 us, none above`.
  package var text: String {
    let sides = [below, above].map { $0.map(PlainText.line) ?? "none is good enough" }
    if let choice = parameter.choice {
      return "\(parameter.rawValue): \(sides[0]) if \(choice.off), \(sides[1]) if \(choice.on)"
    }
    return "\(parameter.rawValue): \(sides[0]) up to \(NumberFormat.quantity(value, unit)), "
      + "\(sides[1]) above"
  }

  /// The way to find out which side an app is on.
  package var advice: String {
    let name = parameter.rawValue
    if let choice = parameter.choice {
      return
        "How to find out: \(choice.test), and try again with a profile whose \(name) is 0 or 1."
    }
    let way =
      parameter.group.definesInput
      ? "count it in the app"
      : parameter.isMainThreadWork
        ? "measure it in the app on a phone"
        : "observe it in the app"
    return
      "How to find out: the answer changes if \(name) is above "
      + "\(NumberFormat.quantity(value, unit)); \(way), and try again with a profile that has "
      + "your value."
  }
}
