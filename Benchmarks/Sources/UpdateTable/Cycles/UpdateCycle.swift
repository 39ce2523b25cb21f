import Clustering
import Simulation

/// An app with its map's region in its state, whose delegate writes the region back: an endless
/// loop of updates, which ends after a given number.
final class UpdateCycle: RegionMapViewDelegate {
  /// The regions that the delegate writes, if it writes a different one each time.
  enum Write {
    /// One of two regions in turn.
    case regionsInTurn
    /// The region that is read back from the map, as in most coordinators.
    case regionReadBack
  }

  private static let regions = [
    Region(
      center: Coordinate(latitude: 39.9042, longitude: 116.4074),
      span: CoordinateSpan(latitudeDelta: 0.02, longitudeDelta: 0.02)),
    Region(
      center: Coordinate(latitude: 39.9043, longitude: 116.4074),
      span: CoordinateSpan(latitudeDelta: 0.02, longitudeDelta: 0.02)),
  ]

  let mapView: RegionMapView
  let graph: ViewGraph
  private let state: ViewState<Region>
  private let write: Write
  private let limit: Int

  /// - Parameters:
  ///   - updateDuration: the time of an update on the simulated main thread, in nanoseconds.
  ///   - limit: the number of updates after which nothing is written.
  init(
    write: Write, fitting: RegionFitting, updateDuration: Int64, limit: Int,
    in simulation: Simulation
  ) {
    let main = MainThread(
      simulation: simulation, hangThreshold: 250_000_000, watchdogLimit: .max)
    mapView = RegionMapView(
      main: main, viewport: Viewport(width: 320, height: 480),
      visibleMapRect: MapRect(Self.regions[1]), fitting: fitting,
      layoutPassConversions: 1, changeThreshold: 1e-5, animationDuration: 0)
    graph = ViewGraph(main: main, updateDuration: updateDuration)
    state = ViewState(Self.regions[1], in: graph)
    self.write = write
    self.limit = limit
    mapView.delegate = self
    graph.update = { [unowned self] in mapView.setRegion(state.value, animated: false) }
  }

  /// Writes the state for the first time.
  func begin() {
    state.value = Self.regions[0]
  }

  func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    guard graph.updateCount < limit else { return }
    switch write {
    case .regionsInTurn: state.value = Self.regions[graph.updateCount & 1]
    case .regionReadBack: state.value = mapView.region
    }
  }
}
