import Simulation

/// The markers of an app on its map, as far as a strategy decides when they are drawn.
///
/// A marker that comes on the screen is drawn at once with its pin's current content: the
/// placeholder as long as its picture is under way.
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

/// The callbacks of code that decides when markers with contents of their own are drawn again.
public struct MarkerRedrawCallbacks {
  let markerDidAppear: (_ pin: Int) -> Void
  let pictureDidArrive: (_ pin: Int) -> Void
  let numberDidChange: (_ pin: Int) -> Void
  let frameWillBeShown: () -> Void

  /// Creates the callbacks.
  ///
  /// - Parameters:
  ///   - markerDidAppear: a marker came on the screen, drawn with what its pin has now.
  ///   - pictureDidArrive: the picture of a pin has arrived.
  ///   - numberDidChange: the number of a pin's badge has changed.
  ///   - frameWillBeShown: a frame is about to be shown, at rest too.
  public init(
    markerDidAppear: @escaping (_ pin: Int) -> Void = { _ in },
    pictureDidArrive: @escaping (_ pin: Int) -> Void = { _ in },
    numberDidChange: @escaping (_ pin: Int) -> Void = { _ in },
    frameWillBeShown: @escaping () -> Void = {}
  ) {
    self.markerDidAppear = markerDidAppear
    self.pictureDidArrive = pictureDidArrive
    self.numberDidChange = numberDidChange
    self.frameWillBeShown = frameWillBeShown
  }
}

/// The function that makes an app's code that redraws markers.
public typealias MarkerRedrawMake = @Sendable (MarkerScreen) -> MarkerRedrawCallbacks
