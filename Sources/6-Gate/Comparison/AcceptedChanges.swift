import ScenarioModel

/// The accepted changes of a comparison; the entries of the base's files count.
///
/// A change must not excuse itself: what only the head's file accepts is a relaxation. An entry that
/// has ended, or that matches nothing although its number was compared, fails the comparison until
/// the head's file has it no more.
package struct AcceptedChanges: Hashable, Sendable {
  private let base: [AcceptedChange]
  private let head: [AcceptedChange]
  private let today: String

  /// - Parameter today: the day, such as `2026-11-27`.
  init(base: [AcceptedChange], head: [AcceptedChange], today: String) {
    (self.base, self.head, self.today) = (base, head, today)
  }

  /// The entries that only the head's files have.
  var added: [Relaxation] {
    head.filter { change in !base.contains { $0.isSame(as: change) } }
      .map { .acceptedChange($0, isInHead: true) }
  }

  /// Returns a comparison in which the regressions that the base accepts are accepted changes.
  func judged(_ comparison: CaseComparison) -> CaseComparison {
    let name = "\(comparison.scenarioCase)"
    return comparison.metrics.reduce(comparison) { judged, verdict in
      // An earlier part of a gate may have judged by other files.
      guard verdict.outcome == .regression || verdict.outcome.isAccepted else { return judged }
      let change = base.first { $0.caseName == name && $0.matches(verdict) && !hasEnded($0) }
      let outcome = change.map {
        MetricVerdict.Outcome.accepted(why: "\($0.reason); accepted until \($0.until)")
      }
      return judged.adding(verdict.with(outcome: outcome ?? .regression))
    }
  }

  /// The entries that accept a change, and that only the base's files have.
  func dropped(in cases: [CaseComparison]) -> [Relaxation] {
    base.filter { change in
      isUsed(change, in: cases) == true && !head.contains { $0.isSame(as: change) }
    }.map { .acceptedChange($0, isInHead: false) }
  }

  /// The entries of both files that have ended or match nothing, and what to do.
  func faults(in cases: [CaseComparison]) -> [String] {
    head.filter { change in base.contains { $0.isSame(as: change) } }.compactMap { change in
      let start = "\(change.place): the accepted change of \(change.label) "
      if hasEnded(change) { return start + "ended after \(change.until): remove it" }
      guard isUsed(change, in: cases) == false else { return nil }
      return start + "matches nothing in this comparison: remove it, or correct its numbers"
    }
  }

  private func hasEnded(_ change: AcceptedChange) -> Bool { today > change.until }

  /// Returns whether an entry accepts a change, `false` where its metric was compared and has other
  /// numbers; `nil` where its numbers are not known, and where its change is still to come.
  private func isUsed(_ change: AcceptedChange, in cases: [CaseComparison]) -> Bool? {
    let comparison = cases.first { "\($0.scenarioCase)" == change.caseName }
    let verdict = comparison?.metrics.first { $0.metric.name == change.metric }
    guard let verdict, comparison?.status == .compared else { return nil }
    if verdict.outcome.isAccepted { return change.matches(verdict) }
    if change.isToCome(verdict) { return nil }
    return verdict.outcome == .pass || verdict.outcome.isChange ? false : nil
  }
}

extension AcceptedChange {
  /// The change in one phrase.
  var label: String { "\(metric) in '\(caseName)' from \(from) to \(to)" }

  /// Returns whether another entry accepts the same until the same day.
  func isSame(as other: AcceptedChange) -> Bool {
    (caseName, metric, from, to, until)
      == (other.caseName, other.metric, other.from, other.to, other.until)
  }

  /// Returns whether a verdict has the entry's metric and numbers: both values of a counted or
  /// modelled metric, or a change of a measured one between both ends.
  func matches(_ verdict: MetricVerdict) -> Bool {
    guard verdict.metric.name == metric, let from = Self.number(from, of: verdict.metric),
      let to = Self.number(to, of: verdict.metric)
    else { return false }
    guard verdict.metric.kind.isDeterministic else {
      return verdict.change.map { from <= $0 && $0 <= to } ?? false
    }
    return Self.isEqual(from, verdict.base) && Self.isEqual(to, verdict.head)
  }

  /// Returns whether base and head still have the number before the change: a counted or modelled
  /// metric.
  fileprivate func isToCome(_ verdict: MetricVerdict) -> Bool {
    verdict.metric.kind.isDeterministic && verdict.base == verdict.head
      && Self.number(from, of: verdict.metric).map { Self.isEqual($0, verdict.base) } ?? false
  }

  /// A number of percents or milliseconds is not always the same in binary.
  private static func isEqual(_ number: Double, _ value: Double?) -> Bool {
    value.map { abs($0 - number) <= 1e-12 * abs($0) } ?? false
  }
}
