import ClusteringWorkloads

/// Which rows are measured on what.
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

  /// Everything on the usual data, and what depends most on the data on every other: a table that
  /// can be read, in some minutes.
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
