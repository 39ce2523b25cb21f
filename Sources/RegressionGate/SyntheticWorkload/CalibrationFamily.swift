import Measurement
import ScenarioModel
import YAMLReading

/// Work of a known amount, to try a gate on: what it must find is known beforehand.
///
/// No family for scenarios of maps: a tool knows it so that its own gate can be calibrated.
package struct CalibrationFamily: ScenarioFamily {
  package let description = FamilyDescription(
    name: "calibration", strategies: CalibrationStrategyEntry.all.map(\.description),
    metrics: [.workUnits], headlines: ["frame-time-p50", "work-units", "allocations"],
    columns: ["frame-time-p50", "work-units", "allocations"],
    sizeLabel: "units of work a frame", frameLabel: "a known amount of work")

  package init() {}

  package var keys: [String] { CalibrationWorkload.keys }

  package func workload(
    _ mapping: YAMLMapping, file: String
  ) throws(InputError) -> any Workload {
    try CalibrationWorkload(mapping)
  }

  /// The strategy that the others are compared with.
  package static let plainStrategy = CalibrationStrategyEntry.plain.description.name
  /// The strategies that do so many hundredths of the work more, by that number.
  package static let slowerStrategies: [(percent: Int, name: String)] =
    zip(CalibrationStrategyEntry.percents, CalibrationStrategyEntry.all.dropFirst()).map {
      ($0, $1.description.name)
    }
  /// The strategies that do one counted operation more.
  package static let countedStrategies =
    CalibrationStrategyEntry.all.dropFirst(1 + slowerStrategies.count).map(\.description.name)
}

extension Metric {
  static let workUnits = Metric(
    "work-units", .count, .counted, .lowerIsBetter,
    "Units of the known work that were done.")
}
