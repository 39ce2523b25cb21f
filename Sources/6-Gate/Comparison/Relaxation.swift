import ScenarioModel
import Support

/// A way in which the head asks for less than the base does.
///
/// A change must not excuse itself: the base's tolerances count, and a comparison with a relaxation
/// is inconclusive at best. Options of the command line are no relaxations.
package enum Relaxation: Hashable, Sendable, CustomStringConvertible {
  /// The head's file tolerates more of a metric; `nil` where a file has no tolerance of it.
  case tolerance(scenario: String, metric: String, base: Double?, head: Double?)
  /// The head's file tolerates more of a metric than its method does, and the base's file is not
  /// known.
  case unknownTolerance(scenario: String, metric: String, head: Double)
  /// The head's file has no threshold that is as strict; `head` is another one on the same metric.
  case threshold(scenario: String, base: Threshold, head: Threshold?)
  /// Only the base's file says that a metric must not change, or only the head's.
  case mustNotChange(scenario: String, metric: String, isInHead: Bool)
  /// Only the base's file accepts a change, or only the head's.
  case acceptedChange(AcceptedChange, isInHead: Bool)
  /// The head's file accepts replays that look at less of the data.
  case minSeen(scenario: String, base: Double, head: Double)
  /// The head's file has nothing of the scenario measured.
  case noTrials(scenario: String)
  /// The head's file describes another environment, in which both programs are replayed.
  case environment(scenario: String)
  /// A file that scenarios name differs, and both programs read the head's.
  case data(file: String)
  /// The content that a named file has in the base is not known.
  case unknownData(file: String, reason: String)
  /// The head's files do not have cases of the base's.
  case removedCases([Case])
  /// A number of the base's cases were not chosen for the head's run.
  case unchosenCases(Int)
  /// The requirements of the base's files cannot be read.
  case unreadableBase(reason: String)
  /// The base's commit has no scenario file at all, and the head's files have scenarios.
  case noBaseScenarios
  /// One that the file of an earlier comparison describes.
  case recorded(String)

  package var description: String {
    switch self {
    case .tolerance(let scenario, let metric, let base, let head):
      "\(scenario): the tolerance of \(metric) is \(Self.percent(head)) in the head's file, and "
        + "\(Self.percent(base)) in the base's, which counts"
    case .unknownTolerance(let scenario, let metric, let head):
      "\(scenario): the tolerance of \(metric), \(Self.percent(head)) in the head's file, does not "
        + "count, as the base's is not known"
    case .threshold(let scenario, let base, let head):
      "\(scenario): the head's file does not keep the base's threshold "
        + "'\(base.expression)' of \(base.strategy)\(base.restriction.label)"
        + (head.map { ", but has '\($0.expression)'\($0.restriction.label)" } ?? "")
    case .mustNotChange(let scenario, let metric, let isInHead):
      "\(scenario): must-not-change has \(metric) in "
        + (isInHead
          ? "the head's file alone; it counts once it is in the base"
          : "the base's file alone, which counts")
    case .acceptedChange(let change, let isInHead):
      isInHead
        ? "the head accepts \(change.label); it counts once it is in the base"
        : "the head no longer accepts \(change.label); the base's entry counts"
    case .minSeen(let scenario, let base, let head):
      "\(scenario): min-seen is \(Self.percent(head)) in the head's file, and "
        + "\(Self.percent(base)) in the base's"
    case .noTrials(let scenario):
      "\(scenario): the head's file has no trials, so nothing is measured"
    case .environment(let scenario):
      "\(scenario): the head's file describes another environment than the base's; both programs "
        + "were compared in the head's"
    case .data(let file):
      "\(file) differs from the base's file, and both programs read the head's"
    case .unknownData(let file, let reason):
      "the base's contents of \(file) are not known, so both programs read the head's: \(reason)"
    case .removedCases(let cases): Self.text(of: cases)
    case .unchosenCases(let count):
      "\(count) of the base's cases \(count == 1 ? "was" : "were") not chosen for the head's run"
    case .unreadableBase(let reason):
      "a scenario of the base cannot be read, so its requirements are not known: \(reason)"
    case .recorded(let description): description
    case .noBaseScenarios:
      "the base's commit has no scenario files, so its requirements are not known"
    }
  }

  private static func text(of cases: [Case]) -> String {
    let shown = cases.prefix(5).map { "\($0)" }.joined(separator: ", ")
    let more = cases.count > 5 ? " and \(cases.count - 5) more" : ""
    let count =
      cases.count == 1
      ? "1 case of the base's scenario files is not in the head's, and was not compared: "
      : "\(cases.count) cases of the base's scenario files are not in the head's, and were not "
        + "compared: "
    return count + shown + more
  }

  private static func percent(_ share: Double?) -> String {
    guard let share else { return "not given" }
    let percent = (share * 1e8).rounded() / 1e6
    return (Int(exactly: percent).map(String.init) ?? String(percent)) + " %"
  }
}

