import EventSimulation
import MapGeometry
import MapSimulation
import UpdateSimulation

/// An app whose map's region is in its state, and whose delegate writes it back: an endless loop of
/// updates, ended after so many.
final class UpdateCycle: RegionMapViewDelegate {
  /// What the delegate writes, where it writes something else each time.
  enum Write {
    /// One of two regions in turn.
    case regionsInTurn
    /// What the map's region reads back as, as coordinators do.
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
  ///   - updateDuration: how long an update keeps the simulated main thread, in nanoseconds.
  ///   - limit: after so many updates nothing is written any more.
  init(
    write: Write, fitting: RegionFitting, updateDuration: Int64, limit: Int,
    in simulation: Simulation
  ) {
    let main = MainThread(
      simulation: simulation, hangThreshold: 250_000_000, watchdogLimit: .max)
    mapView = RegionMapView(
      main: main, viewport: Viewport(width: 320, height: 480),
      visibleMapRect: MapRect(Self.regions[1]), fitting: fitting, animationDuration: 0)
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
