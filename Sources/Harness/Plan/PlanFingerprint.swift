import Foundation
import Scenarios

/// A number that tells whether two runs would do the same work with the same program.
///
/// A run is only continued (`--resume`) under the plan that it was begun with.
public struct PlanFingerprint: Hashable, Sendable, Codable {
  public let value: String

  /// - Parameter executable: the worker's program; a rebuilt one is another plan.
  init(plan: Plan, executable: String) {
    var hash = FowlerNollVoHash()
    for scenario in plan.scenarios {
      hash.combine(scenario.text)
    }
    for trial in plan.trials {
      hash.combine(trial.description)
    }
    for file in plan.scenarios.flatMap(\.workload.inputFiles).uniqued() {
      hash.combine(fileAt: file)
    }
    hash.combine("\(plan.selection.seed.map(String.init) ?? "")")
    let attributes = try? FileManager.default.attributesOfItem(atPath: executable)
    let size = attributes?[.size] as? Int ?? 0
    let modified = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
    hash.combine("\(size) \(modified)")
    value = hash.hexadecimal
  }
}
