import Clustering
import EventSimulation
import MapGeometry
import MapSimulation
import PinData
import PlatformProfiles
import SearchSimulation
import Workloads

/// Everything that is the same for all strategies of a case.
struct RegionFetchWorld: Sendable {
  let index: SpatialIndex
  let session: MapSession
  let device: Device
  let network: NetworkSource
  /// For each rest what the map shows, where nothing but the user moves it, and the pins in it.
  private let rests: [(rect: MapRect, wantedPins: [Int])]

  init(pins: PinSet, session: MapSession, device: Device, network: NetworkSource) throws {
    index = try SpatialIndex(points: pins.mapPoints)
    self.session = session
    self.device = device
    self.network = network
    rests = Self.restingRects(of: session, on: device).map { [index] rect in
      (rect, index.wantedPins(in: rect))
    }
  }

  /// The pins that the map should show in a rest: the best ones of the visible region, as many as an
  /// answer holds.
  func wantedPins(in visible: MapRect, rest: Int) -> [Int] {
    rests[rest].rect == visible ? rests[rest].wantedPins : index.wantedPins(in: visible)
  }

  /// How long the server takes to answer.
  var latency: LatencyDistribution {
    LatencyDistribution(
      median: Int64(device.profile[.fetchLatencyMedian]),
      percentile95: Int64(device.profile[.fetchLatencyP95]))
  }

  /// The bytes of a request, and of an answer without pins.
  var requestSize: Int { Int(device.profile[.fetchRequestSize].rounded()) }
  /// The bytes of a pin in an answer.
  var resultSize: Int { Int(device.profile[.fetchResultSize].rounded()) }

  /// The map as it appears.
  func mapView(on main: MainThread) -> RegionMapView {
    RegionMapView(
      main: main, viewport: device.viewport, visibleMapRect: session.start,
      refresh: device.refresh, animationDuration: Int64(device.profile[.regionAnimation]))
  }

  /// What the map shows in each rest, where nothing but the user moves it.
  private static func restingRects(of session: MapSession, on device: Device) -> [MapRect] {
    let simulation = Simulation()
    let main = MainThread(simulation: simulation, hangThreshold: .max, watchdogLimit: .max)
    let mapView = RegionMapView(
      main: main, viewport: device.viewport, visibleMapRect: session.start,
      refresh: device.refresh, animationDuration: 0)
    var rects = [mapView.visibleMapRect]
    main.async {
      for gesture in session.gestures {
        mapView.userDidBeginGesture()
        for movement in gesture.movements { mapView.userDidMove(by: movement) }
        mapView.userDidEndGesture()
        rects.append(mapView.visibleMapRect)
      }
    }
    simulation.run()
    return rects
  }
}

extension SpatialIndex {
  fileprivate func wantedPins(in visible: MapRect) -> [Int] {
    var wanted: [Int] = []
    _ = bestPins(in: visible, limit: PinServer.answerLimit, into: &wanted)
    return wanted
  }
}
