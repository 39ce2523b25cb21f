/// The choice of the rows for each data set.
struct Plan {
  struct Item {
    let subject: Subject
    let rows: [any Row]
  }

  let items: [Item]

  init(data: [DataSet], sizes: [Int], rows: [any Row]) {
    items = data.flatMap { dataSet in
      sizes.map { Item(subject: Subject(dataSet: dataSet, count: $0), rows: rows) }
    }
  }

  /// All rows on the usual data, and on other data only the rows that depend most on it. The table
  /// is short, and takes a few minutes.
  static var standard: Plan {
    let cities = Plan(data: [.cities], sizes: standardSizes, rows: RowCatalog.standard)
    let others = Plan(
      data: DataSet.allCases.filter { $0 != .cities }, sizes: [100_000],
      rows: RowCatalog.standard.filter(\.dependsOnData))
    return Plan(items: cities.items + others.items)
  }

  static let standardSizes = [10_000, 100_000, 1_000_000]

  private init(items: [Item]) {
    self.items = items
  }
}
