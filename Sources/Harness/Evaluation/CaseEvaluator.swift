import Foundation
import PlatformProfiles
import ScenarioModel

/// Evaluates one case at points of the profile's parameters, with as few replays as possible.
///
/// A replay is repeated only where a parameter that it read has another value. It keeps the records
/// of points that differ in one parameter or none, which others come back to.
package struct CaseEvaluator {
  fileprivate struct Replayed {
    let seed: UInt64?
    /// The parameters that the replay read, with their values then.
    let read: [ProfileParameter.Name: Double]
    let record: any ReplayRecord
    let costParameters: Set<ProfileParameter.Name>
  }

  private let preparation: CasePreparation
  private let families: FamilyRegistry
  /// The profile of the scenario's file; `nil` if nothing is modelled.
  private let profile: PlatformProfile?
  private var kept: [Replayed] = []
  private var count = 0

  /// The maximum number of records that are kept; each may have some hundred kilobytes.
  private static let maxKept = 64

  package init(_ preparation: CasePreparation, families: FamilyRegistry) throws {
    self.preparation = preparation
    self.families = families
    profile = try EnvironmentFile(
      yaml: preparation.scenario.text, file: preparation.scenario.file, families: families
    ).workload.platform(of: preparation.scenarioCase.variant).profile
  }

  package mutating func evaluation(at point: ParameterPoint) throws -> Evaluation {
    let profile = profile?.overriding(ParameterOverrides(point.values))
    if let profile, let earlier = kept.first(where: { $0.isValid(at: point, under: profile) }) {
      return earlier.evaluation(under: profile)
    }
    let reads = ParameterReads()
    let workload = try EnvironmentFile(
      yaml: preparation.scenario.text, file: preparation.scenario.file, families: families,
      parameters: ParameterOverrides(point.values, notingReadsIn: reads)
    ).workload
    count += 1
    let folders = try Worker.folders("evaluation-\(count)", in: self.folders(ofSeed: point.seed))
    defer { try? FileManager.default.removeItem(atPath: folders.own) }
    let record = try (point.seed.map { workload.reseeded($0) } ?? workload)
      .evaluate(preparation.scenarioCase, folders: folders)
    let read = reads.names
    guard let profile else { throw WorkerError.nothingModelled }
    let costReads = ParameterReads()
    _ = record.values(
      under: profile.overriding(ParameterOverrides([:], notingReadsIn: costReads)))
    let replayed = Replayed(
      seed: point.seed,
      read: Dictionary(uniqueKeysWithValues: read.map { ($0, profile[$0]) }), record: record,
      costParameters: costReads.names.subtracting(read))
    if point.values.count <= 1, kept.count < Self.maxKept { kept.append(replayed) }
    return replayed.evaluation(under: profile)
  }

  /// The trial's folders, with a shared one for each seed: what replays share there, such as an
  /// index, is made of the data of one seed.
  private func folders(ofSeed seed: UInt64?) throws -> TrialFolders {
    guard let seed else { return preparation.folders }
    let path = preparation.folders.shared + "/seed-\(seed)"
    do {
      // Another process may make the same folder at this moment.
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw EnvironmentError(path: path, reason: error.localizedDescription)
    }
    return TrialFolders(own: preparation.folders.own, shared: path)
  }
}

extension CaseEvaluator.Replayed {
  /// Indicates whether a replay at a point would be the same one.
  fileprivate func isValid(at point: ParameterPoint, under profile: PlatformProfile) -> Bool {
    seed == point.seed && read.allSatisfy { profile[$0.key] == $0.value }
  }

  fileprivate func evaluation(under profile: PlatformProfile) -> Evaluation {
    Evaluation(
      values: record.values(under: profile), replayParameters: Set(read.keys),
      costParameters: costParameters)
  }
}
