import Clustering
import ScenarioModel
import Simulation

extension StrategyEntry where Make == RegionFetchMake {
  /// The strategies that come with MapPressure, naive ones first.
  static let standard: [StrategyEntry] = [
    // Requests the first region, too, which has no step of a gesture.
    StrategyEntry(
      "fetch-each-tick", summary: "Requests the visible region at each step of a gesture.",
      reasoning: "The delegate is called at each step, so the pins can follow the finger."
    ) { _, layer, server in
      func fetchPins(of mapView: RegionMapView) {
        server.pins(in: mapView.visibleMapRect) { result in
          if let answer = try? result.get() { layer.show(answer) }
        }
      }
      return FetchCallbacks(
        didMove: fetchPins, didEnd: { if layer.answers.isEmpty { fetchPins(of: $0) } })
    },
    configured(
      "fetch-each-end", .init(),
      summary: "Requests the visible region each time the map reports the end of a change.",
      reasoning: "regionDidChange is called after a gesture, so each gesture needs one request."),
    // Searches like an app that follows the ClusterMap post. The search empties the library's tree
    // at its start and adds its results; the map takes the tree's content over after a search and
    // at each region end. A search that fails leaves the tree empty: the post asserts then, which a
    // release build does not.
    StrategyEntry(
      "search-into-clusters",
      summary:
        "Empties its clusters when a search begins and fills them with the results; reloads the "
        + "map after that and at each region end, as the ClusterMap post does.",
      reasoning: "The old places are of no use to a new search."
    ) { _, layer, server in
      // The results of two searches if the second one began before the first one had ended.
      var tree: [PinAnswer] = []
      return FetchCallbacks(didEnd: { mapView in
        layer.show(tree)
        tree = []
        server.pins(in: mapView.visibleMapRect) { result in
          guard let answer = try? result.get() else { return }
          tree.append(answer)
          layer.show(tree)
        }
      })
    },
    configured(
      "fetch-debounced", .init(restingTime: restingTime),
      summary: "Requests the visible region when the map has rested for 300 ms.",
      reasoning: "Users do not look at a moving map, so only rests need a fetch."),
    configured(
      "fetch-cancelling", .init(cancelsOlderFetches: true),
      summary: "Requests the region at each region end, and cancels the fetch under way.",
      reasoning: "Only the latest region is of interest, so the previous fetch can be cancelled."),
    // Sends no other request while the screen shows a part of what is loaded.
    StrategyEntry(
      "fetch-padded-cache",
      summary: "Asks for twice the width and height, but for nothing inside the loaded region.",
      reasoning: "The next region is usually near; inside the loaded region, it needs no fetch."
    ) { _, layer, server in
      var coverage = RegionCoverage()
      func fetchPins(of mapView: RegionMapView) {
        let visible = mapView.visibleMapRect
        guard !coverage.hasLoaded(visible) else { return }
        server.pins(in: coverage.rect(around: visible, limit: server.answerLimit)) { result in
          guard let answer = try? result.get() else { return }
          coverage.loaded = answer
          layer.show(answer)
          if !answer.isComplete, !coverage.hasLoaded(visible) { fetchPins(of: mapView) }
        }
      }
      return FetchCallbacks(didEnd: fetchPins)
    },
    configured(
      "fetch-debounced-padded-cancelling",
      .init(restingTime: restingTime, keepsAround: true, cancelsOlderFetches: true),
      summary: "Waits for a rest, requests a larger region, and cancels older fetches.",
      reasoning:
        "Each of these measures saves requests or avoids wrong pins where the other two do not."),
    configured(
      "padded-cancelling", .init(keepsAround: true, cancelsOlderFetches: true),
      summary: "Like fetch-debounced-padded-cancelling, but without the wait."),
    configured(
      "debounced-cancelling", .init(restingTime: restingTime, cancelsOlderFetches: true),
      summary: "Like fetch-debounced-padded-cancelling, but always requests the visible region."),
    configured(
      "debounced-padded", .init(restingTime: restingTime, keepsAround: true),
      summary: "Like fetch-debounced-padded-cancelling, but cancels nothing."),
  ]

  private static var restingTime: Int64 { 300_000_000 }

  private static func configured(
    _ name: String, _ options: ConfiguredFetch.Options, summary: String, reasoning: String? = nil
  ) -> Self {
    StrategyEntry(name, summary: summary, reasoning: reasoning) { mapView, layer, server in
      ConfiguredFetch(mapView: mapView, layer: layer, server: server, options: options)
    }
  }
}

