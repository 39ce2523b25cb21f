import Measurement
import YAMLReading

/// A strategy's name and what it does, for lists and reports.
public struct StrategyDescription: Hashable, Sendable, Codable {
  /// The name in scenario files and reports.
  public let name: String
  /// One sentence.
  public let summary: String

  public init(name: String, summary: String) {
    self.name = name
    self.summary = summary
  }
}

/// A kind of situation: the world that its scenarios describe, its strategies, and its metrics.
///
/// To add a family, conform a type in a folder of its own and add it to ``FamilyRegistry``.
public protocol ScenarioFamily: Sendable {
  /// The name in scenario files.
  var name: String { get }
  /// The strategies, naive ones first.
  var strategies: [StrategyDescription] { get }
  /// What a trial answers besides the time and memory that the harness takes.
  var metrics: [Metric] { get }
  /// The keys of a scenario file that the family reads itself.
  var keys: [String] { get }
  /// Reads the family's part of a scenario file.
  func workload(_ mapping: YAMLMapping, file: String) throws(InputError) -> any Workload
}

/// The families that scenarios may belong to.
public struct FamilyRegistry: Sendable {
  /// The families, in the order of lists.
  public let families: [any ScenarioFamily]

  /// A registry of the given families.
  public init(_ families: [any ScenarioFamily]) {
    self.families = families
  }

  /// The families that come with MapPressure.
  public static let standard = FamilyRegistry([AnnotationsFamily()])

  /// The families' names.
  public var names: [String] { families.map(\.name) }

  /// The family of a name, or `nil`.
  public subscript(name: String) -> (any ScenarioFamily)? {
    families.first { $0.name == name }
  }
}
