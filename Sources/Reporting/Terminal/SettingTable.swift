import Harness
import ScenarioModel
import Support
import Verdicts

/// Where each strategy of a scenario goes wrong, in a terminal: in how many settings of each
/// variant, or how much in each setting where there is one variant only.
enum SettingTable {
  /// A table for each size that differs, and an empty line after each; nothing for a scenario
  /// without settings.
  ///
  /// - Parameter width: the columns of the terminal; tables without room say less in each cell.
  static func lines(of scenario: ScenarioResults, width: Int) -> [String] {
    scenario.matrices.flatMap { matrix, sizes in
      let numbers = WordList.and(sizes.map { NumberFormat.grouped($0) })
      let question =
        matrix.variants.count > 1
        ? "what goes wrong in how many of \(WordList.counted(matrix.settings.count, "setting"))"
        : "what goes wrong in each setting"
      let title =
        "\(PlainText.line(scenario.scenario.name)), size\(sizes.count == 1 ? "" : "s") \(numbers): "
        + question
      return [title] + lines(of: matrix, width: width) + [""]
    }
  }

  /// The first table that fits; where none does, the shortest without the columns that do not.
  private static func lines(of matrix: SettingMatrix, width: Int) -> [String] {
    let columns = columns(of: matrix)
    let tables = Detail.allCases.map { table(of: matrix, columns, $0) }
    if let index = tables.firstIndex(where: { $0.width <= width }) {
      let isCut = Detail.allCases[index] == .worstFault
      return tables[index].lines(width: width)
        + (isCut ? ["+: further faults, none as bad"] : [])
    }
    let count =
      columns.indices.last {
        table(of: matrix, Array(columns.prefix($0)), .count).width <= width
      } ?? 0
    return table(of: matrix, Array(columns.prefix(count)), .count).lines(width: width) + [
      "no room for \(WordList.and(columns.dropFirst(count).map(\.title))): see the report"
    ]
  }

  /// How much a cell says.
  private enum Detail: CaseIterable {
    case everyFault
    case worstFault
    case count
  }

  private typealias Column = (title: String, places: [SettingMatrix.Place])

  private static func columns(of matrix: SettingMatrix) -> [Column] {
    matrix.variants.count > 1
      ? matrix.variants.map { variant in
        (PlainText.line(variant), matrix.places.filter { $0.variant == variant })
      }
      : matrix.places.map { (PlainText.line($0.setting), [$0]) }
  }

  private static func table(
    of matrix: SettingMatrix, _ columns: [Column], _ detail: Detail
  ) -> TextTable {
    var table = TextTable(header: ["strategy"] + columns.map(\.title))
    for strategy in matrix.strategies {
      table.append(
        [PlainText.line(strategy)]
          + columns.map { cell(strategy, $0.places, of: matrix, detail) })
    }
    return table
  }

  private static func cell(
    _ strategy: String, _ places: [SettingMatrix.Place], of matrix: SettingMatrix,
    _ detail: Detail
  ) -> String {
    let known = places.filter { matrix.places(of: strategy).contains($0) }
    guard !known.isEmpty else {
      return places.contains { matrix[strategy, $0] == .noResult } ? "no result" : ""
    }
    let faults =
      matrix.variants.count > 1
      ? matrix.faultPlaces(of: strategy, in: known)
        .map { "\($0.fault) \(NumberFormat.grouped($0.places.count))" }
      : known.flatMap { matrix.faults(strategy, $0) }.map { "\($0.name) \($0.extent)" }
    guard let worst = faults.first else { return "-" }
    let text =
      switch detail {
      // An extent may hold a comma; a count does not.
      case .everyFault: faults.joined(separator: matrix.variants.count > 1 ? ", " : "; ")
      case .worstFault: faults.count == 1 ? worst : "\(worst) +\(faults.count - 1)"
      case .count: "\(known.count { !matrix.faults(strategy, $0).isEmpty })"
      }
    return PlainText.line(text)
  }
}
