import Clustering
import Simulation

/// The part of an app that synchronises a map's region with the app's state: a
/// `UIViewRepresentable` with its coordinator, which is the map's delegate.
///
/// All methods run on the simulated main thread. An app's own strategy conforms to the same
/// protocol as the ones that come with MapPressure, and lives as long as the screen. Used by one
/// thread at a time.
public protocol RegionUpdateStrategy: RegionMapViewDelegate {
  /// Sets the delegate and the first region of a new map view, as `makeUIView(context:)`.
  func makeUIView(_ mapView: RegionMapView)

  /// Updates the view after any change of state, as `updateUIView(_:context:)`.
  func updateUIView(_ mapView: RegionMapView)

  /// Moves the map for the app's code: a button, a search result, a link.
  func centerMap(on region: Region)
}

/// A strategy with a model that has the intended region of the map.
///
/// Most of the standard strategies have this in common: the map begins with the model's region, and
/// a command is a new region of the model. Both methods have a default. Used by one thread at a
/// time.
public protocol ModelRegionUpdateStrategy: RegionUpdateStrategy {
  /// The app's state; its region is what ``makeUIView(_:)`` shows and ``centerMap(on:)`` writes.
  var model: MapScreenModel { get }
}

extension ModelRegionUpdateStrategy {
  /// Makes the strategy the map's delegate and shows the model's region.
  public func makeUIView(_ mapView: RegionMapView) {
    mapView.delegate = self
    mapView.setRegion(model.region, animated: false)
  }

  /// Writes the region to the model.
  public func centerMap(on region: Region) { model.region = region }
}

/// The function that makes a strategy for the region of a map; its arguments are the app's state,
/// the time when the delegate writes state, and whether changes of the region from code are animated.
public typealias RegionUpdateMake =
  @Sendable (MapScreenModel, StateDelivery, Bool) -> any RegionUpdateStrategy

/// The state that a map screen is made from: a view model, or the `@State` of a view.
///
/// Writing any of it marks the view for an update, unless the value is the same as before. All of
/// it is read and written by tasks of the simulated main thread. Used by one thread at a time.
public final class MapScreenModel {
  /// The rectangle around the places that the map's content shows; `nil` if there are none.
  public let content: MapRect?
  private let graph: ViewGraph
  private let regionState: ViewState<Region>
  private let requestState: ViewState<RegionRequest?>
  let locationState: ViewState<Coordinate>
  let refreshState: ViewState<Int>

  /// The number of changes of the other state that the map may depend on.
  private(set) var otherChangeCount = 0
  /// Called after a change of the region, with the old and the new one.
  var regionDidChange: (Region, Region) -> Void = { _, _ in }

  init(region: Region, userLocation: Coordinate, content: MapRect?, graph: ViewGraph) {
    self.content = content
    self.graph = graph
    regionState = ViewState(region, in: graph)
    requestState = ViewState(nil, in: graph)
    locationState = ViewState(userLocation, in: graph)
    refreshState = ViewState(0, in: graph)
    regionState.didChange = { [unowned self] old, new in regionDidChange(old, new) }
    requestState.didChange = { [unowned self] _, _ in otherChangeCount += 1 }
  }

  /// The map's region, as the app knows it.
  public var region: Region {
    get { regionState.value }
    set { regionState.value = newValue }
  }

  /// The latest request of code for a region; `nil` before the first. For strategies that
  /// distinguish requests of code from the region that the map shows.
  public var request: RegionRequest? { requestState.value }

  /// Requests a region, even if the latest request was for the same one.
  public func requestRegion(_ region: Region) {
    requestState.value = RegionRequest(number: (request?.number ?? 0) + 1, region: region)
  }

  /// The user's position. It changes about once a second, and the view with it.
  public var userLocation: Coordinate { locationState.value }

  /// The number of refreshes of the data that the view shows.
  public var refreshCount: Int { refreshState.value }

  /// Creates another value that the view depends on, like a `@State` of the strategy.
  public func state<Value: Equatable>(_ value: Value) -> ViewState<Value> {
    let state = ViewState(value, in: graph)
    state.didChange = { [unowned self] _, _ in otherChangeCount += 1 }
    return state
  }
}

/// A request of the app's code for a region, such as the button "center on me".
///
/// Two requests for the same region are different, because a user may have moved the map between
/// them.
public struct RegionRequest: Hashable, Sendable {
  /// The position among the requests, from 1.
  public let number: Int
  /// The requested region, not fitted to the map.
  public let region: Region
}

/// The moment at which a map's delegate writes into the app's state.
public struct StateDelivery {
  /// The two moments that apps choose between.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// In the delegate's call, even during an update of the view.
    case synchronous
    /// In a separate task, as `DispatchQueue.main.async`.
    case asynchronous
  }

  let mode: Mode
  let main: MainThread

  /// Writes state, immediately or in a separate task on the main thread.
  public func deliver(_ write: @escaping () -> Void) {
    switch mode {
    case .synchronous: write()
    case .asynchronous: main.async(write)
    }
  }
}
