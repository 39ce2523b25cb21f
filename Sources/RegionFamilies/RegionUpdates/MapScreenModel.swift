import MapGeometry
import UpdateSimulation

/// The state that a map screen is made from: a view model, or the `@State` of a view.
///
/// Writing any of it marks the view for an update, unless the value is the same as before. All of
/// it is read and written by tasks of the simulated main thread. Used by one thread at a time.
public final class MapScreenModel {
  private let graph: ViewGraph
  private let regionState: ViewState<Region>
  private let requestState: ViewState<RegionRequest?>
  private let locationState: ViewState<Coordinate>
  private let refreshState: ViewState<Int>

  /// How often anything has changed that the map may depend on, but the region.
  private(set) var otherChangeCount = 0
  /// Called after a change of the region, with the old and the new one.
  var regionDidChange: (Region, Region) -> Void = { _, _ in }

  init(region: Region, userLocation: Coordinate, graph: ViewGraph) {
    self.graph = graph
    regionState = ViewState(region, in: graph)
    requestState = ViewState(nil, in: graph)
    locationState = ViewState(userLocation, in: graph)
    refreshState = ViewState(0, in: graph)
    regionState.didChange = { [unowned self] old, new in regionDidChange(old, new) }
    requestState.didChange = { [unowned self] _, _ in otherChangeCount += 1 }
  }

  /// What the app takes for the map's region.
  public var region: Region {
    get { regionState.value }
    set { regionState.value = newValue }
  }

  /// The latest region that code wished for; `nil` where none did. For strategies that tell what
  /// code wants from what the map shows.
  public var request: RegionRequest? { requestState.value }

  /// Wishes for a region, though it be the one of the latest wish.
  public func requestRegion(_ region: Region) {
    requestState.value = RegionRequest(number: (request?.number ?? 0) + 1, region: region)
  }

  /// Where the user is. It changes about once a second, and the view with it.
  public internal(set) var userLocation: Coordinate {
    get { locationState.value }
    set { locationState.value = newValue }
  }

  /// Counts the refreshes of the data that the view shows.
  public internal(set) var refreshCount: Int {
    get { refreshState.value }
    set { refreshState.value = newValue }
  }

  /// Makes a further value that the view depends on, as a `@State` of the strategy's own.
  public func state<Value: Equatable>(_ value: Value) -> ViewState<Value> {
    let state = ViewState(value, in: graph)
    state.didChange = { [unowned self] _, _ in otherChangeCount += 1 }
    return state
  }
}
