/// The callbacks of the code of a list whose rows show small maps, which run on the simulated main
/// thread.
public struct MapRowCallbacks {
  let didAppear: (_ row: Int, MapCell) -> Void
  let didDisappear: (_ row: Int, MapCell) -> Void

  /// Creates the callbacks.
  ///
  /// - Parameters:
  ///   - didAppear: a row comes on screen in a cell, as `tableView(_:cellForRowAt:)`. The cell still
  ///     shows what its row before had.
  ///   - didDisappear: a row leaves the screen, as `tableView(_:didEndDisplaying:forRowAt:)`; its
  ///     cell is used again.
  public init(
    didAppear: @escaping (_ row: Int, MapCell) -> Void,
    didDisappear: @escaping (_ row: Int, MapCell) -> Void = { _, _ in }
  ) {
    self.didAppear = didAppear
    self.didDisappear = didDisappear
  }
}

/// The function that makes the code of a list whose rows show small maps, which decides what each
/// row shows, and when.
///
/// It is called when the list opens; the code is released when the list closes.
public typealias MapRowMake = @Sendable (MapList) -> MapRowCallbacks

/// A cell of a list: a view that shows one row after the other.
///
/// Used by one thread at a time.
public final class MapCell {
  /// The content of a cell.
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
