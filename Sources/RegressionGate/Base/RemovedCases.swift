import Harness
import ScenarioModel

/// The cases of a base's scenario files that the head's have no more: a comparison replays the
/// head's scenarios, and would not miss them.
package struct RemovedCases: Sendable {
  /// The head's plan.
  private let plan: Plan
  /// The scenarios that were selected by name; none: the default suite.
  private let names: [String]
  private let families: FamilyRegistry

  package init(plan: Plan, names: [String], families: FamilyRegistry) {
    self.plan = plan
    self.names = names
    self.families = families
  }

  /// One sentence for the removed cases, and one for each file that cannot be read.
  ///
  /// - Parameters:
  ///   - commit: the base's full name.
  ///   - folder: the folder of the scenario files.
  package func warnings(since commit: String, in folder: String) async -> [String] {
    let files = CommittedFiles(commit: commit, folder: folder)
    var removed: [Case] = []
    var warnings: [String] = []
    do {
      for name in try await files.names() where name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
        do {
          let scenario = try Scenario(
            yaml: try await files.text(of: name), file: "\(folder)/\(name)", families: families)
          removed += removedCases(of: scenario)
        } catch let error where isSelected(file: name) {
          warnings.append(Self.sentence(on: error))
        } catch {
          // Its cases were not selected.
        }
      }
    } catch {
      warnings.append(Self.sentence(on: error))
    }
    guard !removed.isEmpty else { return warnings }
    return [Self.sentence(on: removed)] + warnings
  }

  /// Returns `true` where an unreadable file may be a selected one: by its own name, as that of its
  /// scenario is not known.
  private func isSelected(file name: String) -> Bool {
    names.isEmpty || plan.scenarios.contains { $0.file == name || $0.file.hasSuffix("/" + name) }
  }

  private func removedCases(of scenario: Scenario) -> [Case] {
    guard names.isEmpty || plan.scenarios.contains(where: { $0.name == scenario.name }) else {
      return []
    }
    return cases(of: scenario).filter { !plan.cases.contains($0) }
  }

  /// The selected cases of the base's scenario.
  private func cases(of scenario: Scenario) -> [Case] {
    var selection = plan.selection
    if let strategies = selection.strategies {
      // Where it has none of them, no selected case was removed.
      let known = strategies.filter { scenario.strategies.contains($0) }
      guard !known.isEmpty else { return [] }
      selection.strategies = known
    }
    return (try? Plan(scenarios: [scenario], selection: selection).cases) ?? []
  }

  private static func sentence(on error: any Error) -> String {
    "a scenario of the base cannot be read, so cases that only it has are not known: "
      + "\(error)"
  }

  private static func sentence(on removed: [Case]) -> String {
    let shown = removed.prefix(5).map { "\($0)" }.joined(separator: ", ")
    let more = removed.count > 5 ? " and \(removed.count - 5) more" : ""
    let count =
      removed.count == 1
      ? "1 case of the base's scenario files is not in the head's, and was not compared: "
      : "\(removed.count) cases of the base's scenario files are not in the head's, and were not "
        + "compared: "
    return count + shown + more
  }
}
