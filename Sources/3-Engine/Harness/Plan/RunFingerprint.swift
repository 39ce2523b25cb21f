import ScenarioModel
import Support

/// A number that is the same for two runs that do the same work with the same program.
///
/// A run is continued (`--resume`) only with the plan that it began with.
public struct PlanFingerprint: Hashable, Sendable, Codable {
  /// The hash in hexadecimal digits.
  public let value: String
}

extension PlanFingerprint {
  /// - Parameters:
  ///   - work: the work of all shards; the plan is a part of it.
  ///   - executable: the path of the worker's program; the fingerprint covers its content.
  init(_ plan: Plan, work: RunFingerprint, executable: String) {
    // Its content, and not its date: a restored build is the same program.
    let program = (try? SHA256Digest(ofFileAt: executable))?.hexadecimal ?? "unreadable"
    value =
      SHA256Digest(
        ofTexts: [work.value, plan.shard?.description ?? "", program]
          + plan.trials.map(\.description)
      ).identifier
  }

  /// The fingerprint of a merged run, which no plan has: the run cannot be continued.
  static let merged = PlanFingerprint(value: "merged")
}

/// A number that is the same for two runs that are parts of the same work.
///
/// It depends on the texts of the scenarios, the contents of the data files that they name, the
/// trials of the whole plan, and the seed. It does not depend on the machine or the folder, nor on
/// the program, which a run's provenance describes.
public struct RunFingerprint: Hashable, Sendable, Codable {
  /// The hash in hexadecimal digits.
  public let value: String

  /// Reads the files that the plan's scenarios name.
  public init(_ plan: Plan) {
    self.init(plan, scenarios: plan.whole.scenarios.map { ScenarioReference($0) })
  }

  /// - Parameter scenarios: the scenarios of all shards.
  package init(_ plan: Plan, scenarios: [ScenarioReference]) {
    let seed = plan.selection.seed.map(String.init) ?? ""
    value =
      SHA256Digest(
        ofTexts: scenarios.map(\.content) + plan.whole.trials.map(\.description) + [seed]
      ).identifier
  }
}

/// A reference to a scenario in a journal; its file is read again when it is needed.
public struct ScenarioReference: Hashable, Sendable, Codable {
  /// The scenario's name.
  public let name: String
  /// The path of the file that the run read, as given on the command line or found in the library.
  public let file: String
  /// The fingerprint of the file's text and of the contents of the data files that it names.
  public let content: String

  /// Reads the data files. A file that cannot be read counts as none; the trials that need it
  /// report the error.
  public init(_ scenario: Scenario) {
    name = scenario.name
    file = scenario.file
    content =
      SHA256Digest(ofTexts: [scenario.text] + scenario.workload.inputDigests).identifier
  }

  /// Returns the scenarios that differ between two runs or are in only one of them, in order.
  package static func differences(
    _ first: [ScenarioReference], _ second: [ScenarioReference]
  ) -> [ScenarioReference] {
    func contents(_ references: [ScenarioReference]) -> [String: String] {
      Dictionary(references.map { ($0.name, $0.content) }, uniquingKeysWith: { first, _ in first })
    }
    let (one, other) = (contents(first), contents(second))
    return first.filter { other[$0.name] != $0.content } + second.filter { one[$0.name] == nil }
  }
}
