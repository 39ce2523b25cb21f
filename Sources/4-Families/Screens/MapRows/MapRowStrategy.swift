import ScenarioModel

/// The code of a list whose rows show small maps: it decides what each row shows, and when.
///
/// All methods run on the simulated main thread. An app's own strategy is added to `Family.mapRows`.
///
/// Used by one thread at a time.
public protocol MapRowStrategy: AnyObject, SendableMetatype {
  /// Creates the code when the list opens; it is released when the list closes.
  init(list: MapList)

  /// A row comes on screen in a cell, as `tableView(_:cellForRowAt:)`. The cell still shows what its
  /// row before had.
  func rowDidAppear(_ row: Int, in cell: MapCell)

  /// A row leaves the screen, as `tableView(_:didEndDisplaying:forRowAt:)`; its cell is used again.
  func rowDidDisappear(_ row: Int, from cell: MapCell)
}

/// The callbacks of the code of a list whose rows show small maps, when it has been made.
public struct MapRowCallbacks {
  /// A row comes on screen in a cell.
  var didAppear: (Int, MapCell) -> Void
  /// A row leaves the screen.
  var didDisappear: (Int, MapCell) -> Void = { _, _ in }
}

/// The function that makes a strategy for a list of maps; its argument is that of
/// ``MapRowStrategy/init(list:)``.
public typealias MapRowMake = @Sendable (MapList) -> MapRowCallbacks

extension StrategyEntry where Make == MapRowMake {
  /// An entry for a strategy of `Family.mapRows`.
  ///
  /// - Parameters:
  ///   - name: the name in scenario files and reports: lower case words joined by hyphens.
  ///   - summary: what the strategy does, in one sentence.
  public init(_ name: String, _ strategy: (some MapRowStrategy).Type, summary: String) {
    self.init(name, summary: summary) {
      let strategy = strategy.init(list: $0)
      return MapRowCallbacks(
        didAppear: strategy.rowDidAppear, didDisappear: strategy.rowDidDisappear)
    }
  }
}

/// A cell of a list: a view that shows one row after the other.
///
/// Used by one thread at a time.
public final class MapCell {
  /// What a cell shows.
  enum Content {
    case nothing
    case placeholder
    case map(RowMap)
    case picture(RowPicture)
  }

  /// The row that it shows now; `nil` if it waits for another one.
  public internal(set) var row: Int?
  private(set) var content = Content.nothing {
    didSet { list.cellDidChange(self) }
  }
  private unowned let list: MapList

  init(list: MapList) { self.list = list }

  /// Shows a live map.
  public func show(_ map: RowMap) { content = .map(map) }

  /// Shows a picture of a map, which takes the time to assign an image.
  public func show(_ picture: RowPicture) {
    list.work(.assignImage, named: "assign")
    content = .picture(picture)
  }

  /// Shows the same drawn picture as each other row.
  public func showPlaceholder() {
    list.work(.assignImage, named: "assign")
    content = .placeholder
  }

  /// Shows nothing.
  public func clear() { content = .nothing }

  /// The row whose map is visible in it; `nil` if none is.
  var visibleMapRow: Int? {
    switch content {
    case .nothing, .placeholder: nil
    case .map(let map): map.isLoaded ? map.row : nil
    case .picture(let picture): picture.row
    }
  }
}
