/// What of an app's state the view with the map depends on: any change of that evaluates its body
/// again.
public enum ObservedState: Hashable, Sendable {
  /// Nothing: the map is UIKit's, and its owner is told of changes.
  case nothing
  /// The data that the map shows, and nothing else.
  case model
  /// All state of the screen, what the map does not show included.
  case everything
}
