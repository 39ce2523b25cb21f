import BenchmarkTables

/// One subject of the table. To add one: a file in this folder and an entry in `RowCatalog`.
protocol Row {
  /// The name on the command line.
  var name: String { get }

  /// Indicates whether the row is measured on unusual data too.
  var dependsOnData: Bool { get }

  /// The measurements on a workload.
  func contests(_ workload: Workload) throws -> [Contest]

  /// The conditions that must hold for valid figures.
  func checks(_ workload: Workload) throws -> [Check]
}

extension Row {
  var dependsOnData: Bool { false }

  func checks(_ workload: Workload) throws -> [Check] { [] }
}

/// The rows in the order of the table.
enum RowCatalog {
  static var standard: [any Row] {
    [
      ProjectionRow(), BuildRow(), QueryRow(), DifferenceRow(), SpatialIndexRow(), NearestRow(),
      GridRow(), FilterRow(), UpdateRow(), ClusteredMapRow(),
    ]
  }
}