extension ConfigurationFilter {
  /// The variant and the size, to follow a name; empty where the filter includes everything.
  fileprivate var label: String {
    let parts = [variant, size.map { "size \($0)" }].compactMap(\.self)
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }
}

extension Relaxation {
  /// The conditions besides tolerances that a head's file has loosened or dropped.
  static func loosened(
    from base: ScenarioDescription, to head: ScenarioDescription
  ) -> [Relaxation] {
    var relaxations = base.thresholds.filter { threshold in
      !head.thresholds.contains { $0.isAsStrict(as: threshold) }
    }.map { threshold in
      Relaxation.threshold(
        scenario: head.name, base: threshold,
        head: head.thresholds.first { $0.isOnSameQuantity(as: threshold) })
    }
    let names = (base.mustNotChange + head.mustNotChange).uniqued()
    for name in names where base.mustNotChange.contains(name) != head.mustNotChange.contains(name) {
      relaxations.append(
        .mustNotChange(
          scenario: head.name, metric: name, isInHead: head.mustNotChange.contains(name)))
    }
    if head.minSeen < base.minSeen {
      relaxations.append(.minSeen(scenario: head.name, base: base.minSeen, head: head.minSeen))
    }
    if base.trials > 0, head.trials == 0 { relaxations.append(.noTrials(scenario: head.name)) }
    return relaxations
  }
}

extension Threshold {
  fileprivate func isOnSameQuantity(as other: Threshold) -> Bool {
    strategy == other.strategy && metric == other.metric && subject == other.subject
  }

  /// Returns whether everything that meets this threshold meets the other one, too.
  fileprivate func isAsStrict(as other: Threshold) -> Bool {
    guard isOnSameQuantity(as: other),
      restriction.variant == nil || restriction.variant == other.restriction.variant,
      restriction.size == nil || restriction.size == other.restriction.size
    else { return false }
    switch (bound, other.bound) {
    case (.value(let own), .value(let wanted)):
      return comparison.implies(other.comparison, own, wanted)
    case (.multiple(let own, let strategy), .multiple(let wanted, let otherStrategy)):
      return strategy == otherStrategy && comparison.implies(other.comparison, own, wanted)
    case (.value, .multiple), (.multiple, .value): return false
    }
  }
}

extension Threshold.Comparison {
  /// Returns whether each value that has this relation to the first bound has the other one to the
  /// second.
  fileprivate func implies(_ other: Self, _ bound: Double, _ otherBound: Double) -> Bool {
    let isLow = [.atMost, .below, .equal].contains(self)
    let isHigh = [.atLeast, .above, .equal].contains(self)
    switch other {
    case .atMost: return isLow && bound <= otherBound
    case .atLeast: return isHigh && bound >= otherBound
    case .below: return isLow && (bound < otherBound || self == .below && bound == otherBound)
    case .above: return isHigh && (bound > otherBound || self == .above && bound == otherBound)
    case .equal: return self == .equal && bound == otherBound
    }
  }
}
