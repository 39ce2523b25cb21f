import SearchSimulation

/// Searches for what was typed when the search key is pressed, with every setting left as it is.
///
/// The strategies that set one thing right, or one thing wrong, inherit the rest from it.
public class DefaultRequest: SearchStrategy {
  let screen: SearchScreen
  let service: SearchService
  /// Kept, because a search that nobody keeps is cancelled.
  private var search: LocalSearch?

  public required init(screen: SearchScreen, service: SearchService) {
    self.screen = screen
    self.service = service
  }

  public func searchTextDidChange(_ text: String) {
    if text.isEmpty { screen.clear() }
  }

  public func searchButtonClicked(_ text: String) {
    start(request(for: text))
  }

  public func didSelectRow(_ row: SearchRow) {
    guard case .completion(let completion) = row else { return }
    start(LocalSearch.Request(completion: completion))
  }

  func request(for text: String) -> LocalSearch.Request {
    var request = LocalSearch.Request()
    request.naturalLanguageQuery = text
    return request
  }

  func start(_ request: LocalSearch.Request) {
    let search = LocalSearch(request: request, service: service)
    self.search = search
    search.start { [screen] result in
      // As most code has it: an error leaves the list as it was.
      guard case .success(let response) = result else { return }
      screen.show(response)
    }
  }
}
