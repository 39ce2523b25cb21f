import SearchSimulation

/// Keeps one completer for the whole screen, which waits until the typing pauses; searches only
/// when a row is tapped or the search key is pressed.
public final class SharedCompleter: DefaultRequest, LocalSearchCompleterDelegate {
  private let completer: LocalSearchCompleter

  public required init(screen: SearchScreen, service: SearchService) {
    completer = LocalSearchCompleter(service: service)
    super.init(screen: screen, service: service)
    completer.delegate = self
  }

  public override func searchTextDidChange(_ text: String) {
    super.searchTextDidChange(text)
    completer.queryFragment = text
  }

  public func completerDidUpdateResults(_ completer: LocalSearchCompleter) {
    screen.show(completer.results)
  }

  /// An error leaves the list as it was.
  public func completer(_ completer: LocalSearchCompleter, didFailWithError error: MapError) {}

  override func start(_ request: LocalSearch.Request) {
    // A completion that is still on its way must not replace the answer.
    completer.cancel()
    super.start(request)
  }
}
