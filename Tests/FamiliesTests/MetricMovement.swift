import Families
import Harness
import Platform
import ScenarioModel
import Simulation
import TestSupport

/// A value that differs with another value of one parameter.
struct MetricMovement: CustomStringConvertible {
  let metric: String
  let scenarioCase: Case
  let parameter: ProfileParameter
  /// The parameter's other value, as the profile's subscript has it.
  let moved: Double
  let from: MetricValue
  let to: MetricValue

  var description: String {
    "\(metric) of \(scenarioCase): \(from) with \(parameter.name.rawValue) = \(parameter.value) "
      + "\(parameter.unit.symbol), \(to) with \(parameter.unscaled(moved)) \(parameter.unit.symbol)"
  }
}

extension SmallEnvironment {
  /// Returns the movements of all metrics of all cases by single parameters, without those that
  /// define the input.
  ///
  /// Only what reads a parameter is replayed with another value of it.
  func movements() throws -> [MetricMovement] {
    let folder = try TemporaryFolder()
    let folders = try folder.trialFolders()
    let scenario = try scenario(in: folder)
    let parameters = scenario.workload.profile?.parameters ?? []
    let evaluator = try ScenarioEvaluator(ScenarioText(scenario), families: .standard)
    return try scenario.cases.flatMap { scenarioCase in
      let nominal = try evaluator.evaluation(of: scenarioCase, at: .nominal, folders: folders)
      let read = nominal.replayParameters.union(nominal.costParameters)
      var movements: [MetricMovement] = []
      for parameter in parameters
      where read.contains(parameter.name) && !parameter.name.group.definesInput {
        for value in parameter.otherValues {
          let moved = try evaluator.evaluation(
            of: scenarioCase, at: ParameterPoint([parameter.name: value]), folders: folders)
          for (before, after) in zip(nominal.values, moved.values)
          where before.value != after.value {
            movements.append(
              MetricMovement(
                metric: before.name, scenarioCase: scenarioCase, parameter: parameter,
                moved: value, from: before.value, to: after.value))
          }
        }
      }
      return movements
    }
  }
}

extension ProfileParameter {
  /// The ends of the span; half and twice the value where the evidence leaves nothing open.
  fileprivate var otherValues: [Double] {
    let range = name.range(in: unit)
    let isOpen = low < value || value < high
    return (isOpen ? [low, high] : [value * 0.5, value * 2])
      .map { unit == .count ? $0.rounded() : $0 }
      .map { min(max($0, range.lowerBound), range.upperBound) }
      .filter { $0 != value }.map(scaled)
  }
}
