import Foundation
import ScenarioModel
import Simulation

/// Evaluates the cases of one scenario at points of the profile's parameters, with as few replays as
/// possible.
///
/// A replay is repeated only where a parameter that it read has another value. What replays have in
/// common, such as the scenario's data, is made once.
package struct ScenarioEvaluator {
  private struct Replayed {
    /// The parameters that the replay read, with their values then.
    let read: [ProfileParameter.Name: Double]
    let record: any ReplayRecord
    let costParameters: Set<ProfileParameter.Name>
  }

  /// The scenario's text.
  package let text: ScenarioText
  private let file: ParsedEnvironment
  /// The environment of the scenario's file as it is.
  private let workload: any Workload
  /// The metrics whose values differ from one replay to the next.
  private let measured: Set<String>
  private let shared = SharedValues()
  /// The latest records of each case without another seed; the one that was used last is at the end.
  private var kept: [Case: [Replayed]] = [:]
  private var count = 0

  /// The records of a case that are kept: of the scenario as it is, and of the parameters that are
  /// moved at the moment.
  private static let maxKept = 3

  package init(_ text: ScenarioText, families: FamilyRegistry) throws {
    self.text = text
    file = try ParsedEnvironment(yaml: text.text, file: text.file, families: families)
    let environment = try file.read()
    workload = environment.workload
    measured = Set(environment.family.metrics.filter { $0.kind == .measured }.map(\.name))
  }

  /// Evaluates a case at a point.
  ///
  /// - Parameter folders: the folders of all evaluations.
  package mutating func evaluation(
    of scenarioCase: Case, at point: ParameterPoint, folders: TrialFolders
  ) throws -> Evaluation {
    guard let nominal = workload.platform(of: scenarioCase.variant).profile else {
      throw WorkerError(
        description:
          "expected a scenario with a platform profile, found one without modelled numbers")
    }
    let profile = nominal.overriding(ParameterOverrides(point.values))
    if point.seed == nil, let earlier = takeRecord(of: scenarioCase, validUnder: profile) {
      return evaluation(earlier, under: profile)
    }
    let reads = ParameterReads()
    let moved = try file.read(
      parameters: ParameterOverrides(point.values, notingReadsIn: reads)
    ).workload
    count += 1
    let folders = try Worker.folders(
      "evaluation-\(count)", in: Self.folders(folders, ofSeed: point.seed))
    defer { try? FileManager.default.removeItem(atPath: folders.own) }
    let record = try (point.seed.map { moved.reseeded($0) } ?? moved)
      .evaluate(scenarioCase, folders: folders, sharing: shared)
    let read = reads.names
    let costReads = ParameterReads()
    _ = record.values(
      under: profile.overriding(ParameterOverrides([:], notingReadsIn: costReads)))
    let replayed = Replayed(
      read: profile.values(of: read), record: record,
      costParameters: costReads.names.subtracting(read))
    // Others come back to points that differ in one parameter or none.
    if point.seed == nil, point.values.count <= 1 { keep(replayed, of: scenarioCase) }
    return evaluation(replayed, under: profile)
  }

  private func evaluation(_ replayed: Replayed, under profile: PlatformProfile) -> Evaluation {
    Evaluation(
      values: replayed.record.values(under: profile).filter { !measured.contains($0.name) },
      replayParameters: Set(replayed.read.keys), costParameters: replayed.costParameters)
  }

  private mutating func takeRecord(
    of scenarioCase: Case, validUnder profile: PlatformProfile
  ) -> Replayed? {
    guard let records = kept[scenarioCase],
      let index = records.lastIndex(where: { profile.has($0.read) })
    else { return nil }
    let record = records[index]
    kept[scenarioCase]?.remove(at: index)
    kept[scenarioCase]?.append(record)
    return record
  }

  private mutating func keep(_ replayed: Replayed, of scenarioCase: Case) {
    kept[scenarioCase, default: []].append(replayed)
    if let records = kept[scenarioCase], records.count > Self.maxKept {
      kept[scenarioCase]?.removeFirst()
    }
  }

  /// The folders with a shared one for each seed: what replays share there, such as an index, is
  /// made of the data of one seed.
  private static func folders(_ folders: TrialFolders, ofSeed seed: UInt64?) throws -> TrialFolders
  {
    guard let seed else { return folders }
    let path = folders.shared + "/seed-\(seed)"
    do {
      // Another process may make the same folder at this moment.
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw EnvironmentError(path: path, reason: error.localizedDescription)
    }
    return TrialFolders(own: folders.own, shared: path)
  }
}

/// The values of a case at a point, and the parameters that they depend on.
public struct Evaluation: Hashable, Sendable, Codable {
  /// The case's counted and modelled metrics.
  public let values: [NamedValue]
  /// The parameters that the replay read: with others it might do other operations.
  public let replayParameters: Set<ProfileParameter.Name>
  /// The parameters that only the costs of the recorded operations were read from.
  public let costParameters: Set<ProfileParameter.Name>
}
