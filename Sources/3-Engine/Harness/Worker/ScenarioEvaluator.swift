import Foundation
import Platform
import ScenarioModel

/// Inspects the cases of one scenario, and evaluates them at points of the profile's parameters with
/// as few replays as possible.
///
/// For an evaluation, a replay is repeated only where a parameter that it read has another value.
/// What replays have in common, such as the scenario's data, is made once.
package final class ScenarioEvaluator {
  private struct Replayed {
    /// The seed of the generators; `nil` for the scenario's own.
    let seed: UInt64?
    /// The parameters that the replay read, with their values then.
    let read: [ProfileParameter.Name: Double]
    let record: any ReplayRecord
    let costParameters: Set<ProfileParameter.Name>
  }

  /// The scenario's text.
  package let text: ScenarioText
  /// The seed of all generators; `nil` for the scenario's own.
  package let seed: UInt64?
  private let file: ParsedEnvironment
  /// The environment of the scenario's file as it is.
  private let workload: any Workload
  /// The metrics whose values differ from one replay to the next.
  private let measured: Set<String>
  private let shared = SharedValues()
  /// The latest records of each case; the one that was used last is at the end.
  private var kept: [Case: [Replayed]] = [:]
  private var count = 0

  /// The records of a case that are kept: of the scenario as it is, and of the points at the moment.
  private static let maxKept = 3

  package init(_ text: ScenarioText, seed: UInt64? = nil, families: FamilyRegistry) throws {
    (self.text, self.seed) = (text, seed)
    file = try ParsedEnvironment(yaml: text.text, file: text.file, families: families)
    let environment = try file.read()
    workload = environment.workload
    measured = Set(environment.family.metrics.filter { $0.kind == .measured }.map(\.name))
  }

  /// Evaluates a case at a point.
  ///
  /// - Parameter folders: the folders of all evaluations.
  package func evaluation(
    of scenarioCase: Case, at point: ParameterPoint, folders: TrialFolders
  ) throws -> Evaluation {
    guard let nominal = workload.platform(of: scenarioCase.variant).profile else {
      throw WorkerError(
        description:
          "expected a scenario with a platform profile, found one without modelled numbers")
    }
    let profile = nominal.overriding(point.overrides())
    if let earlier = takeRecord(of: scenarioCase, at: point, validUnder: profile) {
      return evaluation(earlier, under: profile)
    }
    let reads = ParameterReads()
    let moved = try file.read(parameters: point.overrides(notingReadsIn: reads)).workload
    let seed = point.seed ?? self.seed
    let folders = try makeFolders("evaluation", in: folders, ofSeed: seed)
    defer { try? FileManager.default.removeItem(atPath: folders.own) }
    let record = try (seed.map { moved.reseeded($0) } ?? moved)
      .evaluate(scenarioCase, folders: folders, sharing: shared)
    let read = reads.names
    let costReads = ParameterReads()
    _ = record.values(
      under: profile.overriding(ParameterOverrides([:], notingReadsIn: costReads)))
    let replayed = Replayed(
      seed: point.seed, read: profile.values(of: read), record: record,
      costParameters: costReads.names.subtracting(read))
    keep(replayed, of: scenarioCase)
    return evaluation(replayed, under: profile)
  }

  /// Replays a case with everything observed, and notes the parameters that its modelled values
  /// depend on.
  ///
  /// - Parameters:
  ///   - isWhole: true if no trial measures the case, so that its counted and modelled values come
  ///     from here too.
  ///   - pictures: an existing folder; `nil` if nothing is to be drawn or written.
  ///   - folders: the folders of all inspections.
  package func inspection(
    of scenarioCase: Case, isWhole: Bool, pictures: String?, folders: TrialFolders
  ) throws -> Inspection {
    let reads = ParameterReads()
    let environment = try file.read(parameters: ParameterOverrides([:], notingReadsIn: reads))
    let workload = seed.map { environment.workload.reseeded($0) } ?? environment.workload
    let folders = try makeFolders("inspection", in: folders, ofSeed: seed)
    defer { try? FileManager.default.removeItem(atPath: folders.own) }
    func session(_ purpose: ReplayRequest.Purpose) throws -> ReplaySession {
      try workload.session(
        ReplayRequest(
          scenarioCase, for: purpose, folders: Worker.folders("\(purpose)", in: folders),
          sharing: shared))
    }
    let inspection = try session(.inspection).inspect(pictures)
    guard isWhole || !environment.family.description.isMeasured else {
      return inspection.adding(parameters: reads.names)
    }
    if let results = inspection.results {
      return inspection.adding(results, parameters: reads.names)
    }
    let replay = try session(.trial).replay
    try replay.run()
    return inspection.adding(replay.results(), parameters: reads.names)
  }

  private func evaluation(_ replayed: Replayed, under profile: PlatformProfile) -> Evaluation {
    Evaluation(
      values: replayed.record.values(under: profile).filter { !measured.contains($0.name) },
      replayParameters: Set(replayed.read.keys), costParameters: replayed.costParameters)
  }

  private func takeRecord(
    of scenarioCase: Case, at point: ParameterPoint, validUnder profile: PlatformProfile
  ) -> Replayed? {
    guard let records = kept[scenarioCase],
      let index = records.lastIndex(where: { $0.seed == point.seed && profile.has($0.read) })
    else { return nil }
    let record = records[index]
    kept[scenarioCase]?.remove(at: index)
    kept[scenarioCase]?.append(record)
    return record
  }

  private func keep(_ replayed: Replayed, of scenarioCase: Case) {
    kept[scenarioCase, default: []].append(replayed)
    if let records = kept[scenarioCase], records.count > Self.maxKept {
      kept[scenarioCase]?.removeFirst()
    }
  }

  /// A new own folder, and a shared one for each seed: what replays share there, such as an index,
  /// is made of the data of one seed.
  private func makeFolders(
    _ name: String, in folders: TrialFolders, ofSeed seed: UInt64?
  ) throws -> TrialFolders {
    count += 1
    let folders = try Worker.folders("\(name)-\(count)", in: folders)
    guard let seed else { return folders }
    let shared = TrialFolders(own: folders.shared, shared: folders.shared)
    return TrialFolders(
      own: folders.own, shared: try Worker.folders("seed-\(seed)", in: shared).own)
  }
}
