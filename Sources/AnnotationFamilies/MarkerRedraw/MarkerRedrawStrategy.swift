import Clustering
import MapSimulation
import ScenarioModel

/// The markers of an app on its map, as far as a strategy decides when they are drawn.
///
/// A marker that comes on the screen is drawn at once with what its pin has then: the placeholder as
/// long as its picture is under way.
public final class MarkerScreen {
  private unowned let device: RedrawDevice

  init(_ device: RedrawDevice) {
    self.device = device
  }

  /// Calls `body` with the pin of each marker on the screen.
  public func forEachMarker(_ body: (Int) -> Void) {
    device.mapView.forEachView { view in
      if let pin = view.annotation.id.pinIndex { body(pin) }
    }
  }

  /// Returns whether the picture of a pin has arrived.
  public func hasPicture(_ pin: Int) -> Bool { device.hasPicture(pin) }

  /// Draws the marker of a pin again, if it is on the screen.
  public func redraw(_ pin: Int) { device.redraw(pin) }
}

/// An app's code that decides when markers with contents of their own are drawn again.
///
/// Used by one thread at a time.
public protocol MarkerRedrawStrategy: AnyObject, SendableMetatype {
  /// Makes the strategy.
  init(screen: MarkerScreen)

  /// A marker came on the screen, drawn with what its pin has now.
  func markerDidAppear(_ pin: Int)

  /// The picture of a pin has arrived.
  func pictureDidArrive(_ pin: Int)

  /// The number of a pin's badge has changed.
  func numberDidChange(_ pin: Int)

  /// A frame is about to be shown, at rest too.
  func frameWillBeShown()
}

extension MarkerRedrawStrategy {
  /// Does nothing.
  public func markerDidAppear(_ pin: Int) {}
  /// Does nothing.
  public func pictureDidArrive(_ pin: Int) {}
  /// Does nothing.
  public func numberDidChange(_ pin: Int) {}
  /// Does nothing.
  public func frameWillBeShown() {}
}

extension StrategyEntry where Make == MarkerRedrawFamily.Make {
  /// Creates an entry for a strategy's type.
  public init(
    _ name: String, _ strategy: (some MarkerRedrawStrategy).Type, summary: String,
    reasoning: String? = nil
  ) {
    self.init(name, summary: summary, reasoning: reasoning, make: { strategy.init(screen: $0) })
  }
}

extension MarkerRedrawFamily {
  /// The strategies that come with MapPressure, naive ones first.
  package static let standardEntries: [StrategyEntry<Make>] = [
    StrategyEntry(
      "redrawn-each-frame", RedrawnEachFrame.self,
      summary: "Draws all markers on the screen in each frame, at rest too.",
      reasoning: "Markers that are always drawn again are never out of date."),
    StrategyEntry(
      "drawn-once", DrawnOnce.self,
      summary: "Draws a marker when it comes on the screen, and never again."),
    StrategyEntry(
      "redrawn-while-loading", RedrawnWhileLoading.self,
      summary: "Draws a marker in each frame until its picture has come, and never again."),
    StrategyEntry(
      "drawn-on-change", DrawnOnChange.self,
      summary: "Draws a marker again when its picture has come or its number has changed."),
  ]
}

/// What `tracksViewChanges` does by default.
final class RedrawnEachFrame: MarkerRedrawStrategy {
  private let screen: MarkerScreen

  init(screen: MarkerScreen) {
    self.screen = screen
  }

  func frameWillBeShown() { screen.forEachMarker { screen.redraw($0) } }
}

/// `tracksViewChanges` that is false from the beginning.
final class DrawnOnce: MarkerRedrawStrategy {
  init(screen: MarkerScreen) {}
}

/// `tracksViewChanges` that becomes false when the picture has come.
final class RedrawnWhileLoading: MarkerRedrawStrategy {
  private let screen: MarkerScreen
  private var tracked: Set<Int> = []

  init(screen: MarkerScreen) {
    self.screen = screen
  }

  func markerDidAppear(_ pin: Int) {
    if !screen.hasPicture(pin) { tracked.insert(pin) }
  }

  func frameWillBeShown() {
    // In the order of the pins: a set has none.
    for pin in tracked.sorted() {
      screen.redraw(pin)
      if screen.hasPicture(pin) { tracked.remove(pin) }
    }
  }
}

/// Draws what has changed.
final class DrawnOnChange: MarkerRedrawStrategy {
  private let screen: MarkerScreen

  init(screen: MarkerScreen) {
    self.screen = screen
  }

  func pictureDidArrive(_ pin: Int) { screen.redraw(pin) }
  func numberDidChange(_ pin: Int) { screen.redraw(pin) }
}
