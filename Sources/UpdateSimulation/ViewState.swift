/// A value that a view depends on, as `@State` or a property of an observed model.
///
/// Writing a value that equals the old one changes nothing, as in SwiftUI; any other marks the view
/// for an update. Used by one thread at a time.
public final class ViewState<Value: Equatable> {
  private let graph: ViewGraph
  private var stored: Value
  /// Called after each change with the old and the new value, before the view is marked.
  public var didChange: ((_ old: Value, _ new: Value) -> Void)?

  /// A value that the updates of a view read; it alone does not make the view need one.
  public init(_ value: Value, in graph: ViewGraph) {
    stored = value
    self.graph = graph
  }

  /// The value; setting another one marks the view for an update. O(1) beside the comparison.
  public var value: Value {
    get { stored }
    set {
      guard newValue != stored else { return }
      let old = stored
      stored = newValue
      didChange?(old, newValue)
      graph.setNeedsUpdate()
    }
  }
}
