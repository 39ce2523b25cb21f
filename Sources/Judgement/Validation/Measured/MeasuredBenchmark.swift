import Reporting
import ScenarioModel
import Simulation
import Support

extension PublishedBenchmark {
  /// Puts a device's measurements beside a case of a scenario of the user.
  ///
  /// - Parameter clock: the modelled time that the test's clock measured; `nil` if that is not
  ///   known.
  package init(
    _ measurements: DeviceMeasurements, of scenarioCase: Case, in scenario: Scenario, clock: Metric?
  ) throws(InputError) {
    name = scenario.name
    title = scenario.title
    measuredOn = measurements.device
    source = [measurements.test, measurements.path].compactMap(\.self).joined(separator: " of ")
    assumptions =
      "the app does what the case \(scenarioCase) does; its size is in \(scenario.sizeLabel)"
    let root = try YAMLDocument(text: scenario.text, file: scenario.file).root
    rebuilt = try Rebuilt(
      family: scenario.family, text: scenario.text, file: scenario.file,
      profile: root.mapping().value("device").mapping().value("profile"),
      variant: scenarioCase.variant)
    let compared = measurements.measured.map { measured in
      let name = measured.quantity.metric
      let metric = name == nil ? clock : scenario.family.metrics.first { $0.name == name }
      return metric.map { ValidationRow(measured, as: $0, of: scenarioCase) }
        ?? ValidationRow(
          unused: measured.identifier,
          reason: name == nil ? measured.quantity.note : "the scenario does not model it")
    }
    rows =
      compared + measurements.unused.map { ValidationRow(unused: $0.identifier, reason: $0.reason) }
    isOwn = true
  }
}

extension ValidationRow {
  fileprivate init(
    _ measured: DeviceMeasurements.Measured, as metric: Metric, of scenarioCase: Case
  ) {
    let (quantity, samples) = (measured.quantity, measured.samples)
    let isBound = quantity.form.isBound
    self.init(
      label: metric.name,
      model: .metric(
        metric, strategy: scenarioCase.strategy, size: scenarioCase.size, less: []),
      unit: metric.unit, measured: isBound ? nil : samples.median,
      low: isBound ? 0 : samples.low, high: isBound ? samples.maximum : samples.high,
      figure: "\(measured.identifier), \(LimitedList.counted(samples.count, "value")); "
        + quantity.note,
      firmness: samples.count < 3 ? .noisy : .firm, recordings: samples.count, sets: [])
  }

  /// A number that is not compared.
  fileprivate init(unused identifier: String, reason: String) {
    self.init(
      label: "none", model: .none(reason: reason), unit: .count, measured: nil, low: nil,
      high: nil, figure: identifier, firmness: .noisy, recordings: 1, sets: [])
  }
}
