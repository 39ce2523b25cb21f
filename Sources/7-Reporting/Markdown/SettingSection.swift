import Documents
import ScenarioModel

/// The faults of each strategy of a scenario, setting by setting.
extension ScenarioResults {
  @DocumentBuilder var settingSection: Document {
    let matrices = self.matrices
    for entry in matrices {
      let numbers = LimitedList.all(entry.sizes.map { NumberFormat.grouped($0) })
      let place = ", size\(entry.sizes.count == 1 ? "" : "s") \(numbers)"
      Heading(2, "Faults by setting\(matrices.count == 1 ? "" : place)")
      section(entry.matrix)
    }
  }

  @DocumentBuilder private func section(_ matrix: SettingMatrix) -> Document {
    let faultless = matrix.strategies.filter { strategy in
      matrix.places.allSatisfy {
        matrix[strategy, $0] == nil || matrix[strategy, $0] == .faults([])
      }
    }
    let names = faultless.isEmpty ? "none" : LimitedList.all(faultless.map(\.code))
    overview(of: matrix)
    Paragraph("Strategies without a fault in any setting: \(names).")
    for variants in Self.groups(of: matrix) { section(variants, of: matrix) }
  }

  // MARK: - Overview

  private func overview(of matrix: SettingMatrix) -> Table {
    Table(
      ["Strategy", .number("Settings with faults"), "Faults", "Line of reasoning"],
      of: matrix.strategies
    ) { strategy in
      let known = matrix.places(of: strategy)
      let lost = matrix.lost(strategy).count
      let faulty = known.count { !matrix.faults(strategy, $0).isEmpty }
      let faults =
        matrix.faultPlaces(of: strategy, in: known).map {
          "\($0.fault.escaped) in \(NumberFormat.grouped($0.places.count))"
        } + (lost == 0 ? [] : ["no result in \(NumberFormat.grouped(lost))"])
      return [
        strategy.code,
        known.isEmpty
          ? "no result"
          : "\(NumberFormat.grouped(faulty)) of \(NumberFormat.grouped(known.count + lost))",
        faults.isEmpty ? "–" : LimitedList.all(faults),
        scenario.strategy(strategy).reasoning?.prose ?? "",
      ]
    }
  }

  // MARK: - Setting by setting

  /// The variants, those with equal faults together.
  private static func groups(of matrix: SettingMatrix) -> [[String]] {
    func cells(_ variant: String) -> [[SettingMatrix.Cell?]] {
      matrix.strategies.map { strategy in
        matrix.settings.map {
          matrix[strategy, SettingMatrix.Place(variant: variant, setting: $0)]
        }
      }
    }
    var groups: [[String]] = []
    for variant in matrix.variants {
      if let index = groups.firstIndex(where: { cells($0[0]) == cells(variant) }) {
        groups[index].append(variant)
      } else {
        groups.append([variant])
      }
    }
    return groups
  }

  /// The table of variants with equal faults; the columns are the settings.
  @DocumentBuilder
  private func section(_ variants: [String], of matrix: SettingMatrix) -> Document {
    if matrix.variants.count > 1 {
      Heading(3, "Faults with " + LimitedList.all(variants.map(\.escaped)))
    }
    Table(
      ["Strategy"] + matrix.settings.map { Table.Column($0.escaped) }, of: matrix.strategies
    ) { strategy in
      [strategy.code]
        + matrix.settings.map {
          Self.text(matrix[strategy, SettingMatrix.Place(variant: variants[0], setting: $0)])
        }
    }
  }

  /// The maximum length of a cell in which faults have their extents.
  private static let maximumLength = 100

  private static func text(_ cell: SettingMatrix.Cell?) -> String {
    switch cell {
    case nil: return ""
    case .noResult: return "no result"
    case .faults(let faults) where faults.isEmpty: return "–"
    case .faults(let faults):
      var length = 0
      let texts = faults.enumerated().map { index, fault in
        let full = "\(fault.name) \(fault.extent)"
        length += full.count + 2
        // The worst one has its extent, however long it is.
        return index == 0 || length <= maximumLength ? full : fault.name
      }
      return texts.joined(separator: "; ").escaped
    }
  }
}
