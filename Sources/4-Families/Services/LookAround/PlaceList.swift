import Clustering
import Simulation

/// The callbacks of the view model of a list of places, which run on the simulated main thread.
public struct LookAroundCallbacks {
  let rows: RowCallbacks
  let placeDidOpen: (_ row: Int, Coordinate) -> Void
  let placeDidClose: (_ row: Int) -> Void
  let offerWasTapped: (_ row: Int, Coordinate) -> Void

  /// Creates the callbacks.
  ///
  /// - Parameters:
  ///   - rows: a row comes on screen, or leaves it.
  ///   - placeDidOpen: the person opens a row's place: its sheet comes up.
  ///   - placeDidClose: the sheet of a row's place closes.
  ///   - offerWasTapped: the person taps the offer to look around at a row's place.
  public init(
    rows: RowCallbacks = RowCallbacks(didAppear: { _, _ in }),
    placeDidOpen: @escaping (_ row: Int, Coordinate) -> Void = { _, _ in },
    placeDidClose: @escaping (_ row: Int) -> Void = { _ in },
    offerWasTapped: @escaping (_ row: Int, Coordinate) -> Void
  ) {
    self.rows = rows
    self.placeDidOpen = placeDidOpen
    self.placeDidClose = placeDidClose
    self.offerWasTapped = offerWasTapped
  }
}

/// The function that makes the view model of a list of places with an offer to look around there,
/// and that decides when to ask if a place has imagery, and what to offer.
///
/// It is called when the list opens; the view model is released when the list closes.
public typealias LookAroundMake = @Sendable (PlaceList, SearchService) -> LookAroundCallbacks

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
