import EventSimulation
import MapGeometry
import MapSimulation
import ScenarioModel

extension RegionFetchesFamily {
  /// The strategies that come with MapPressure, naive ones first.
  package static let standardEntries: [StrategyEntry<Make>] = [
    StrategyEntry(
      "fetch-each-tick", FetchEachTick.self,
      summary: "Requests the visible region at each step of a gesture.",
      reasoning: "The delegate is called at each step, so the pins can follow the finger."),
    configured(
      "fetch-each-end",
      summary: "Requests the visible region each time the map reports the end of a change.",
      reasoning: "regionDidChange is called when a gesture is over, so once a gesture is enough.",
      .none),
    StrategyEntry(
      "search-into-clusters", SearchIntoClusters.self,
      summary:
        "Empties its clusters when a search begins, fills them with the results, and reloads the map "
        + "then and at each region end, as the ClusterMap post does.",
      reasoning: "The old places are of no use to a new search."),
    configured(
      "fetch-debounced",
      summary: "Requests the visible region when the map has rested for 300 ms.",
      reasoning: "Users do not look at a moving map, so only rests need a fetch.",
      .none.with(\.restingTime, RegionFetchSettings.all.restingTime)),
    configured(
      "fetch-cancelling",
      summary: "Requests the region at each region end, and cancels the fetch under way.",
      reasoning: "Only the latest region is of interest, so the fetch before it can be cancelled.",
      .none.with(\.cancelsOlderFetches, true)),
    StrategyEntry(
      "fetch-padded-cache", FetchPaddedCache.self,
      summary: "Requests twice the width and height, and nothing inside of the loaded region.",
      reasoning: "The next region is mostly near; a loaded region around it needs no fetch."),
    configured(
      "fetch-debounced-padded-cancelling",
      summary: "All three: waits for a rest, requests a larger region, cancels older fetches.",
      reasoning:
        "Each of the three saves requests or shows fewer wrong pins in cases that the others miss.",
      .all),
    configured(
      "padded-cancelling", summary: "fetch-debounced-padded-cancelling without the wait.",
      .all.with(\.restingTime, 0)),
    configured(
      "debounced-cancelling",
      summary: "fetch-debounced-padded-cancelling that always requests the visible region.",
      .all.with(\.padding, 0).with(\.cachesAnswers, false)),
    configured(
      "debounced-padded", summary: "fetch-debounced-padded-cancelling that cancels nothing.",
      .all.with(\.cancelsOlderFetches, false)),
  ]

  private static func configured(
    _ name: String, summary: String, reasoning: String? = nil, _ settings: RegionFetchSettings
  ) -> StrategyEntry<Make> {
    StrategyEntry(name, summary: summary, reasoning: reasoning) { mapView, layer, server in
      ConfiguredFetch(mapView: mapView, layer: layer, server: server, settings: settings)
    }
  }
}

/// The settings of a coordinator that sends fewer requests.
struct RegionFetchSettings: Hashable, Sendable {
  /// The time for which the map must rest before a request, in nanoseconds; 0 for none.
  var restingTime: Int64
  /// The part that is asked for beyond each edge of the screen, as a fraction of its width and
  /// height.
  var padding: Double
  /// True if loaded and requested regions are not requested again.
  var cachesAnswers: Bool
  /// True if a fetch is cancelled when another one replaces it.
  var cancelsOlderFetches: Bool

  static let none = RegionFetchSettings(
    restingTime: 0, padding: 0, cachesAnswers: false, cancelsOlderFetches: false)
  static let all = RegionFetchSettings(
    restingTime: 300_000_000, padding: 0.5, cachesAnswers: true, cancelsOlderFetches: true)

  func with<Value>(
    _ path: WritableKeyPath<RegionFetchSettings, Value>, _ value: Value
  ) -> RegionFetchSettings {
    var settings = self
    settings[keyPath: path] = value
    return settings
  }
}

/// Requests the region at each region end. By its settings, it waits until the map rests, requests
/// a larger region and nothing again inside of it, and cancels a fetch whose answer is not needed.
final class ConfiguredFetch: RegionFetchStrategy {
  private let mapView: RegionMapView
  private let layer: PinLayer
  private let server: PinServer
  private let settings: RegionFetchSettings
  private var coverage = RegionCoverage()
  private var timer: MainTimer?
  /// The latest fetch and its rectangle.
  private var fetch: (fetch: PinFetch, rect: MapRect)?

  convenience init(mapView: RegionMapView, layer: PinLayer, server: PinServer) {
    self.init(mapView: mapView, layer: layer, server: server, settings: .all)
  }

  init(
    mapView: RegionMapView, layer: PinLayer, server: PinServer, settings: RegionFetchSettings
  ) {
    self.mapView = mapView
    self.layer = layer
    self.server = server
    self.settings = settings
  }

  func mapView(_ mapView: RegionMapView, regionWillChangeAnimated animated: Bool) {
    timer?.invalidate()
  }

