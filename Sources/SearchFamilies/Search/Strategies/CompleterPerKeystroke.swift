import SearchSimulation

/// Makes a new completer for every change of the text: each waits for itself, none for the others.
public final class CompleterPerKeystroke: DefaultRequest, LocalSearchCompleterDelegate {
  /// Kept, because a completer that nobody keeps tells nobody.
  private var completers: [LocalSearchCompleter] = []

  public override func searchTextDidChange(_ text: String) {
    super.searchTextDidChange(text)
    guard !text.isEmpty else {
      completers.removeAll()
      return
    }
    let completer = LocalSearchCompleter(service: service)
    completer.delegate = self
    completer.queryFragment = text
    completers.append(completer)
  }

  public func completerDidUpdateResults(_ completer: LocalSearchCompleter) {
    screen.show(completer.results)
  }

  /// An error leaves the list as it was.
  public func completer(_ completer: LocalSearchCompleter, didFailWithError error: MapError) {}
}