/// A coordinator that needs two of a map's callbacks.
private final class FetchCallbacks: RegionMapViewDelegate {
  private let didMove: (RegionMapView) -> Void
  private let didEnd: (RegionMapView) -> Void

  /// - Parameters:
  ///   - didMove: called at each step of a gesture.
  ///   - didEnd: called at each region end.
  init(
    didMove: @escaping (RegionMapView) -> Void = { _ in }, didEnd: @escaping (RegionMapView) -> Void
  ) {
    self.didMove = didMove
    self.didEnd = didEnd
  }

  func mapViewDidChangeVisibleRegion(_ mapView: RegionMapView) { didMove(mapView) }

  func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) { didEnd(mapView) }
}

/// Requests the region at each region end. By its options, it waits until the map rests, requests
/// a larger region and nothing again inside of it, and cancels a fetch whose answer is not needed.
private final class ConfiguredFetch: RegionMapViewDelegate {
  struct Options {
    /// The time for which the map must rest before a request, in nanoseconds; 0 for none.
    var restingTime: Int64 = 0
    /// Indicates whether requests cover more than the screen, and skip pins that are loaded or
    /// under way.
    var keepsAround = false
    /// Indicates whether a fetch is cancelled when another one replaces it.
    var cancelsOlderFetches = false
  }

  private let mapView: RegionMapView
  private let layer: PinLayer
  private let server: SimulatedPinServer
  private let options: Options
  private var coverage = RegionCoverage()
  private var timer: MainTimer?
  /// The latest fetch and its rectangle.
  private var fetch: (fetch: PinFetch, rect: MapRect)?

  init(mapView: RegionMapView, layer: PinLayer, server: SimulatedPinServer, options: Options) {
    self.mapView = mapView
    self.layer = layer
    self.server = server
    self.options = options
  }

  func mapView(_ mapView: RegionMapView, regionWillChangeAnimated animated: Bool) {
    timer?.invalidate()
  }

  func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    timer?.invalidate()
    guard options.restingTime > 0 else { return loadVisibleRegion() }
    timer = MainTimer(on: mapView.main, interval: options.restingTime, repeats: false) {
      [weak self] in self?.loadVisibleRegion()
    }
  }

  private func loadVisibleRegion() {
    let visible = mapView.visibleMapRect
    var rect = visible
    if options.keepsAround {
      guard !coverage.hasLoaded(visible) else { return }
      rect = coverage.rect(around: visible, limit: server.answerLimit)
      // A fetch under way that covers the region is enough.
      if let fetch, !fetch.fetch.isOver, fetch.rect.covers(visible) { return }
    }
    if options.cancelsOlderFetches { fetch?.fetch.cancel() }
    fetch = (server.pins(in: rect) { [weak self] result in self?.receive(result) }, rect)
  }

  private func receive(_ result: Result<PinAnswer, PinServerError>) {
    guard let answer = try? result.get() else { return }
    coverage.loaded = answer
    layer.show(answer)
    // More pins than the limit of an answer: requests a smaller region, unless the user moves the
    // map.
    if options.keepsAround, !answer.isComplete, !mapView.isUserInteracting { loadVisibleRegion() }
  }
}

/// The part of the map that an app has loaded.
private struct RegionCoverage {
  /// The answer that is shown.
  var loaded: PinAnswer?

  /// Returns whether everything that a screen could show is loaded.
  ///
  /// If a rectangle has more pins than the limit of an answer, only the best are loaded, and a part
  /// of the rectangle could have other pins.
  func hasLoaded(_ visible: MapRect) -> Bool {
    guard let loaded else { return false }
    return loaded.isComplete ? loaded.rect.covers(visible) : loaded.rect == visible
  }

  /// The rectangle to request: half a screen beyond each edge, unless it would have more pins than
  /// the limit of an answer at the density of the latest pins.
  func rect(around visible: MapRect, limit: Int) -> MapRect {
    let padded = visible.padded(by: 0.5)
    guard let loaded, !loaded.rect.isEmpty else { return padded }
    let share = (padded.width / loaded.rect.width) * (padded.height / loaded.rect.height)
    return Double(loaded.totalCount) * share < Double(limit) ? padded : visible
  }
}

extension MapRect {
  /// Returns whether another rectangle lies in this one, edges included, on either side of the
  /// antimeridian.
  fileprivate func covers(_ other: MapRect) -> Bool {
    guard minY <= other.minY, maxY >= other.maxY else { return false }
    let world = MapSize.world.width
    if width >= world { return true }
    let turns = ((midX - other.midX) / world).rounded() * world
    return minX <= other.minX + turns && maxX >= other.maxX + turns
  }
}
