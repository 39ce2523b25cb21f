import ScenarioModel

extension StrategyEntry where Make == MapRowMake {
  /// The strategies that come with MapPressure, naive ones first, then from the simplest to write to
  /// the most work.
  static var standard: [Self] {
    [
      .liveMaps(
        "live-map-per-row", keepsMaps: true,
        summary: "Makes a map for each row when it first appears, and keeps it."),
      .snapshots(
        "snapshot-unchecked", checksRow: false,
        summary:
          "Requests a snapshot at each appearance, and shows it in the cell that asked for it."),
      .liveMaps(
        "live-map-released", keepsMaps: false,
        summary: "Makes a map each time a row appears, and releases it when the row leaves."),
      StrategyEntry(
        "static-picture", summary: "Shows the same drawn picture in each row, and no map."
      ) { _ in MapRowCallbacks(didAppear: { _, cell in cell.showPlaceholder() }) },
      .snapshots(
        "snapshot-per-row", checksRow: true,
        summary: "Requests a snapshot at each appearance; drops it if its cell shows another row."
      ),
      StrategyEntry(
        "reused-maps",
        summary: "Has one map per row on screen; a free map shows the next row's place."
      ) { list in
        var shown: [Int: RowMap] = [:]
        var waiting: [RowMap] = []
        return MapRowCallbacks(
          didAppear: { row, cell in
            let free = waiting.popLast()
            if let free { list.reuse(free, forRow: row) }
            let map = free ?? list.makeMap(forRow: row)
            shown[row] = map
            cell.show(map)
          },
          didDisappear: { row, cell in
            cell.clear()
            if let map = shown.removeValue(forKey: row) { waiting.append(map) }
          })
      },
      StrategyEntry(
        "snapshot-cached",
        summary: "Keeps up to 50 MB of snapshots, and cancels the requests of rows that leave."
      ) { list in
        // 24 pictures of 361 x 160 points at three pixels a point.
        let cache = CostLimitedCache<Int, RowPicture>(limit: 50_000_000)
        var requests: [Int: SnapshotRequest] = [:]
        return MapRowCallbacks(
          didAppear: { row, cell in
            if let picture = cache.value(row) { return cell.show(picture) }
            cell.clear()
            requests[row] = list.requestSnapshot(ofRow: row) { [weak cell] picture in
              requests[row] = nil
              cache.insert(picture, cost: picture.cost, for: row)
              if let cell, cell.row == row { cell.show(picture) }
            }
          },
          didDisappear: { row, _ in
            if let request = requests.removeValue(forKey: row) { list.cancel(request) }
          })
      },
    ]
  }

  /// A map for each row: kept with the row, as in a stack of views that does not reuse them, or
  /// made again each time that the row appears.
  private static func liveMaps(_ name: String, keepsMaps: Bool, summary: String) -> Self {
    StrategyEntry(name, summary: summary) { list in
      var maps: [Int: RowMap] = [:]
      return MapRowCallbacks(
        didAppear: { row, cell in
          let map = maps[row] ?? list.makeMap(forRow: row)
          if keepsMaps { maps[row] = map }
          cell.show(map)
        }, didDisappear: { _, cell in cell.clear() })
    }
  }

  /// A snapshot at each appearance of a row. It may be ready when the cell has another row already:
  /// then it is dropped, or shown there.
  private static func snapshots(_ name: String, checksRow: Bool, summary: String) -> Self {
    StrategyEntry(name, summary: summary) { list in
      MapRowCallbacks(didAppear: { row, cell in
        // Without this, the cell shows the picture of its row before until the new one is there.
        if checksRow { cell.clear() }
        list.requestSnapshot(ofRow: row) { [weak cell] picture in
          guard let cell, !checksRow || cell.row == row else { return }
          cell.show(picture)
        }
      })
    }
  }
}
