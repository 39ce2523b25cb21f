import Harness
import ScenarioModel

/// The cause of a regression: where the records of two replays of a case first differ, or what grew
/// most from the base to the head.
package struct RegressionCause: Hashable, Sendable, Codable {
  /// The kind of the rows.
  package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// The first differences of the records, without rows.
    case records
    /// Functions by their instructions.
    case functions
    /// Sites by all of their allocations.
    case allocations
    /// Sites by the bytes not yet freed at the peak of live memory.
    case liveMemory = "live-memory"

    /// Returns whether it explains regressions of a metric.
    func explains(_ metric: Metric) -> Bool {
      switch metric.name {
      case Metric.allocations.name, Metric.bytesAllocated.name: self == .allocations
      case Metric.peakLiveBytes.name: self == .liveMemory
      case Metric.instructions.name: self == .functions
      case _ where metric.kind.isDeterministic: self == .records
      default: self == .functions && metric.unit == .nanoseconds
      }
    }
  }

  /// A function, or a site of allocations.
  package struct Row: Hashable, Sendable, Codable {
    package let function: String
    /// The file and the line of the head's source that grew most, or of a site, that allocates most;
    /// `nil` where they are not known.
    package let place: String?
    /// The function that calls a site's; `nil` where there is none.
    package let caller: String?
    package let base: ProfileAmount
    package let head: ProfileAmount

    package init(
      function: String, place: String?, caller: String? = nil, base: ProfileAmount,
      head: ProfileAmount
    ) {
      (self.function, self.place, self.caller) = (function, place, caller)
      (self.base, self.head) = (base, head)
    }

    /// The head's amounts without the base's.
    package var growth: ProfileAmount {
      ProfileAmount(total: head.total - base.total, count: head.count - base.count)
    }
  }

  package let scenarioCase: Case
  package let kind: Kind
  /// The names of the metrics that got worse.
  package let metrics: [String]
  /// The rows in the order of the table; empty where they are not available.
  package var rows: [Row] = []
  /// The first difference of each record; empty where none differs, and for other kinds.
  package var differences: [RecordDifference] = []
  /// The meaning of a frame: `all searches of one person`.
  package var frameLabel: String?
  /// The kept profiles, from the folder of the report.
  package var files: [String] = []
  /// The reason why there are no rows; `nil` where there are.
  package var notAvailable: String?

  package init(_ scenarioCase: Case, kind: Kind, metrics: [String]) {
    (self.scenarioCase, self.kind, self.metrics) = (scenarioCase, kind, metrics)
  }
}

extension [RegressionCause.Row] {
  /// Returns the ten rows with the largest weights, ordered by name where these are equal.
  func descending(by weight: (RegressionCause.Row) -> (Double, Double)) -> Self {
    let weighted = map { (weight: weight($0), name: $0.function + ($0.caller ?? ""), row: $0) }
    return weighted.sorted {
      $0.weight == $1.weight ? $0.name < $1.name : $0.weight > $1.weight
    }.prefix(10).map(\.row)
  }
}

extension [String: Int] {
  /// The place with the largest number and a known line, the first of several in the order of the
  /// alphabet.
  var mostFrequent: String? {
    filter { !$0.key.hasSuffix(":0") }.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}
