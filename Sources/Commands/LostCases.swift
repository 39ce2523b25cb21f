import Harness
import RegressionGate
import Scenarios

/// Cases that a base's scenario files have and this folder's have not: a comparison replays the
/// head's scenarios, and would not miss them.
struct LostCases: Sendable {
  /// What the head replays.
  let plan: Plan
  /// What was asked for by name; none: the default suite.
  let names: [String]
  let families: FamilyRegistry

  /// What a reader must know: one sentence for the cases that were lost, and one for each file that
  /// cannot be read.
  ///
  /// - Parameter commit: the base's whole name.
  func warnings(since commit: String) async throws -> [String] {
    guard let folder = ScenarioLibrary().folder else { return [] }
    let files = CommittedFiles(commit: commit, folder: folder)
    var lost: [Case] = []
    var warnings: [String] = []
    for name in try await files.names() where ScenarioLibrary.isScenarioFile(name) {
      let text = try await files.text(of: name)
      do {
        let scenario = try Scenario(yaml: text, file: "\(folder)/\(name)", families: families)
        guard names.isEmpty || plan.scenarios.contains(where: { $0.name == scenario.name }) else {
          continue
        }
        lost += cases(of: scenario).filter { !plan.cases.contains($0) }
      } catch {
        warnings.append(
          "the base's scenario file cannot be read by this build, so what it had and the head has "
            + "not is not known: \(error)")
      }
    }
    guard !lost.isEmpty else { return warnings }
    return [Self.sentence(on: lost)] + warnings
  }

  /// The cases of the base's scenario that were asked for.
  private func cases(of scenario: Scenario) -> [Case] {
    var selection = plan.selection
    if let strategies = selection.strategies {
      // Where it has none of them, nothing that was asked for is lost.
      let known = strategies.filter { scenario.strategies.contains($0) }
      guard !known.isEmpty else { return [] }
      selection.strategies = known
    }
    return (try? Plan(scenarios: [scenario], selection: selection).cases) ?? []
  }

  private static func sentence(on lost: [Case]) -> String {
    let shown = lost.prefix(5).map { "\($0)" }.joined(separator: ", ")
    let more = lost.count > 5 ? " and \(lost.count - 5) more" : ""
    let count =
      lost.count == 1
      ? "1 case of the base's scenario files is not in the head's, and was not compared: "
      : "\(lost.count) cases of the base's scenario files are not in the head's, and were not "
        + "compared: "
    return count + shown + more
  }
}
