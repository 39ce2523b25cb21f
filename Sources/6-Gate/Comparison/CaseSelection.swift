import ScenarioModel
import Support

/// The selected cases of a comparison.
///
/// A case that is not selected is neither missing nor removed.
package struct CaseSelection: Hashable, Sendable {
  /// The selected scenarios, by name; `nil`: all.
  package let scenarios: [String]?
  /// The selected strategies besides each scenario's naive one; `nil`: all.
  package let strategies: [String]?
  /// The selected sizes; `nil`: all.
  package let sizes: [Int]?

  package init(scenarios: [String]? = nil, strategies: [String]? = nil, sizes: [Int]? = nil) {
    self.scenarios = scenarios
    self.strategies = strategies
    self.sizes = sizes
  }

  /// Indicates whether every case is selected.
  package var isEverything: Bool { scenarios == nil && strategies == nil && sizes == nil }

  /// Returns whether a case is selected, given the naive strategy of its scenario.
  package func includes(_ scenarioCase: Case, naive: String) -> Bool {
    (scenarios?.contains(scenarioCase.scenario) ?? true)
      && (strategies?.contains(scenarioCase.strategy) ?? true || scenarioCase.strategy == naive)
      && (sizes?.contains(scenarioCase.size) ?? true)
  }
}

extension RunResults {
  /// Returns the selected part of the run.
  package func keeping(_ selection: CaseSelection) -> RunResults {
    keeping { selection.includes($1, naive: $0.naive) }
  }
}

/// A selected name or size that neither of two runs has.
package struct SelectionError: Error, Hashable, CustomStringConvertible {
  package let description: String

  /// - Parameter hint: the nearest of the known names; `nil` for numbers.
  init(unknown what: String, known: [String], hint: String? = nil) {
    description =
      "neither run has a \(what)"
      + (known.isEmpty ? " (known: none)" : hint ?? " (known: \(known.joined(separator: ", ")))")
  }
}

extension CaseSelection {
  /// Throws where neither of two runs has a selected name or size: the comparison would otherwise
  /// leave out a misspelt name silently.
  ///
  /// A strategy or size of one selected scenario is enough.
  package func check(against runs: [RunResults]) throws(SelectionError) {
    let all = runs.flatMap(\.scenarios)
    try Self.check(scenarios, of: "scenario", known: all.map(\.scenario.name).uniqued())
    let cases = all.filter { scenarios?.contains($0.scenario.name) ?? true }.flatMap(\.cases)
      .map(\.scenarioCase)
    try Self.check(strategies, of: "strategy", known: cases.map(\.strategy).uniqued())
    let knownSizes = cases.map(\.size).uniqued().sorted()
    for size in sizes ?? [] where !knownSizes.contains(size) {
      throw SelectionError(unknown: "size \(size)", known: knownSizes.map(String.init))
    }
  }

  private static func check(
    _ names: [String]?, of kind: String, known: [String]
  ) throws(SelectionError) {
    for name in names ?? [] where !known.contains(name) {
      throw SelectionError(
        unknown: "\(kind) '\(name)'", known: known,
        hint: NearestName.hint(for: name, among: known))
    }
  }
}
