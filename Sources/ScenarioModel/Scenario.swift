import Measurement

/// A situation that hurts map apps, as its file describes it: the world it happens in, the
/// strategies to compare, and what is expected of them.
public struct Scenario: Sendable {
  /// The name on the command line and in reports.
  public let name: String
  /// What happens, in a few words.
  public let title: String
  /// The kind of situation.
  public let family: any ScenarioFamily
  /// Where the situation comes from.
  public let source: String
  /// The naive strategy that the others are compared with.
  public let naive: String
  /// The strategies to compare, in the file's order.
  public let strategies: [String]
  /// Numbers of pins, or of another load.
  public let sizes: [Int]
  /// How many fresh processes measure each case.
  public let trials: Int
  /// What must hold, and decides the exit code.
  public let thresholds: [Threshold]
  /// What others say, and the run bears out or not.
  public let claims: [Claim]
  /// How much worse single metrics may get before a comparison calls it a regression.
  public let tolerances: [Tolerance]
  /// The family's part of the file: the world that the strategies work in.
  public let workload: any Workload
  /// The file's name and its text; a worker reads the scenario from the text again.
  public let file: String
  public let text: String

  /// Every case of the scenario, in the file's order.
  public var cases: [Case] {
    workload.variants.flatMap { variant in
      sizes.flatMap { size in
        strategies.map { strategy in
          Case(scenario: name, variant: variant, size: size, strategy: strategy)
        }
      }
    }
  }

  /// Every metric that a trial of the scenario answers with.
  public var metrics: [Metric] { Metric.ofEveryTrial + family.metrics }
}

extension Scenario: CustomStringConvertible {
  public var description: String { "\(name) (\(file))" }
}
