import Foundation
import Harness
import Measurement
import ScenarioModel
import Support

extension BaselineDocument {
  /// Reads a baseline file.
  public init(contentsOf path: String) throws(BaselineError) {
    guard FileManager.default.fileExists(atPath: path) else { throw .missing(path: path) }
    let data: Data
    do throws(RegularFile.Failure) {
      data = try RegularFile.read(path)
    } catch {
      throw .cannotRead(path: path, reason: error.description)
    }
    try self.init(data, path: path)
  }

  /// Whether a file is a baseline by its form: of any schema, and even where its details are wrong.
  public static func isBaseline(contentsOf path: String) -> Bool {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return false }
    return (try? JSONDecoder().decode(BaselineFile.Form.self, from: data)) != nil
  }

  /// Reads a baseline's text.
  ///
  /// - Parameter path: the name that errors give.
  public init(text: String, path: String) throws(BaselineError) {
    try self.init(Data(text.utf8), path: path)
  }

  private init(_ data: Data, path: String) throws(BaselineError) {
    guard !data.isEmpty else { throw .empty(path: path) }
    // A file of another schema may look otherwise in everything else.
    let schema = try Self.decode(BaselineFile.Schema.self, from: data, path: path).schema
    guard schema == Self.currentSchema else { throw .otherSchema(path: path, found: schema) }
    let file = try Self.decode(BaselineFile.self, from: data, path: path)
    var seen: Set<Case> = []
    for result in file.scenarios.flatMap(\.comparedCases) {
      guard seen.insert(result.scenarioCase).inserted else {
        throw .damaged(path: path, reason: "\(result.scenarioCase) stands twice in it")
      }
      guard !result.metrics.isEmpty else {
        throw .damaged(path: path, reason: "\(result.scenarioCase) has no metrics")
      }
      var names: Set<String> = []
      for metric in result.metrics where !names.insert(metric.metric.name).inserted {
        throw .damaged(
          path: path,
          reason: "\(result.scenarioCase): the metric '\(metric.metric.name)' stands twice in it")
      }
    }
    guard !seen.isEmpty else { throw .damaged(path: path, reason: "it holds no cases") }
    self.init(
      read: ComparedRun(
        provenance: file.provenance.provenance, scenarios: file.scenarios.map(\.compared)))
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, path: String
  ) throws(BaselineError) -> Value {
    do {
      return try JSONDecoder().decode(type, from: data)
    } catch {
      throw .damaged(path: path, reason: DecodingFault.reason(error))
    }
  }
}

/// The file as it is decoded; ``BaselineDocument/text`` writes the same names.
private struct BaselineFile: Decodable {
  struct Schema: Decodable {
    let schema: Int
  }

  /// What no other file has that is written here.
  struct Form: Decodable {
    struct Origin: Decodable {
      let commit: String
    }

    struct ScenarioEntry: Decodable {
      let world: String
      let naive: String
    }

    let schema: Int
    let provenance: Origin
    let scenarios: [ScenarioEntry]
  }

  struct Origin: Decodable {
    let processor: String
    let architecture: String
    let swiftVersion: String
    let allocator: String
    let allocatorVersion: String
    let build: String
    let logicalProcessors: Int
    let memory: Int
    let kernel: String
    let commit: String

    var provenance: Provenance {
      Provenance(
        machine: MachineDescription(
          processor: processor, logicalProcessors: logicalProcessors, architecture: architecture,
          kernel: kernel, memory: memory, swiftVersion: swiftVersion),
        allocator: AllocatorDescription(name: allocator, version: allocatorVersion),
        build: build, commit: commit)
    }
  }

  struct ScenarioEntry: Decodable {
    let name: String
    let world: String
    let profile: String
    let naive: String
    let seeds: [ComparedScenario.Seed]
    let cases: [CaseEntry]

    var comparedCases: [ComparedCase] { cases.map { $0.compared(in: name) } }

    var compared: ComparedScenario {
      ComparedScenario(
        name: name, naive: naive, world: world, profile: profile.isEmpty ? nil : profile,
        seeds: seeds, cases: comparedCases)
    }
  }

  struct CaseEntry: Decodable {
    let variant: String
    let size: Int
    let strategy: String
    let trials: Int
    let metrics: [MetricEntry]

    func compared(in scenario: String) -> ComparedCase {
      ComparedCase(
        scenarioCase: Case(
          scenario: scenario, variant: variant, size: size, strategy: strategy),
        status: .completed, trials: trials, metrics: metrics.map(\.compared))
    }
  }

  struct MetricEntry: Decodable {
    let compared: ComparedMetric

    private enum CodingKeys: String, CodingKey {
      case name, value, logRatio, standardError, rounds, noRatio, below, notAvailable, unit, kind
      case polarity
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let metric = Metric(
        try container.decode(String.self, forKey: .name),
        try container.decode(MetricUnit.self, forKey: .unit),
        try container.decode(MetricKind.self, forKey: .kind),
        try container.decode(Polarity.self, forKey: .polarity), "")
      let value: ComparedMetric.Value
      if let number = try container.decodeIfPresent(Double.self, forKey: .value) {
        value = .number(number)
      } else if let logRatio = try container.decodeIfPresent(Double.self, forKey: .logRatio) {
        value = .ratio(
          RatioEstimate(
            logRatio: logRatio,
            standardError: try container.decodeIfPresent(Double.self, forKey: .standardError),
            rounds: try container.decode(Int.self, forKey: .rounds)))
      } else if let reason = try container.decodeIfPresent(String.self, forKey: .noRatio) {
        value = .tooLittle(
          reason: reason, floor: try container.decodeIfPresent(Double.self, forKey: .below))
      } else {
        value = .notAvailable(reason: try container.decode(String.self, forKey: .notAvailable))
      }
      compared = ComparedMetric(metric: metric, value: value)
    }
  }

  let provenance: Origin
  let scenarios: [ScenarioEntry]
}
