import Answers
import Documents
import Platform
import ScenarioModel
import Support

/// The answer of a scenario as a page shows it: the verdict, what the naive strategy does to a person,
/// pairs of bars, how sure it is, and the code.
struct AnswerCard {
  let advice: Advice
  let stability: AnswerStability?
  let data: PageData

  /// The most pairs of bars that a reader takes in at once.
  private static let maxPairs = 4

  private var recommendation: Recommendation { advice.recommendation }
  private var scenario: ScenarioResults { advice.results }

  /// The values for the section `card` of the report, and for the scenario's row and details.
  var values: TemplateValues {
    let values = self.parts
    let content = Template.fragments.text(of: "words", values)
    return values.merging(["content": .html(content)]) { $1 }
  }

  private var parts: TemplateValues {
    let state = recommendation.state
    let identity: TemplateValues = [
      "name": .text(scenario.scenario.name), "title": .text(scenario.scenario.title),
      "load": .text(advice.load), "size": .text("\(recommendation.size)"),
      "answer": .text(advice.sentence), "state": .text(state.name),
      "mark": .text(state.display.sign), "stateLabel": .text(state.display.label),
      "order": .text("\(state.display.order)"), "strategy": .text(advice.strategy),
      "naive": .text(scenario.scenario.naive),
      "isGoodEnough": .flag(advice.isNaive && [.take, .leads].contains(state)),
      "isReplayed": .flag(
        !advice.isNaive
          && data.holds(
            scenario: scenario.scenario.name, size: recommendation.size,
            strategies: [scenario.scenario.naive, advice.strategy])
      ),
    ]
    return [identity, texts, bars, sureness].reduce([:]) { all, part in
      all.merging(part) { $1 }
    }
  }

  /// The meaning of the answer for a person, its costs, and the code.
  private var texts: TemplateValues {
    func list(_ items: [String]) -> TemplateValue {
      .list(items.map { [".": .html(HTMLText.numbers($0.capitalizedAtStart))] })
    }
    let isNone = recommendation.state == .noneGoodEnough
    // Code that is not good enough is not shown.
    let inApp = isNone ? nil : advice.app
    let lead = advice.isNaive ? advice.reason : advice.consequence ?? advice.reason
    let costs = advice.differences(isBetter: false)
    let lines = (inApp?.code ?? "").split(separator: "\n").count
    let library = inApp?.article != nil ? " and a library" : ""
    let effort = lines > 0 ? "; \(LimitedList.counted(lines, "line")) of code\(library)" : ""
    let cost = costs.first ?? (advice.isNaive || isNone ? "" : "nothing in the numbers")
    return [
      "lead": .html(HTMLText.numbers(lead.capitalizedAtStart)),
      "outcome": .html(HTMLText.numbers(advice.outcome?.capitalizedAtStart ?? "")),
      "sentence": .html((inApp?.sentence ?? "").prose.html),
      "snippet": .html(HTMLText.program(inApp?.code ?? "")),
      "library": .html((inApp?.library ?? "").prose.html),
      "cost": .html(HTMLText.numbers(cost)), "effort": .text(effort),
      "model": .text(ModelError.summary(of: scenario.scenario.profiles)),
      "costs": list(Array(costs.prefix(3))),
      "hasReasons": .flag(!advice.refused.isEmpty || !costs.isEmpty),
      "refused": .list(advice.refused.map { [".": .html(HTMLText.numbers($0))] }),
      "notes": list(
        [
          advice.missed, advice.trade, advice.justMet, advice.doubt,
          advice.goodEnough(advice.leastSure), advice.openOwnWork,
        ].compactMap(\.self) + advice.alternatives),
    ]
  }

  /// The factor for sorting, larger than 1 whichever direction is good.
  private func ratio(_ pair: BarPair) -> String {
    let ends = [pair.upper.value, pair.lower.value].sorted()
    return ends[0] > 0 ? "\(ends[1] / ends[0])" : "1000000"
  }

  // MARK: - How sure

