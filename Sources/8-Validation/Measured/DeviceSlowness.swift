import Answers
import Documents
import Foundation
import Harness
import Platform
import ScenarioModel
import Support

/// The place of a phone on the axis of slowness: the factor by which its main thread takes longer
/// than the profile of a scenario says, from the numbers of a performance test or MetricKit on it.
///
/// The case that the app is, is replayed with the work of the main thread multiplied by each factor of
/// the axis. A measured number belongs to the factors at which the replay has it.
package struct DeviceSlowness: Sendable {
  /// A number of the file with the model's.
  struct Reading: Sendable {
    let identifier: String
    /// The metric that it is compared with; `nil` for a number that is not compared.
    var metric: Metric?
    var measured: SampleSummary?
    /// The model's number with the profile as it is.
    var modelled: Double?
    var estimate: SlownessEstimate?
    /// A description of the number, or why it does not show the slowness.
    let note: String
  }

  let measurements: DeviceMeasurements
  let scenarioCase: Case
  let profile: String
  let readings: [Reading]
  /// The draws of the profile's costs that the spans have; 0 where a replay reads them.
  private let drawCount: Int
  /// The estimate from all numbers; `nil` if none of them shows the slowness.
  package let estimate: SlownessEstimate?
  private let agrees: Bool

  /// Replays a case at each factor.
  ///
  /// - Parameters:
  ///   - clock: the modelled time that the test's clock measured; `nil` if that is not known.
  ///   - pool: the processes that replay.
  /// - Throws: ``SlownessError`` if the case does not complete, ``Harness/HarnessError`` for faults
  ///   of the tool.
  package init(
    _ measurements: DeviceMeasurements, of scenarioCase: Case, in scenario: Scenario,
    clock: Metric?, by pool: EvaluationPool
  ) async throws {
    self.measurements = measurements
    self.scenarioCase = scenarioCase
    let profile = scenario.workload.platform(of: scenarioCase.variant).profile
    guard let profile, profile.slowness == nil else {
      throw SlownessError(
        description: "expected a scenario of a map on a device without 'slowness', found "
          + "\(scenario.name); its numbers cannot be compared with those of a device")
    }
    self.profile = profile.name
    let replays = try await pool.open { queue in
      try await Self.replays(of: scenarioCase, in: scenario, under: profile, on: queue)
    }
    drawCount = replays.count - 1
    var readings: [Reading] = measurements.measured.map { measured in
      let name = measured.quantity.metric
      let metric = name == nil ? clock : scenario.family.metrics.first { $0.name == name }
      guard let metric else {
        return Reading(
          identifier: measured.identifier,
          note: name == nil ? measured.quantity.note : "the scenario does not model it")
      }
      return Self.reading(measured, as: metric, in: replays)
    }
    readings += measurements.unused.map { Reading(identifier: $0.identifier, note: $0.reason) }
    self.readings = readings
    let joined = SlownessEstimate.joined(readings.compactMap(\.estimate))
    (estimate, agrees) = (joined?.estimate, joined?.agrees ?? true)
  }

  /// The values of a case by the factor, with the profile or with a draw of its costs.
  private typealias Replays = [Double: [NamedValue]]

  private static func reading(
    _ measured: DeviceMeasurements.Measured, as metric: Metric, in replays: [Replays]
  ) -> Reading {
    func curve(_ replays: Replays) -> SlownessCurve {
      SlownessCurve(
        replays.compactMap { factor, values in
          values.first { $0.name == metric.name }?.value.number.map { (factor, $0) }
        })
    }
    let (quantity, samples) = (measured.quantity, measured.samples)
    let curves = replays.map(curve)
    let estimate = quantity.form.isBound ? nil : curves[0].estimate(of: samples)
    let reason =
      if estimate != nil {
        ""
      } else if quantity.form.isBound {
        "it is an upper bound, and does not show the slowness; "
      } else if curves[0].isFlat {
        "the model has the same number for every phone; "
      } else {
        "the model has no such number at any slowness from \(Slowness.axisText): the app does "
          + "something else, or the phone is outside that range; "
      }
    return Reading(
      identifier: measured.identifier, metric: metric, measured: samples,
      modelled: replays[0][1]?.first { $0.name == metric.name }?.value.number,
      estimate: estimate?.widened(by: curves.dropFirst().compactMap { $0.estimate(of: samples) }),
      note: "\(reason)\(LimitedList.counted(samples.count, "value")); \(quantity.note)")
  }

  /// Replays of a case at each factor: with the profile, and with draws of its costs. Where a replay
  /// reads what the work takes, each factor is a replay of its own, and nothing is drawn.
  private static func replays(
    of scenarioCase: Case, in scenario: Scenario, under profile: PlatformProfile,
    on queue: EvaluationQueue
  ) async throws -> [Replays] {
    func evaluated(_ lists: [[ParameterPoint]]) async throws -> [EvaluationPool.Outcome] {
      try await queue.run(
        lists.map {
          [
            EvaluationPool.Job(
              scenario: scenario, scenarioCase: scenarioCase, work: .evaluate($0))
          ]
        }
      ).flatMap(\.self)
    }
    let first = try await evaluated([[.nominal]])[0]
    guard case .evaluated(let evaluations) = first else {
      let status = if case .broken(let status) = first { "\(status)" } else { "no values" }
      throw SlownessError(
        description: "\(scenarioCase): expected a replay that completes, found \(status)")
    }
    let nominal = evaluations[0]
    let isReplayed = nominal.replayParameters.contains(where: \.isMainThreadWork)
    let factors = Slowness.factors
    let spans = profile.parameters
      .filter { nominal.costParameters.contains($0.name) && $0.isDrawn }
      .map { ParameterSpan(parameter: $0) }
    let values = [[:]] + spans.draws(count: isReplayed ? 0 : 32, seed: 1)
    let points = values.flatMap { values in
      factors.map { ParameterPoint(values, slowness: $0) }
    }
    let outcomes = try await evaluated(isReplayed ? points.map { [$0] } : [points])
    let found = outcomes.flatMap { outcome -> [[NamedValue]] in
      if case .evaluated(let evaluations) = outcome {
        evaluations.map(\.values)
      } else {
        isReplayed ? [[]] : points.map { _ in [] }
      }
    }
    return values.indices.map { draw in
      Dictionary(uniqueKeysWithValues: zip(factors, found[(draw * factors.count)...]))
    }
  }
}

