import ScenarioModel
import Support

/// The division of metrics into tables that are narrow enough to be read.
enum MetricTables {
  /// The metrics of one kind, in tables of few columns: percentiles of one quantity together, the
  /// others by topic.
  static func tables(of metrics: [Metric], kind: MetricKind) -> [[Metric]] {
    let own = metrics.filter { $0.kind == kind }
    // A single percentile needs no table of its own.
    let series = own.compactMap(\.quantity).uniqued()
      .map { quantity in own.filter { $0.quantity == quantity } }
      .filter { $0.count > 1 }
    let rest = own.filter { metric in !series.contains { $0.contains(metric) } }
    let topics = Topic.allCases.flatMap { topic in
      chunks(of: rest.filter { Topic(of: $0) == topic }, limit: limit(of: kind))
    }
    return series + merged(topics, limit: limit(of: kind))
  }

  /// The topic of a metric.
  private enum Topic: CaseIterable {
    case time
    case work
    case memory
    case shares

    init(of metric: Metric) {
      self =
        switch metric.unit {
        case .nanoseconds, .millisecondsPerSecond: .time
        case .bytes: .memory
        case .fraction, .ratio, .points, .meters: .shares
        // Blocks belong to their bytes.
        case .count: metric.name == Metric.allocations.name ? .memory : .work
        }
    }
  }

  /// Measured cells carry an interval and need more room.
  private static func limit(of kind: MetricKind) -> Int {
    kind == .measured ? 5 : 8
  }

  /// Parts of nearly equal length.
  private static func chunks(of metrics: [Metric], limit: Int) -> [[Metric]] {
    guard !metrics.isEmpty else { return [] }
    let count = (metrics.count + limit - 1) / limit
    return (0..<count).map {
      Array(metrics[metrics.count * $0 / count..<metrics.count * ($0 + 1) / count])
    }
  }

  /// Neighbours in one table where they fit.
  private static func merged(_ tables: [[Metric]], limit: Int) -> [[Metric]] {
    var result: [[Metric]] = []
    for table in tables {
      if let last = result.last, last.count + table.count <= limit {
        result[result.count - 1] += table
      } else {
        result.append(table)
      }
    }
    return result
  }
}

extension ScenarioResults {
  /// The columns of the tables of a page: what is wanted, the columns of the terminal and the headlines,
  /// each once.
  var shownMetrics: [Metric] {
    let wanted = variants.flatMap { scenario.demands(of: $0).map(\.metric) }
    return (wanted + scenario.columns + scenario.headlines).uniqued()
  }
}
