import SearchSimulation

/// Passes the map's region and requires it: no place outside of it may come (iOS 18).
public final class RegionRequired: DefaultRequest {
  override func request(for text: String) -> LocalSearch.Request {
    var request = super.request(for: text)
    request.region = screen.mapRegion
    request.regionPriority = .required
    return request
  }
}
