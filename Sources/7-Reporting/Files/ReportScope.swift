import Documents
import Harness
import ScenarioModel

/// The files that lie next to a document of a report, and may be linked.
package enum ReportScope: Sendable {
  /// All files of a run's folder.
  case run
  /// The files of ``PublishedReport``: no details of scenarios, and no report of an analysis.
  case published

  /// A scenario's name as Markdown, which leads to its details where they are.
  func name(of scenario: ScenarioDescription) -> String {
    let name = scenario.name.code
    guard details(of: scenario) != nil else { return name }
    return InlineText.link(
      name, to: RunFolder.scenarioFile(scenario.name), in: RunFolder.scenarioFolder + "/")
  }

  /// The path of a scenario's details; `nil` where they are not.
  func details(of scenario: ScenarioDescription) -> String? {
    self == .run ? RunFolder.scenarioFolder + "/" + RunFolder.scenarioFile(scenario.name) : nil
  }

  /// A sentence on where the parameters are that change answers, as Markdown.
  var parameters: String {
    let file = self == .run ? RunFolder.sensitivityReportFile : RunFolder.answersFile
    return "[\(file)](\(file)) has the parameters."
  }

  /// The bytes of recordings in a page, in base 64: a page of a run stays below 6 MB, and a published
  /// one has the naive strategy and the one to take of each scenario.
  var recordingBudget: Int { self == .run ? 3_400_000 : 1_120_000 }
}
