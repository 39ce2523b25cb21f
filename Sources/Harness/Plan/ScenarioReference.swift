import ScenarioModel
import Support

/// A scenario as a journal names it: its text is read again where it is needed again.
public struct ScenarioReference: Hashable, Sendable, Codable {
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