  /// The draws at the size that is least sure, and those on slower and slower phones.
  private var sureness: TemplateValues {
    let least = advice.leastSure
    let texts = advice.recommendations.compactMap {
      stability?.text($0, of: scenario.scenario.name)
    }
    let place = Set(texts).count > 1 ? "at \(NumberFormat.grouped(least.size)): " : ""
    let text = stability?.text(least, of: scenario.scenario.name) ?? AnswerStability.notAnalysed
    let sure: TemplateValues = ["sure": .text(place + text)]
    let isNone = least.state == .noneGoodEnough
    let steps = text == AnswerStability.notAnalysed ? [] : least.drawn?.steps ?? []
    // Of another state the draws of its strategy are not what the text counts.
    guard least.state.isDrawn || isNone, let first = steps.first, first.draws.count > 0,
      let holding = isNone ? first.none : least.holdingDraws?.count
    else { return sure.merging(["share": .text("-1"), "isAnalysed": .flag(false)]) { $1 } }
    let rungs = steps.filter { $0.draws.count > 0 }.map { step -> TemplateValues in
      let count = isNone ? step.none : step.draws.reached[least.strategy] ?? 0
      return [
        "phone": .text(
          step.slowness == 1
            ? "as fast as the profile" : "\(Slowness.text(step.slowness)) times as slow"),
        "width": .text("\(100 * count / step.draws.count)"),
        "draws": .text(LimitedList.draws(count, of: step.draws.count)),
        "isEnough": .flag(!isNone && step.isEnough(least.strategy)),
      ]
    }
    return sure.merging([
      "isAnalysed": .flag(true), "share": .text("\(100 * holding / first.draws.count)"),
      "rungs": .list(rungs), "isLadder": .flag(rungs.count > 1),
      "reaching": .text(isNone ? "no strategy" : least.strategy),
    ]) { $1 }
  }

  // MARK: - Bars

  private var bars: TemplateValues {
    let pairs = self.pairs
    guard let first = pairs.first else { return ["ratio": .text("0")] }
    let factor = ChangeFormat.factor(
      first.lower.value, against: first.upper.value, first.metric)
    let bar: TemplateValues = [
      "label": .text(first.metric.title), "kind": .text(first.metric.kind.rawValue),
      "sides": .list(first.bars),
    ]
    return [
      "pairs": .html(pairs.map(\.html).joined()), "factor": .text(factor ?? ""),
      "bars": .list([bar]), "ratio": .text(ratio(first)),
    ]
  }

  /// The differences between the strategy to take and the naive one that a person notices: the
  /// criteria, the measured memory, the headlines. Of several devices and maps the worst value
  /// counts, as in the answer.
  private var pairs: [BarPair] {
    guard !advice.isNaive else { return [] }
    let demands = scenario.scenario.demands(of: scenario.variants[0])
    let headlines = scenario.scenario.headlines
    let memory = headlines.filter { $0.unit == .bytes && $0.kind == .measured }
    let footprint = memory.isEmpty ? [scenario.scenario.metric(.footprint)].compactMap(\.self) : []
    let metrics =
      [advice.decision?.metric].compactMap(\.self) + demands.map(\.metric) + memory + footprint
      + headlines
    let found = metrics.uniqued().compactMap { metric -> BarPair? in
      guard metric.polarity != .neutral, let own = advice.worst(metric, of: advice.strategy),
        let naive = advice.worst(metric, of: scenario.scenario.naive),
        NumberFormat.text(own.value, metric.unit) != NumberFormat.text(naive.value, metric.unit)
      else { return nil }
      let criterion = demands.first { $0.metric == metric }
      func bar(_ found: (value: Double, result: CaseResult)) -> BarPair.Bar {
        BarPair.Bar(
          value: found.value,
          isReached: scenario.reaches(metric, found.result, recommendation),
          place: data.place(of: metric, in: found.result))
      }
      let (upper, lower) = (bar(naive), bar(own))
      // What both reach decides nothing.
      if criterion?.bound != nil, upper.isReached == true, lower.isReached == true { return nil }
      let bound = criterion.map { ", wanted: \($0.goalLabel)" } ?? ""
      return BarPair(
        metric: metric, note: metric.kind.rawValue + bound, bound: criterion?.bound,
        upper: upper, lower: lower)
    }
    let noticed = found.filter { $0.metric.effect != nil }
    return Array((noticed.count > 1 ? noticed : found).prefix(Self.maxPairs))
  }
}
