import Clustering
import ScenarioModel
import Simulation

/// The view model of a list of places that offers to look around there: it decides when to ask if a
/// place has imagery, and what to offer.
///
/// All methods run on the simulated main thread. An app's own strategy conforms to this protocol,
/// and is added to `Family.lookAround`.
///
/// Used by one thread at a time.
public protocol LookAroundStrategy: AnyObject, SendableMetatype {
  /// Creates the view model when the list opens; it is released when the list closes.
  init(list: PlaceList, service: SearchService)

  /// A row comes on screen, as `onAppear` or `tableView(_:cellForRowAt:)`.
  func rowDidAppear(_ row: Int, coordinate: Coordinate)

  /// A row leaves the screen, as `onDisappear`.
  func rowDidDisappear(_ row: Int)

  /// The person opens a row's place: its sheet comes up.
  func placeDidOpen(_ row: Int, coordinate: Coordinate)

  /// The sheet of a row's place closes.
  func placeDidClose(_ row: Int)

  /// The person taps the offer to look around at a row's place.
  func offerWasTapped(_ row: Int, coordinate: Coordinate)
}

extension LookAroundStrategy {
  /// Does nothing.
  public func rowDidAppear(_ row: Int, coordinate: Coordinate) {}
  /// Does nothing.
  public func rowDidDisappear(_ row: Int) {}
  /// Does nothing.
  public func placeDidOpen(_ row: Int, coordinate: Coordinate) {}
  /// Does nothing.
  public func placeDidClose(_ row: Int) {}
}

/// The callbacks of the view model of a list of places, when the list has made it.
public struct LookAroundCallbacks {
  var rowDidAppear: (_ row: Int, Coordinate) -> Void = { _, _ in }
  var rowDidDisappear: (_ row: Int) -> Void = { _ in }
  var placeDidOpen: (_ row: Int, Coordinate) -> Void = { _, _ in }
  var placeDidClose: (_ row: Int) -> Void = { _ in }
  let offerWasTapped: (_ row: Int, Coordinate) -> Void
}

/// The function that makes the view model of a list of places; its arguments are those of
/// ``LookAroundStrategy/init(list:service:)``.
public typealias LookAroundMake = @Sendable (PlaceList, SearchService) -> LookAroundCallbacks

extension StrategyEntry where Make == LookAroundMake {
  /// Creates an entry of `Family.lookAround` for a strategy's type; `summary` is a sentence.
  public init(_ name: String, _ strategy: (some LookAroundStrategy).Type, summary: String) {
    self.init(name, summary: summary) { list, service in
      let strategy = strategy.init(list: list, service: service)
      return LookAroundCallbacks(
        rowDidAppear: strategy.rowDidAppear, rowDidDisappear: strategy.rowDidDisappear,
        placeDidOpen: strategy.placeDidOpen, placeDidClose: strategy.placeDidClose,
        offerWasTapped: strategy.offerWasTapped)
    }
  }
}

/// A list of places on screen, with the sheet of an open place.
///
/// Used by one thread at a time.
public final class PlaceList {
  /// An offer to look around at a place: a button, or a preview of the scene.
  public struct Offer: Hashable, Sendable {
    /// The scene; `nil` for a button that was put there without asking.
    public let scene: LookAroundScene?
  }

  /// The thread of the list.
  public let main: MainThread
  /// The row whose place is open; `nil` if none is.
  public internal(set) var openRow: Int?
  /// The offers of the rows, which the sheet of an open place also has.
  public private(set) var offers: [Int: Offer] = [:]

  /// Called when a row has another offer.
  var offerDidChange: (Int) -> Void = { _ in }
  /// Called when a scene is shown full screen.
  var didShow: (LookAroundScene) -> Void = { _ in }

  init(main: MainThread) {
    self.main = main
  }

  /// Offers to look around at a row's place.
  public func offerLookAround(_ scene: LookAroundScene?, inRow row: Int) {
    offers[row] = Offer(scene: scene)
    offerDidChange(row)
  }

  /// Removes an offer.
  public func withdrawOffer(inRow row: Int) {
    offers[row] = nil
    offerDidChange(row)
  }

  /// Shows a scene full screen; without a scene there is nothing to show.
  public func show(_ scene: LookAroundScene?) {
    if let scene { didShow(scene) }
  }
}
