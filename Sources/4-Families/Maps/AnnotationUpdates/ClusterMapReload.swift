import Clustering
import Simulation

/// Shows the clusters of a region as an app does that follows the ClusterMap post: at the end of
/// each change of the camera it reloads them off the main thread, and then takes the changes over
/// into the arrays of a SwiftUI view, one by one.
///
/// As in the library, the pins are in a tree, the cells of a grid over the visible region are its
/// groups, a reload cancels the one before, and the difference compares each item with the items of
/// the other list until it finds an equal one. As in the post, each removal searches the whole
/// array. The tree is this project's spatial index, and a cluster whose pins change keeps the
/// identity of its cell; the library gives it a new one.
final class ClusterMapReload: BuiltInStrategy {
  private var tree: BuiltIndex<SpatialIndex>?
  private var treeCount = 0
  private var reloadCount = 0
  // The library's list, and the two arrays of the app.
  private var visible: [ClusterItem] = []
  private var pins: [ClusterItem] = []
  private var clusters: [ClusterItem] = []
  /// Indicates whether the view has reported its size.
  private var hasSize: Bool

  /// - Parameter hasSize: false if the first reload comes before the view has reported its size.
  init(hasSize: Bool = true, _ model: PinModel, _ context: UpdateContext) {
    self.hasSize = hasSize
    super.init(model, context)
  }

  override var views: PinViews { .hosted }

  /// Fills the tree off the main thread, and reloads then.
  override func modelDidChange(_ changes: ModelChanges, on mapView: MapView) throws {
    treeCount += 1
    let (number, pins, revision) = (treeCount, model.pins, model.revision)
    try context.inBackground {
      try context.spatialIndex(pins.map(\.point))
    } completion: { [weak self, weak mapView] index in
      guard let self, let mapView, number == treeCount else { return }
      tree = BuiltIndex(index: index, pins: pins, revision: revision)
      reload(on: mapView)
    }
  }

  override func regionDidChange(_ mapView: MapView) { reload(on: mapView) }

  private func reload(on mapView: MapView) {
    guard let tree else { return }
    reloadCount += 1
    let (number, cameraRevision, hasSize) = (reloadCount, context.cameraRevision, hasSize)
    self.hasSize = true
    context.inBackground {
      difference(tree, rect: mapView.visibleMapRect, zoom: mapView.zoom, hasSize: hasSize)
    } completion: { [weak self, weak mapView] reload in
      // A newer reload has cancelled this one.
      guard let self, let mapView, number == reloadCount else { return }
      cells = reload.cells
      visible = reload.visible
      apply(removals: reload.removals, insertions: reload.insertions)
      // The view observes both arrays.
      context.bodyEvaluations += 1
      show(pins + clusters, on: mapView, revision: tree.revision, cameraRevision: cameraRevision)
    }
  }

  /// The library's part, off the main thread, with its list of what is visible after the reload.
  private func difference(
    _ tree: BuiltIndex<SpatialIndex>, rect: MapRect, zoom: Double, hasSize: Bool
  ) -> (
    cells: VisibleCells, removals: [ClusterItem], insertions: [ClusterItem], visible: [ClusterItem]
  ) {
    var found: [Int] = []
    // A view without size has one cell, whose origin is no number: nothing is in it.
    if hasSize { tree.index.pins(in: VisibleCells.rect(ofCellsIn: rect, zoom: zoom), into: &found) }
    let cells = context.visibleCells(of: found.map { tree.pins[$0] }, in: rect, zoom: zoom)
    let removals = subtracting(cells.items, from: visible)
    let insertions = subtracting(visible, from: cells.items)
    return (cells, removals, insertions, subtracting(removals, from: visible) + insertions)
  }

  /// The items that are not in another list.
  private func subtracting(_ other: [ClusterItem], from items: [ClusterItem]) -> [ClusterItem] {
    var compared = 0
    let rest = items.filter { item in
      !other.contains {
        compared += 1
        return $0 == item
      }
    }
    context.meter.count(itemsCompared: compared)
    return rest
  }

  /// The app's part, on the main thread.
  private func apply(removals: [ClusterItem], insertions: [ClusterItem]) {
    func remove(_ item: ClusterItem, from items: inout [ClusterItem]) {
      context.meter.count(itemsCompared: items.count)
      items.removeAll { $0 == item }
    }
    for item in removals {
      if item.count == 1 { remove(item, from: &pins) } else { remove(item, from: &clusters) }
    }
    for item in insertions {
      if item.count == 1 { pins.append(item) } else { clusters.append(item) }
    }
  }
}
