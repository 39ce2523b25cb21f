import ScenarioModel

extension MapRowsFamily {
  /// The strategies that come with MapPressure, naive ones first, then from the simplest to write to
  /// the most work.
  package static let standardEntries: [StrategyEntry<Make>] = [
    StrategyEntry(
      "live-map-per-row",
      summary: "Makes a map for each row when it first appears, and keeps it."
    ) { LiveMaps(list: $0, keepsMaps: true) },
    StrategyEntry(
      "snapshot-unchecked",
      summary: "Requests a snapshot at each appearance, and shows it in the cell that asked for it."
    ) { SnapshotPerRow(list: $0, checksRow: false) },
    StrategyEntry(
      "live-map-released",
      summary: "Makes a map each time a row appears, and releases it when the row leaves."
    ) { LiveMaps(list: $0, keepsMaps: false) },
    StrategyEntry(
      "static-picture", StaticPicture.self,
      summary: "Shows the same drawn picture in each row, and no map."),
    StrategyEntry(
      "snapshot-per-row",
      summary: "Requests a snapshot at each appearance, and drops it if its cell has another row."
    ) { SnapshotPerRow(list: $0, checksRow: true) },
    StrategyEntry(
      "reused-maps", ReusedMaps.self,
      summary: "Has as many maps as rows on screen, and gives each the place of the next row."),
    StrategyEntry(
      "snapshot-cached", SnapshotCached.self,
      summary: "Keeps up to 50 MB of snapshots, and cancels those of rows that leave."),
  ]
}

/// A map for each row, kept with the row as in a stack of views that does not reuse them, or made
/// anew each time it appears.
private final class LiveMaps: MapRowStrategy {
  private let list: MapList
  private let keepsMaps: Bool
  private var maps: [Int: RowMap] = [:]

  init(list: MapList, keepsMaps: Bool) {
    self.list = list
    self.keepsMaps = keepsMaps
  }

  convenience init(list: MapList) { self.init(list: list, keepsMaps: true) }

  func rowDidAppear(_ row: Int, in cell: MapCell) {
    let map = maps[row] ?? list.makeMap(forRow: row)
    if keepsMaps { maps[row] = map }
    cell.show(map)
  }

  func rowDidDisappear(_ row: Int, from cell: MapCell) { cell.clear() }
}

/// Maps that go from row to row.
private final class ReusedMaps: MapRowStrategy {
  private let list: MapList
  private var shown: [Int: RowMap] = [:]
  private var waiting: [RowMap] = []

  init(list: MapList) { self.list = list }

  func rowDidAppear(_ row: Int, in cell: MapCell) {
    let map: RowMap
    if let waiting = waiting.popLast() {
      list.reuse(waiting, forRow: row)
      map = waiting
    } else {
      map = list.makeMap(forRow: row)
    }
    shown[row] = map
    cell.show(map)
  }

  func rowDidDisappear(_ row: Int, from cell: MapCell) {
    cell.clear()
    if let map = shown.removeValue(forKey: row) { waiting.append(map) }
  }
}

/// A snapshot at each appearance of a row. It may be ready when the cell has another row already:
/// then it is dropped, or shown there.
private final class SnapshotPerRow: MapRowStrategy {
  private let list: MapList
  private let checksRow: Bool

  init(list: MapList, checksRow: Bool) {
    self.list = list
    self.checksRow = checksRow
  }

  convenience init(list: MapList) { self.init(list: list, checksRow: false) }

  func rowDidAppear(_ row: Int, in cell: MapCell) {
    // Without this, the cell shows the picture of its row before until the new one is there.
    if checksRow { cell.clear() }
    let checksRow = checksRow
    list.requestSnapshot(ofRow: row) { [weak cell] picture in
      guard let cell, !checksRow || cell.row == row else { return }
      cell.show(picture)
    }
  }

  func rowDidDisappear(_ row: Int, from cell: MapCell) {}
}

/// Snapshots that are kept, one request a row at a time, and none for rows that have left.
private final class SnapshotCached: MapRowStrategy {
  /// 24 pictures of 361 x 160 points at three pixels a point.
  private static let costLimit = 50_000_000

  private let list: MapList
  private let cache = RowPictureCache(costLimit: SnapshotCached.costLimit)
  private var requests: [Int: SnapshotRequest] = [:]

  init(list: MapList) { self.list = list }

  func rowDidAppear(_ row: Int, in cell: MapCell) {
    if let picture = cache.picture(ofRow: row) { return cell.show(picture) }
    cell.clear()
    requests[row] = list.requestSnapshot(ofRow: row) { [weak self, weak cell] picture in
      self?.requests[row] = nil
      self?.cache.insert(picture)
      if let cell, cell.row == row { cell.show(picture) }
    }
  }

  func rowDidDisappear(_ row: Int, from cell: MapCell) {
    if let request = requests.removeValue(forKey: row) { list.cancel(request) }
  }
}

/// No map at all.
private final class StaticPicture: MapRowStrategy {
  init(list: MapList) {}

  func rowDidAppear(_ row: Int, in cell: MapCell) { cell.showPlaceholder() }
  func rowDidDisappear(_ row: Int, from cell: MapCell) {}
}
