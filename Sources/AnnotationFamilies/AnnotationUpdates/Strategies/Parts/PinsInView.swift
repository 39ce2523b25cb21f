import Clustering
import MapGeometry
import MapSimulation

/// The pins in the visible rectangle and a margin around it, found by an index that is built anew
/// when the data changes.
struct PinsInView {
  /// The share of the rectangle's width and height that is loaded beyond each edge.
  static let padding = 0.1

  private var index: SpatialIndex?
  private var indexedPins: [MapPin] = []
  private var found: [Int] = []

  /// The data changed. The building is charged as clustering: both sort every pin once.
  mutating func modelDidChange(_ model: PinModel, context: UpdateContext) throws {
    var counts = ComputationCounts()
    counts.pinsClustered = model.pins.count
    context.charge(counts)
    indexedPins = model.pins
    index = try context.timing(\.clustering) {
      try SpatialIndex(points: indexedPins.map(\.point))
    }
  }

  /// The pins around what a map shows, as items, in the order of the data.
  mutating func items(around mapView: MapView) -> [ClusterItem] {
    guard let index else { return [] }
    index.pins(in: mapView.visibleMapRect.padded(by: Self.padding), into: &found)
    mapView.counts.pinsExamined += found.count
    found.sort()
    return found.map { indexedPins[$0].item }
  }
}
