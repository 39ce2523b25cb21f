import Documents
import ScenarioModel
import Support

/// The faults of each strategy of a scenario in a terminal: the number of settings of each variant,
/// or the faults in each setting where there is one variant only.
enum SettingTable {
  /// A table for each size that differs, and an empty line after each; nothing for a scenario
  /// without settings.
  ///
  /// - Parameter width: the columns of the terminal.
  static func lines(of scenario: ScenarioResults, width: Int) -> [String] {
    scenario.matrices.flatMap { matrix, sizes in
      let numbers = LimitedList.all(sizes.map { NumberFormat.grouped($0) })
      let content =
        matrix.variants.count > 1
        ? "how many of \(matrix.settings.count) settings have each fault"
        : "faults in each setting"
      let title =
        "\(PlainText.line(scenario.scenario.name)), size\(sizes.count == 1 ? "" : "s") \(numbers): "
        + content
      let columns = columns(of: matrix)
      let table = Table(
        ["strategy"], numbers: columns.map(\.title.escaped), of: matrix.strategies
      ) { strategy in
        [strategy.escaped] + columns.map { cell(strategy, $0.places, of: matrix).escaped }
      }
      return [title] + table.terminalLines(width: width) + [""]
    }
  }

  private typealias Column = (title: String, places: [SettingMatrix.Place])

  private static func columns(of matrix: SettingMatrix) -> [Column] {
    matrix.variants.count > 1
      ? matrix.variants.map { variant in
        (PlainText.line(variant), matrix.places.filter { $0.variant == variant })
      }
      : matrix.places.map { (PlainText.line($0.setting), [$0]) }
  }

  private static func cell(
    _ strategy: String, _ places: [SettingMatrix.Place], of matrix: SettingMatrix
  ) -> String {
    let known = places.filter { matrix.places(of: strategy).contains($0) }
    guard !known.isEmpty else {
      return places.contains { matrix[strategy, $0] == .noResult } ? "no result" : ""
    }
    let isOne = matrix.variants.count == 1
    let faults =
      isOne
      ? known.flatMap { matrix.faults(strategy, $0) }.map { "\($0.name) \($0.extent)" }
      : matrix.faultPlaces(of: strategy, in: known)
        .map { "\($0.fault) \(NumberFormat.grouped($0.places.count))" }
    // An extent may hold a comma; a count does not.
    return faults.isEmpty ? "-" : faults.joined(separator: isOne ? "; " : ", ")
  }
}
