import Gate
import ScenarioModel
import Support

/// The results of a comparison by what a reader must do about them, in the order of every report.
struct ComparisonFindings {
  /// Metrics and cases with the same kind of result, the most severe kind first.
  enum Section: String, CaseIterable {
    case worse = "Worse"
    /// Cases of the head without valid results.
    case broken = "Broken"
    /// Cases that the head does not have, or that did other work in the base.
    case notComparable = "Not comparable"
    case missing = "Missing in the head"
    case inconclusive = "Inconclusive"
    /// Cases without valid results of the base.
    case inconclusiveBase = "Inconclusive because of the base"
    /// Metrics that the comparison did not come to.
    case notJudged = "Not judged"
    /// Changes for the worse that the base's file accepts.
    case accepted = "Accepted"
    case better = "Better"
    /// Improvements of cases with wrong results: what is not shown takes no work.
    case betterBecauseWrong = "Better in cases with wrong results, which take less work"
    case new = "New in the head, not gated"
  }

  /// A case with its metrics of the same outcome, or with its status.
  struct Entry: Hashable {
    let comparison: CaseComparison
    /// Empty where the status of the case is the result.
    let metrics: [MetricVerdict]

    var scenarioCase: Case { comparison.scenarioCase }
    /// Indicates whether the app shows less of what is right.
    var isWrong: Bool { metrics.contains { $0.metric.concern == .result } }
  }

  private let entries: [Section: [Entry]]
  /// The reason why there is nothing to judge; `nil` where there is something.
  let complaint: String?
  /// The part that was not compared when the comparison stopped; `nil` where it finished.
  let open: String?
  /// The failure of the tool; `nil` where there is none.
  let failure: String?

  init(_ results: ComparisonResults, verdict: ComparisonVerdict) {
    var entries: [Section: [Entry]] = [:]
    for section in Section.allCases {
      let cases = results.cases.filter { $0.status.section == section }
        .map { Entry(comparison: $0, metrics: []) }
      let metrics = results.cases.map { comparison in
        Entry(
          comparison: comparison,
          metrics: comparison.metrics.filter { $0.outcome.section == section })
      }.filter { !$0.metrics.isEmpty }
      entries[section] = cases + metrics
    }
    let wrong = Set((entries[.worse] ?? []).filter(\.isWrong).map(\.scenarioCase))
    entries[.betterBecauseWrong] = entries[.better]?.filter { wrong.contains($0.scenarioCase) }
    entries[.better] = entries[.better]?.filter { !wrong.contains($0.scenarioCase) }
    for section in [Section.worse, .accepted, .better] {
      entries[section] = Self.worstFirst(entries[section] ?? [])
    }
    self.entries = entries
    (open, failure) = (results.completion.open, results.completion.failure)
    let unmatched = (entries[.missing] ?? []) + (entries[.notComparable] ?? [])
    complaint =
      results.refusal
      ?? (verdict.exitCode == .notComparable && unmatched.isEmpty ? "nothing was compared" : nil)
  }

  /// The entries of a section.
  subscript(section: Section) -> [Entry] { entries[section] ?? [] }

  /// The entries of a section with one metric each, the worst first whatever its case: what is broken or
  /// crosses a criterion, then what a person notices, then the others.
  func changes(_ section: Section) -> [Entry] {
    let single = self[section].flatMap { entry in
      entry.metrics.isEmpty
        ? [entry] : entry.metrics.map { Entry(comparison: entry.comparison, metrics: [$0]) }
    }
    let sorted = Self.descending(single) { $0.metrics.first?.weight ?? .all }
    let groups = Dictionary(grouping: sorted) { entry in
      entry.metrics.first.map { $0.crossedBound != nil ? 0 : $0.metric.effect != nil ? 1 : 2 } ?? 0
    }
    return groups.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  /// The number of metrics in a section.
  func metricCount(_ section: Section) -> Int { self[section].reduce(0) { $0 + $1.metrics.count } }

  // MARK: - Order

  /// The worst first, within a case and among them.
  private static func worstFirst(_ entries: [Entry]) -> [Entry] {
    let sorted = entries.map { entry in
      Entry(comparison: entry.comparison, metrics: descending(entry.metrics, by: \.weight))
    }
    return descending(sorted) { $0.metrics.first?.weight ?? .none }
  }

  /// Equal elements keep their order.
  static func descending<Element>(
    _ elements: [Element], by weight: (Element) -> MetricVerdict.Weight
  ) -> [Element] {
    elements.enumerated().sorted { first, second in
      let (one, other) = (weight(first.element), weight(second.element))
      return one == other ? first.offset < second.offset : one > other
    }.map(\.element)
  }
}

extension ComparisonResults {
  /// The command that compares an entry's case again, to be copied; `nil` where only the base has
  /// the case.
  func fullCommand(repeating entry: ComparisonFindings.Entry) -> String? {
    command(repeating: entry.comparison).map { PlainText.line($0) }
  }
}

extension MetricVerdict.Outcome {
  /// The outcome for people.
  var label: String { traits.label }
  /// The section of the outcome; `nil` for one that needs no action.
  var section: ComparisonFindings.Section? { traits.section }
  /// The status on a page; `nil` if the finding is neither good nor bad.
  var pageStatus: PageDocument.Status? { traits.status }

  private var traits:
    (label: String, section: ComparisonFindings.Section?, status: PageDocument.Status?)
  {
    switch self {
    case .pass: ("passed", nil, nil)
    case .regression: ("worse", .worse, .fail)
    case .improvement: ("better", .better, .pass)
    case .accepted: ("accepted", .accepted, .open)
    case .inconclusive: ("inconclusive", .inconclusive, .open)
    case .new: ("new, not gated", .new, nil)
    case .missing: ("missing in the head", .missing, .fail)
    case .notGated: ("not gated", nil, nil)
    case .notJudged: ("not judged", .notJudged, .open)
    }
  }
}

extension CaseComparison.Status {
  /// The status for people: `broken in the head`.
  package var label: String { traits.label }
  /// The section of the status; `nil` for a case that was compared.
  var section: ComparisonFindings.Section? { traits.section }
  /// The reason why no metric of the case was judged.
  var reasonNotJudged: String { traits.reason }

  private var traits: (label: String, section: ComparisonFindings.Section?, reason: String) {
    switch self {
    case .compared: ("compared", nil, "reported only")
    case .sameProgram: ("same program", nil, "the same program")
    case .new: ("new in the head, not gated", .new, "new")
    case .removed: ("only in the base", .notComparable, "only in the base")
    case .broken: ("broken in the head", .broken, "broken in the head")
    case .baseBroken: ("broken in the base, undecided", .inconclusiveBase, "broken in the base")
    case .notDeterministic:
      ("not deterministic in the head", .broken, "not deterministic in the head")
    case .baseNotDeterministic:
      (
        "not deterministic in the base, undecided", .inconclusiveBase,
        "not deterministic in the base"
      )
    case .nothingMeasured:
      ("nothing measured in the head", .broken, "without a number in the head")
    case .notComparable: ("not comparable", .notComparable, "not comparable")
    }
  }
}
