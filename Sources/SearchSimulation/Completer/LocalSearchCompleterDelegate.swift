/// Hears of a completer's results, as `MKLocalSearchCompleterDelegate`; called on the main queue.
public protocol LocalSearchCompleterDelegate: AnyObject {
  /// The completer has new results, maybe none.
  func completerDidUpdateResults(_ completer: LocalSearchCompleter)

  /// The completer's request failed; its results are as they were.
  func completer(_ completer: LocalSearchCompleter, didFailWithError error: MapError)
}
