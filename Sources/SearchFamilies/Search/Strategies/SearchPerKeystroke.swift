import SearchSimulation

/// Starts a search for every change of the text and shows whatever answer comes, in the order in
/// which they come.
public final class SearchPerKeystroke: DefaultRequest {
  private var searches: [LocalSearch] = []

  public override func searchTextDidChange(_ text: String) {
    super.searchTextDidChange(text)
    searches.removeAll { !$0.isSearching }
    if !text.isEmpty { start(request(for: text)) }
  }

  /// Every search is kept: none is cancelled by the next.
  override func start(_ request: LocalSearch.Request) {
    let search = LocalSearch(request: request, service: service)
    searches.append(search)
    search.start { [screen] result in
      guard case .success(let response) = result else { return }
      screen.show(response)
    }
  }
}
