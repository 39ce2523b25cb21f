import ScenarioModel

/// Summaries of the values at the evaluated points, by parameter and by metric.
extension EvaluationTable {
  /// The parameters, those that change most answers first.
  func parameters(
    _ spans: [ParameterSpan], changing answers: [AnswerSensitivity]
  ) -> [ParameterSensitivity] {
    spans.map { span in
      ParameterSensitivity(
        parameter: span.parameter,
        flips: answers.count { $0.flips.contains { $0.parameter == span.name } },
        moved: cases.reduce(0) { sum, scenarioCase in
          let values = self.values(of: scenarioCase, at: .nominal)
          return sum + values.count { moves(span, $0.name, of: scenarioCase) }
        })
    }.sorted {
      ($0.flips, $0.moved, $1.parameter.name.rawValue)
        > ($1.flips, $1.moved, $0.parameter.name.rawValue)
    }
  }

  /// The metrics with the parameters that move them.
  func dependencies(of metrics: [Metric], on spans: [ParameterSpan]) -> [MetricDependency] {
    // A replay that is not timed has no allocations.
    metrics.filter { metric in
      cases.contains { value(metric.name, of: $0, at: .nominal) != nil }
    }.map { metric in
      MetricDependency(
        metric: metric.name, kind: metric.kind,
        parameters: spans.filter { span in
          cases.contains { moves(span, metric.name, of: $0) }
        }.map(\.name))
    }
  }

  /// The spans of the values that move, of the headlines and of the shares.
  ///
  /// - Parameter draws: the points of the draws of a case.
  func valueSpans(
    of description: ScenarioDescription, draws: (Case) -> [ParameterPoint], seeds: [ParameterPoint]
  ) -> [ValueSpan] {
    let headlines = Set(description.headlines.map(\.name))
    return cases.flatMap { scenarioCase in
      description.metrics.compactMap { metric in
        func numbers(_ points: [ParameterPoint]) -> [Double] {
          points.compactMap { self.value(metric.name, of: scenarioCase, at: $0)?.number }
        }
        guard let value = self.value(metric.name, of: scenarioCase, at: .nominal)?.number
        else { return nil }
        let drawn = numbers(draws(scenarioCase))
        let drawnSpan = drawn.allSatisfy { $0 == value } ? nil : Self.middle90(drawn.sorted())
        let seeded =
          metric.unit == .fraction
          ? SeedSpan(numbers(seeds), within: 0...1) : SeedSpan(numbers(seeds))
        guard
          drawnSpan != nil || !(seeded?.isOnly(value) ?? true) || metric.unit == .fraction
            || metric.role == .selections || headlines.contains(metric.name)
        else { return nil }
        return ValueSpan(
          scenarioCase: scenarioCase, metric: metric.name, value: value, draws: drawnSpan,
          seeds: seeded)
      }
    }
  }

  /// The 5th and the 95th percentile of ascending numbers.
  private static func middle90(_ sorted: [Double]) -> [Double]? {
    guard !sorted.isEmpty else { return nil }
    let last = Double(sorted.count - 1)
    return [sorted[Int((0.05 * last).rounded())], sorted[Int((0.95 * last).rounded())]]
  }

  /// The changes of metrics by single parameters.
  func swings(of metrics: [Metric], by spans: [ParameterSpan]) -> [Swing] {
    spans.flatMap { span in
      cases.flatMap { scenarioCase in
        metrics.compactMap { metric in
          func number(_ value: Double) -> Double? {
            let point = value == span.value ? .nominal : ParameterPoint([span.name: value])
            return self.value(metric.name, of: scenarioCase, at: point)?.number
          }
          guard let value = number(span.value), let low = number(span.low),
            let high = number(span.high), low != value || high != value
          else { return nil }
          return Swing(
            parameter: span.name, scenarioCase: scenarioCase, metric: metric.name, value: value,
            low: low, high: high)
        }
      }
    }
  }
}
