import ScenarioModel

/// The code of a list whose rows show small maps: it decides what each row shows, and when.
///
/// All methods run on the simulated main thread. An app's own strategy conforms to the same protocol
/// as the ones that come with MapPressure, and is added to a ``MapRowsFamily``.
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

extension StrategyEntry where Make == MapRowsFamily.Make {
  /// An entry for a strategy of a ``MapRowsFamily``.
  ///
  /// - Parameters:
  ///   - name: the name in scenario files and reports: lower case words joined by hyphens.
  ///   - summary: what the strategy does, in one sentence.
  public init(_ name: String, _ strategy: (some MapRowStrategy).Type, summary: String) {
    self.init(name, summary: summary) { strategy.init(list: $0) }
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
  private(set) var content = Content.nothing
  private unowned let list: MapList

  init(list: MapList) {
    self.list = list
  }

  /// Shows a live map.
  public func show(_ map: RowMap) { set(.map(map)) }

  /// Shows a picture of a map, which takes the time to assign an image.
  public func show(_ picture: RowPicture) {
    list.work(.assignImage, named: "assign")
    set(.picture(picture))
  }

  /// Shows the same drawn picture as each other row.
  public func showPlaceholder() {
    list.work(.assignImage, named: "assign")
    set(.placeholder)
  }

  /// Shows nothing.
  public func clear() { set(.nothing) }

  private func set(_ content: Content) {
    self.content = content
    list.cellDidChange(self)
  }

  /// The row whose map is visible in it; `nil` if none is.
  var visibleMapRow: Int? {
    switch content {
    case .nothing, .placeholder: nil
    case .map(let map): map.isLoaded ? map.row : nil
    case .picture(let picture): picture.row
    }
  }
}
