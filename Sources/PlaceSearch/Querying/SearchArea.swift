import GRDB

/// A part of the world in which is looked, or all of it.
final class SearchArea {
  static var world: SearchArea { SearchArea(nil) }

  /// `nil` is the world, with the places off the earth.
  let bounds: RegionBounds?
  private var known: SearchPlan.Condition??

  init(_ bounds: RegionBounds?) {
    self.bounds = bounds
  }

  /// That a place lies in one of the cells around the area, and about how many do; `nil` where
  /// the cells do not tell places apart. Counted once.
  func condition(_ database: Database) throws -> SearchPlan.Condition? {
    if let known { return known }
    let condition = try bounds.flatMap { try Self.condition($0, database) }
    known = .some(condition)
    return condition
  }

  private static func condition(
    _ bounds: RegionBounds, _ database: Database
  ) throws -> SearchPlan.Condition? {
    let cells = GridCell.covering(bounds)
    guard let level = cells.first?.level, let expression = MatchExpression.cells(cells) else {
      return nil
    }
    return SearchPlan.Condition(
      expression: expression,
      matches: try placeCount(of: cells, level: level, database), isArea: true)
  }

  /// About how many places lie in cells of one level.
  private static func placeCount(
    of cells: [GridCell], level: Int, _ database: Database
  ) throws -> Int {
    let counted = min(level, GridCell.finestCounted)
    var parents: [GridCell] = []
    for cell in cells.map({ $0.parent(level: counted) }) where !parents.contains(cell) {
      parents.append(cell)
    }
    let statement = try database.cachedStatement(
      sql: #"SELECT places FROM cells WHERE level = ? AND row = ? AND "column" = ?"#)
    let places = try parents.reduce(0) { sum, cell in
      let row = try Row.fetchOne(statement, arguments: [cell.level, cell.row, cell.column])
      return sum + (try row?.count(0) ?? 0)
    }
    if counted == level { return places }
    // Places crowd where people look.
    let crowding = 4
    let share = Double(cells.count * crowding) / Double(parents.count << (2 * (level - counted)))
    return share < 1 ? Int(Double(places) * share) : places
  }
}
