import Harness
import ScenarioModel
import Verdicts

/// The part of a scenario that shows where each strategy goes wrong: in words, setting by setting,
/// and by the line of reasoning that it rests on.
struct SettingSection {
  let results: ScenarioResults

  func write(to document: inout MarkdownDocument) {
    let matrices = results.matrices
    for (matrix, sizes) in matrices {
      let numbers = WordList.and(sizes.map { NumberFormat.grouped($0) })
      let place = matrices.count == 1 ? "" : ", size\(sizes.count == 1 ? "" : "s") \(numbers)"
      document.heading(3, "Where it goes wrong\(place)")
      write(matrix, to: &document)
    }
  }

  private func write(_ matrix: SettingMatrix, to document: inout MarkdownDocument) {
    let findings = SettingFindings(matrix)
    document.paragraph(introduction(matrix))
    document.list(findings.sentences)
    let columns = Self.columns(of: matrix)
    for table in columns {
      if columns.count > 1 { document.heading(4, title(of: table)) }
      if table.isFaultless(in: matrix) {
        document.paragraph("Nothing goes wrong under any strategy.")
      } else {
        document.table(self.table(table, of: matrix))
      }
    }
    let reasonings = findings.reasonings(
      matrix.strategies.map { results.scenario.strategy($0) })
    guard !reasonings.isEmpty else { return }
    document.heading(4, "What each strategy rests on, and where that was not enough")
    document.list(reasonings)
  }

  private func introduction(_ matrix: SettingMatrix) -> String {
    let settings = WordList.and(matrix.settings.map { "“\(MarkdownText.escaped($0))”" })
    let variants =
      matrix.variants.count == 1
      ? "" : "; each under \(WordList.and(matrix.variants.map { MarkdownText.escaped($0) }))"
    return "Settings: \(settings)\(variants). In the tables the worst fault comes first, and a "
      + "dash stands where everything went right."
  }

  // MARK: - Tables

  /// One table: the settings of some variants that look alike.
  private struct Columns {
    var variants: [String]
    /// The places of each column; those of one column look alike.
    let places: [[SettingMatrix.Place]]

    func isFaultless(in matrix: SettingMatrix) -> Bool {
      matrix.strategies.allSatisfy { strategy in
        places.joined().allSatisfy { matrix[strategy, $0] == .faults([]) }
      }
    }
  }

  /// More columns than these make one table for each variant.
  private static let mostColumns = 6

  private static func columns(of matrix: SettingMatrix) -> [Columns] {
    guard matrix.variants.count > 1, matrix.places.count > mostColumns else {
      return [Columns(variants: matrix.variants, places: matrix.places.map { [$0] })]
    }
    var result: [Columns] = []
    for variant in matrix.variants {
      let columns = Columns(variants: [variant], places: places(of: variant, in: matrix))
      let alike = result.firstIndex { other in
        areAlike(other.places.joined().map(\.self), columns.places.joined().map(\.self), in: matrix)
      }
      if let alike {
        result[alike].variants.append(variant)
      } else {
        result.append(columns)
      }
    }
    return result
  }

  /// The settings of a variant, those that share a part of their names in one column where every
  /// strategy fares the same in them.
  private static func places(
    of variant: String, in matrix: SettingMatrix
  ) -> [[SettingMatrix.Place]] {
    let words = SettingWords(matrix.settings)
    var groups: [[SettingMatrix.Place]] = []
    for place in matrix.places where place.variant == variant {
      if let index = groups.firstIndex(where: { areAlike([$0[0]], [place], in: matrix) }) {
        groups[index].append(place)
      } else {
        groups.append([place])
      }
    }
    return groups.flatMap { group in
      words.shared(by: group.map(\.setting)) == nil ? group.map { [$0] } : [group]
    }
  }

  private static func areAlike(
    _ places: [SettingMatrix.Place], _ others: [SettingMatrix.Place], in matrix: SettingMatrix
  ) -> Bool {
    places.count == others.count
      && matrix.strategies.allSatisfy { strategy in
        zip(places, others).allSatisfy { matrix[strategy, $0] == matrix[strategy, $1] }
      }
  }

  private func title(of columns: Columns) -> String {
    "Under \(WordList.and(columns.variants.map { MarkdownText.escaped($0) }))"
  }

  private func table(_ columns: Columns, of matrix: SettingMatrix) -> MarkdownTable {
    let words = SettingWords(matrix.settings)
    let variants = Set(columns.places.joined().map(\.variant))
    var table = MarkdownTable(
      texts: ["Strategy"]
        + columns.places.map { places in
          let setting = words.shared(by: places.map(\.setting)) ?? places[0].setting
          let names = variants.count > 1 ? [places[0].variant, setting] : [setting]
          return MarkdownText.escaped(names.joined(separator: ": "))
        })
    for strategy in matrix.strategies {
      table.append(
        [MarkdownText.code(strategy)]
          + columns.places.map { Self.text(matrix[strategy, $0[0]]) })
    }
    return table
  }

  /// Characters of a cell, beyond which faults are only named: enough for four with their numbers.
  private static let longestCell = 100

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
        // The worst one always stands in full, however long it is.
        return index == 0 || length <= longestCell ? full : fault.name
      }
      return MarkdownText.escaped(texts.joined(separator: "; "))
    }
  }
}
