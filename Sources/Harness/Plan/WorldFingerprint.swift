import Foundation
import ScenarioModel
import Support

/// A number that tells whether two runs gave the strategies of a scenario the same work.
///
/// It is the same on every machine and in every folder, and does not depend on the scenario's
/// title, strategies, sizes, trials, thresholds, claims and tolerances: a case has a size and a
/// strategy of its own, and the others decide nothing of what a trial does.
public struct EnvironmentFingerprint: Hashable, Sendable, Codable {
  /// Of what the scenario's file says of its world, and of the contents of the files it names.
  public let world: String
  /// Of the values of the platform profile behind the modelled numbers; `nil` where there is none.
  public let profile: String?

  /// Reads the files that the scenario names; one that cannot be read counts as empty, and the
  /// trials that need it say so.
  public init(_ scenario: Scenario) {
    var hash = FowlerNollVoHash()
    hash.combine(scenario.environmentText)
    for file in scenario.workload.inputFiles {
      let contents = (try? RegularFile.read(file)) ?? Data()
      hash.combine(String(decoding: contents, as: UTF8.self))
    }
    world = hash.hexadecimal
    profile = Self.profile(of: scenario.workload)
  }

  /// The fingerprint of the platform profile alone.
  static func profile(of workload: any Workload) -> String? {
    workload.profile.map { profile in
      var hash = FowlerNollVoHash()
      for parameter in profile.parameters
      where workload.profileGroups.contains(parameter.name.group) {
        hash.combine("\(parameter.name.rawValue) \(parameter.value) \(parameter.unit.rawValue)")
      }
      return hash.hexadecimal
    }
  }
}
