import Clustering
import ScenarioModel
import Simulation

/// The markers of an app on its map, as far as a strategy decides when they are drawn.
///
/// A marker that comes on the screen is drawn at once with what its pin has then: the placeholder as
/// long as its picture is under way.
public final class MarkerScreen {
  private unowned let driver: MarkerRedrawDriver

  init(_ driver: MarkerRedrawDriver) { self.driver = driver }

  /// Calls `body` with the pin of each marker on the screen.
  public func forEachMarker(_ body: (Int) -> Void) {
    driver.map.view.forEachView { view in
      if let pin = view.annotation.id.pinIndex { body(pin) }
    }
  }

  /// Returns whether the picture of a pin has arrived.
  public func hasPicture(_ pin: Int) -> Bool { driver.hasPicture(pin) }

  /// Draws the marker of a pin again, if it is on the screen.
  public func redraw(_ pin: Int) { driver.redraw(pin) }
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

/// The callbacks of code that redraws markers, as of ``MarkerRedrawStrategy``.
public struct MarkerRedrawCallbacks {
  var markerDidAppear: (Int) -> Void = { _ in }
  var pictureDidArrive: (Int) -> Void = { _ in }
  var numberDidChange: (Int) -> Void = { _ in }
  var frameWillBeShown: () -> Void = {}
}

/// The function that makes a strategy for redrawing markers.
public typealias MarkerRedrawMake = @Sendable (MarkerScreen) -> MarkerRedrawCallbacks

extension StrategyEntry where Make == MarkerRedrawMake {
  /// Creates an entry for a strategy's type.
  public init(
    _ name: String, _ strategy: (some MarkerRedrawStrategy).Type, summary: String,
    reasoning: String? = nil
  ) {
    self.init(name, summary: summary, reasoning: reasoning) {
      let strategy = strategy.init(screen: $0)
      return MarkerRedrawCallbacks(
        markerDidAppear: strategy.markerDidAppear, pictureDidArrive: strategy.pictureDidArrive,
        numberDidChange: strategy.numberDidChange, frameWillBeShown: strategy.frameWillBeShown)
    }
  }
}
