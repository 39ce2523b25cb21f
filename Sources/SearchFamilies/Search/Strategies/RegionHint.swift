import SearchSimulation

/// Passes the map's region, which the platform takes for a hint: places outside of it may come too.
public final class RegionHint: DefaultRequest {
  override func request(for text: String) -> LocalSearch.Request {
    var request = super.request(for: text)
    request.region = screen.mapRegion
    return request
  }
}