/// A reason why a phone cannot be placed.
package struct SlownessError: Error, Hashable, CustomStringConvertible {
  package let description: String
}

// MARK: - Output

extension DeviceSlowness {
  /// The answer in sentences, as plain text.
  package var summary: String {
    let origin = [measurements.test.map { "\($0) on" }, measurements.device].compactMap(\.self)
      .joined(separator: " ")
    guard let estimate else {
      return "The slowness of the phone is not known: \(origin) has no number that shows it."
    }
    return
      "The phone takes \(estimate.text) as long as \(profile) for its main thread's work, "
      + "according to \(origin)."
      + (agrees ? "" : " Its numbers contradict each other; the span covers all of them.")
      + (drawCount > 0
        ? " The span covers the spread of the measurement and of \(drawCount) draws of the profile's costs."
        : " The span covers the measurement's spread only: no costs of the profile were drawn.")
  }

  /// The phone in Markdown that also reads well in a terminal. Pure.
  @DocumentBuilder package var document: Document {
    Paragraph(summary.escaped)
    Table(
      ["metric", "of the file"], numbers: ["measured", "95 % span", "modelled", "slowness"],
      of: readings.filter { $0.metric != nil }
    ) { reading in
      guard let metric = reading.metric, let measured = reading.measured else { return nil }
      return [
        metric.name, "\(reading.identifier); \(reading.note)".escaped,
        NumberFormat.text(measured.median, metric.unit),
        NumberFormat.interval(
          measured.low, measured.high, around: measured.median, metric.unit) ?? "–",
        reading.modelled.map { NumberFormat.text($0, metric.unit) } ?? "not available",
        reading.estimate?.text ?? "not shown",
      ]
    }
    Table(["not compared", "reason"], of: readings.filter { $0.metric == nil }) {
      [$0.identifier, $0.note].map(\.escaped)
    }
    Paragraph(
      "The model replays the case `\(scenarioCase)`. Only the file's numbers are measured.")
    if let estimate {
      Paragraph(
        "In a scenario: `device: { …, slowness: \(Slowness.text(estimate.slowness.factor)), "
          + "slowness-up-to: \(Slowness.text(estimate.slowness.upTo)) }`; for a file of pins: "
          + "`mappressure try FILE --slowness \(Slowness.text(estimate.slowness.factor))`.")
    }
  }

  /// Indicates whether any number is compared.
  package var comparesSomething: Bool { readings.contains { $0.modelled != nil } }
}

extension DeviceSlowness: Encodable {
  package func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      "device": measurements.device, "test": measurements.test, "case": "\(scenarioCase)",
      "profile": profile, "slowness": estimate, "agrees": agrees, "readings": readings,
    ])
  }
}

extension DeviceSlowness.Reading: Encodable {
  func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      "identifier": identifier, "metric": metric?.name, "measured": measured,
      "modelled": modelled, "slowness": estimate, "note": note,
    ])
  }
}
