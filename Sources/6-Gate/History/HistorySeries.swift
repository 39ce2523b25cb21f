import ScenarioModel
import Support

/// The numbers of one metric of one case over the runs of a history, in the order in which they were
/// added.
package struct HistorySeries: Hashable, Sendable, Encodable {
  /// The number of a run.
  package struct Point: Hashable, Sendable, Encodable {
    package let commit, time: String
    package let value: Double
  }

  /// Successive runs between two changes.
  package struct Level: Hashable, Sendable, Encodable {
    /// The place of the first one, and their number.
    package let start, runs: Int
    /// The median of their numbers.
    package let value: Double
  }

  /// The case in one line.
  package let name: String
  package let metric: Metric
  /// The properties of the machine that the numbers depend on; empty for numbers that are the same
  /// on every machine.
  package let machine: String
  /// The identifier of the environment; empty where it is not known.
  package let environment: String
  package private(set) var points: [Point] = []
  /// One where nothing changed; none where the series is not judged, as it has too few runs.
  package private(set) var levels: [Level] = []

  package var isChanged: Bool { levels.count > 1 }
  package var scenario: String { String(name.prefix { $0 != " " }) }

  private var identifier: String { "\(name) \(metric.name) \(machine) \(environment)" }
  private var rank: (Double, Int, String) { (-worsening, -levels.count, identifier) }

  /// The share by which the last level is worse than the best one; infinite from 0.
  package var worsening: Double {
    let values = levels.map(\.value)
    let best = metric.polarity == .higherIsBetter ? values.max() : values.min()
    guard let best, let last = values.last, best != last else { return 0 }
    return abs((last - best) / best)
  }

  /// Sorts the numbers of runs into series. Those that changed come first, the worst before the
  /// others. Pure.
  ///
  /// Numbers that depend on the machine have a series for each machine, and each environment has
  /// its own. The lines give the order: a time is the file's time, which a copy changes.
  package static func all(of lines: [HistoryLine]) -> [HistorySeries] {
    var found: [String: HistorySeries] = [:]
    // A run belongs to the first one of its commit: a machine may come to a commit later than others.
    let places = Dictionary(
      lines.enumerated().map { ($1.commit, $0) }, uniquingKeysWith: { first, _ in first })
    let ordered = lines.enumerated().sorted {
      (places[$0.element.commit] ?? 0, $0.offset) < (places[$1.element.commit] ?? 0, $1.offset)
    }
    for line in ordered.map(\.element) {
      let machines = line.metrics.mapValues { HostMismatch.host(of: line.provenance, for: $0) }
      for (name, numbers) in line.cases {
        let environment = line.environments[String(name.prefix { $0 != " " })] ?? ""
        // No program writes a number that is beyond all that a chart can have.
        for (metric, value) in numbers where abs(value) < 1e300 {
          guard let machine = machines[metric], let metric = line.metrics[metric] else { continue }
          let series = HistorySeries(
            name: name, metric: metric, machine: machine, environment: environment)
          let point = Point(commit: line.commit, time: line.time, value: value)
          found[series.identifier, default: series].points.append(point)
        }
      }
    }
    return found.values.map(\.judged).sorted { $0.rank < $1.rank }
  }

  /// The series with its levels. Exact numbers begin one with each other number.
  private var judged: HistorySeries {
    let values = points.map(\.value)
    let differing = values.indices.dropFirst().filter { values[$0] != values[$0 - 1] }
    let exact = values.count > 1 ? differing : nil
    let changes = metric.kind.isDeterministic ? exact : ChangePoints(values)?.places
    let edges = changes.map { [0] + $0 + [values.count] } ?? []
    var series = self
    series.levels = zip(edges, edges.dropFirst()).map { start, end in
      let median = (try? SampleSummary(values[start..<end]))?.median
      return Level(start: start, runs: end - start, value: median ?? values[start])
    }
    return series
  }
}
