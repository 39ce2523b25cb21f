import SearchSimulation

/// Says what kinds of places the screen is made to find, as `resultTypes`.
public final class ResultTypes: DefaultRequest {
  override func request(for text: String) -> LocalSearch.Request {
    var request = super.request(for: text)
    request.resultTypes = screen.purpose
    return request
  }
}
