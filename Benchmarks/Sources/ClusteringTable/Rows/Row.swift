import BenchmarkTables

/// One subject of the table. To add one: a file in this folder and an entry in `RowCatalog`.
protocol Row {
  /// The name on the command line.
  var name: String { get }

  /// Whether it is worth measuring on unusual data too.
  var dependsOnData: Bool { get }

  /// What is measured on a workload.
  func contests(_ workload: Workload) throws -> [Contest]

  /// What must be so for the figures to mean anything.
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
      BuildRow(), QueryRow(), DifferenceRow(), SpatialIndexRow(), NearestRow(), GridRow(),
      FilterRow(), UpdateRow(),
    ]
  }
}