  func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    timer?.invalidate()
    guard settings.restingTime > 0 else { return loadVisibleRegion() }
    timer = MainTimer(on: mapView.main, interval: settings.restingTime, repeats: false) {
      [weak self] in self?.loadVisibleRegion()
    }
  }

  private func loadVisibleRegion() {
    let visible = mapView.visibleMapRect
    var rect = visible
    if settings.cachesAnswers {
      guard !coverage.hasLoaded(visible) else { return }
      rect = coverage.rect(
        toAskFor: visible, padding: settings.padding, limit: server.answerLimit)
      // A fetch under way that covers the region is enough.
      if let fetch, !fetch.fetch.isOver, fetch.rect.covers(visible) { return }
    }
    if settings.cancelsOlderFetches { fetch?.fetch.cancel() }
    fetch = (server.pins(in: rect) { [weak self] result in self?.receive(result) }, rect)
  }

  private func receive(_ result: Result<PinAnswer, PinServerError>) {
    guard case .success(let answer) = result else { return }
    coverage.didLoad(answer)
    layer.show(answer)
    // More pins than the limit of an answer: requests a smaller region, unless the user moves the
    // map.
    if settings.cachesAnswers, !answer.isComplete, !mapView.isUserInteracting {
      loadVisibleRegion()
    }
  }
}

/// Requests the visible region at each step of a gesture, and shows each answer.
final class FetchEachTick: RegionFetchStrategy {
  private let layer: PinLayer
  private let server: PinServer

  init(mapView: RegionMapView, layer: PinLayer, server: PinServer) {
    self.layer = layer
    self.server = server
  }

  func mapViewDidChangeVisibleRegion(_ mapView: RegionMapView) {
    fetchPins(of: mapView)
  }

  /// Requests the first region, which has no step of a gesture.
  func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    if layer.answers.isEmpty { fetchPins(of: mapView) }
  }

  private func fetchPins(of mapView: RegionMapView) {
    server.pins(in: mapView.visibleMapRect) { [layer] result in
      guard case .success(let answer) = result else { return }
      layer.show(answer)
    }
  }
}

/// Searches the visible region at each region end, as an app does that follows the ClusterMap post:
/// the search empties the library's tree while it is under way and adds what it finds, and the map
/// takes over what is in the tree after a search and at each region end.
///
/// A search that fails leaves the tree empty: the post asserts then, which a release build does not.
final class SearchIntoClusters: RegionFetchStrategy {
  private let layer: PinLayer
  private let server: PinServer
  /// What is in the tree: the results of two searches if the second one began before the first one
  /// had ended.
  private var found: [PinAnswer] = []

  init(mapView: RegionMapView, layer: PinLayer, server: PinServer) {
    self.layer = layer
    self.server = server
  }

  func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    layer.show(found)
    found = []
    server.pins(in: mapView.visibleMapRect) { [weak self] result in
      guard let self, case .success(let answer) = result else { return }
      found.append(answer)
      layer.show(found)
    }
  }
}

/// Requests a rectangle of twice the screen's width and height, and sends no other request while
/// the screen shows a part of it.
final class FetchPaddedCache: RegionFetchStrategy {
  /// Half a screen beyond each edge.
  private static let padding = 0.5

  private let layer: PinLayer
  private let server: PinServer
  private var coverage = RegionCoverage()

  init(mapView: RegionMapView, layer: PinLayer, server: PinServer) {
    self.layer = layer
    self.server = server
  }

  func mapView(_ mapView: RegionMapView, regionDidChangeAnimated animated: Bool) {
    let visible = mapView.visibleMapRect
    guard !coverage.hasLoaded(visible) else { return }
    let rect = coverage.rect(
      toAskFor: visible, padding: Self.padding, limit: server.answerLimit)
    server.pins(in: rect) { [weak self] result in
      guard let self, case .success(let answer) = result else { return }
      coverage.didLoad(answer)
      layer.show(answer)
      if !answer.isComplete, !coverage.hasLoaded(visible) {
        self.mapView(mapView, regionDidChangeAnimated: false)
      }
    }
  }
}

/// The part of the map that an app has loaded.
private struct RegionCoverage {
  /// The answer that is shown.
  private var loaded: PinAnswer?

  /// Returns whether everything that a screen could show is loaded.
  ///
  /// If a rectangle has more pins than the limit of an answer, only the best are loaded, and a part
  /// of the rectangle could have other pins.
  func hasLoaded(_ visible: MapRect) -> Bool {
    guard let loaded else { return false }
    return loaded.isComplete ? loaded.rect.covers(visible) : loaded.rect == visible
  }

  /// The rectangle to request: larger than the visible one, unless it would have more pins than the
  /// limit of an answer at the density of the latest pins.
  func rect(toAskFor visible: MapRect, padding: Double, limit: Int) -> MapRect {
    let padded = visible.padded(by: padding)
    guard let loaded, !loaded.rect.isEmpty else { return padded }
    let share = (padded.width / loaded.rect.width) * (padded.height / loaded.rect.height)
    return Double(loaded.totalCount) * share < Double(limit) ? padded : visible
  }

  mutating func didLoad(_ answer: PinAnswer) {
    loaded = answer
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
