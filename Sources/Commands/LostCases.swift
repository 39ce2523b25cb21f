import Harness
import RegressionGate
import ScenarioModel

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
  func warnings(since commit: String) async -> [String] {
    guard let folder = ScenarioLibrary().folder else { return [] }
    let files = CommittedFiles(commit: commit, folder: folder)
    var lost: [Case] = []
    var warnings: [String] = []
    do {
      for name in try await files.names() where ScenarioLibrary.isScenarioFile(name) {
        do {
          let scenario = try Scenario(
            yaml: try await files.text(of: name), file: "\(folder)/\(name)", families: families)
          lost += lostCases(of: scenario)
        } catch let error where isAsked(file: name) {
          warnings.append(Self.sentence(on: error))
        } catch {
          // Nobody asked for its cases.
        }
      }
    } catch {
      warnings.append(Self.sentence(on: error))
    }
    guard !lost.isEmpty else { return warnings }
    return [Self.sentence(on: lost)] + warnings
  }

  /// Whether a file that cannot be read may be one of those that were asked for: by its own name, as
  /// that of its scenario is not known.
  private func isAsked(file name: String) -> Bool {
    names.isEmpty || plan.scenarios.contains { $0.file == name || $0.file.hasSuffix("/" + name) }
  }

  private func lostCases(of scenario: Scenario) -> [Case] {
    guard names.isEmpty || plan.scenarios.contains(where: { $0.name == scenario.name }) else {
      return []
    }
    return cases(of: scenario).filter { !plan.cases.contains($0) }
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

  private static func sentence(on error: any Error) -> String {
    "a scenario of the base cannot be read, so what it had and the head has not is not known: "
      + "\(error)"
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
