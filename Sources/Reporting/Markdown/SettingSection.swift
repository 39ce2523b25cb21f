import ScenarioModel

/// The faults of each strategy of a scenario, setting by setting.
struct SettingSection {
  let results: ScenarioResults

  func write(to document: inout MarkdownDocument) {
    let matrices = results.matrices
    for (matrix, sizes) in matrices {
      let numbers = LimitedList.all(sizes.map { NumberFormat.grouped($0) })
      let place = matrices.count == 1 ? "" : ", size\(sizes.count == 1 ? "" : "s") \(numbers)"
      document.heading(2, "Faults by setting\(place)")
      document.table(overview(of: matrix))
      let faultless = matrix.strategies.filter { strategy in
        matrix.places.allSatisfy {
          matrix[strategy, $0] == nil || matrix[strategy, $0] == .faults([])
        }
      }
      document.paragraph(
        "Strategies without a fault in any setting: "
          + (faultless.isEmpty
            ? "none" : LimitedList.all(faultless.map { MarkdownText.code($0) })) + ".")
      for variants in Self.groups(of: matrix) { write(variants, of: matrix, to: &document) }
    }
  }

  // MARK: - Overview

  private func overview(of matrix: SettingMatrix) -> MarkdownTable {
    var table = MarkdownTable([
      ("Strategy", .left), ("Settings with faults", .right), ("Faults", .left),
      ("Line of reasoning", .left),
    ])
    for strategy in matrix.strategies {
      let known = matrix.places(of: strategy)
      let lost = matrix.lost(strategy).count
      let faulty = known.count { !matrix.faults(strategy, $0).isEmpty }
      let faults =
        matrix.faultPlaces(of: strategy, in: known).map {
          "\(MarkdownText.escaped($0.fault)) in \(NumberFormat.grouped($0.places.count))"
        } + (lost == 0 ? [] : ["no result in \(NumberFormat.grouped(lost))"])
      table.append([
        MarkdownText.code(strategy),
        known.isEmpty
          ? "no result"
          : "\(NumberFormat.grouped(faulty)) of \(NumberFormat.grouped(known.count + lost))",
        faults.isEmpty ? "–" : LimitedList.all(faults),
        results.scenario.strategy(strategy).reasoning.map { MarkdownText.prose($0) } ?? "",
      ])
    }
    return table
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

  /// Writes the table of variants with equal faults; the columns are the settings.
  private func write(
    _ variants: [String], of matrix: SettingMatrix, to document: inout MarkdownDocument
  ) {
    if matrix.variants.count > 1 {
      document.heading(3, "Under " + LimitedList.all(variants.map { MarkdownText.escaped($0) }))
    }
    var table = MarkdownTable(
      texts: ["Strategy"] + matrix.settings.map { MarkdownText.escaped($0) })
    for strategy in matrix.strategies {
      let cells = matrix.settings.map { setting in
        Self.text(matrix[strategy, SettingMatrix.Place(variant: variants[0], setting: setting)])
      }
      table.append([MarkdownText.code(strategy)] + cells)
    }
    document.table(table)
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
      return MarkdownText.escaped(texts.joined(separator: "; "))
    }
  }
}
