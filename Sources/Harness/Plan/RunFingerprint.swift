import ScenarioModel
import Support

/// A number that tells whether two runs would do the same work with the same program.
///
/// A run is only continued (`--resume`) under the plan that it was begun with.
public struct PlanFingerprint: Hashable, Sendable, Codable {
  /// The hash in hexadecimal digits.
  public let value: String

  /// - Parameters:
  ///   - work: the whole work, of which the plan is a part.
  ///   - executable: the worker's program; one of other bytes is another plan.
  init(_ plan: Plan, work: RunFingerprint, executable: String) {
    var hash = FowlerNollVoHash()
    hash.combine(work.value)
    hash.combine(plan.shard?.description ?? "")
    for trial in plan.trials {
      hash.combine(trial.description)
    }
    // Its bytes, and not its time: a build that was restored is the same program.
    hash.combine((try? ContentHash(ofFileAt: executable)).map { "\($0.value)" } ?? "unreadable")
    value = hash.hexadecimal
  }

  /// Of a run that was put together from others: no plan has it, and nothing continues the run.
  static let merged = PlanFingerprint(value: "merged")

  private init(value: String) {
    self.value = value
  }
}

/// A number that tells whether two runs are parts of the same work.
///
/// It is the same on every machine and in every folder: of the texts of the scenarios, the contents
/// of the data files that they name, the trials of the whole plan, and the seed. It says nothing of
/// the program; a run's provenance does.
public struct RunFingerprint: Hashable, Sendable, Codable {
  /// The hash in hexadecimal digits.
  public let value: String

  /// Reads the files that the plan's scenarios name.
  public init(_ plan: Plan) {
    self.init(plan, scenarios: plan.whole.scenarios.map { ScenarioReference($0) })
  }

  /// - Parameter scenarios: those of the plan's whole work.
  init(_ plan: Plan, scenarios: [ScenarioReference]) {
    var hash = FowlerNollVoHash()
    for scenario in scenarios {
      hash.combine(scenario.content)
    }
    for trial in plan.whole.trials {
      hash.combine(trial.description)
    }
    hash.combine("\(plan.selection.seed.map(String.init) ?? "")")
    value = hash.hexadecimal
  }
}

/// A scenario as a journal names it: its text is read again where it is needed again.
public struct ScenarioReference: Hashable, Sendable, Codable {
  /// The scenario's name.
  public let name: String
  /// The file that the run read, as it was given on the command line or found in the library.
  public let file: String
  /// The fingerprint of the file's text and of the contents of the data files that it names.
  public let content: String

  /// Reads the data files; one that cannot be read counts as empty, and the trials that need it say
  /// so.
  public init(_ scenario: Scenario) {
    name = scenario.name
    file = scenario.file
    var hash = FowlerNollVoHash()
    hash.combine(scenario.text)
    for file in scenario.workload.inputFiles { hash.combine(contentsOfFileAt: file) }
    content = hash.hexadecimal
  }

  /// The scenarios that one of two works lacks or has with another content, in order.
  static func differences(
    _ first: [ScenarioReference], _ second: [ScenarioReference]
  ) -> [ScenarioReference] {
    func contents(_ references: [ScenarioReference]) -> [String: String] {
      Dictionary(references.map { ($0.name, $0.content) }, uniquingKeysWith: { first, _ in first })
    }
    let (one, other) = (contents(first), contents(second))
    return first.filter { other[$0.name] != $0.content } + second.filter { one[$0.name] == nil }
  }
}
