import Clustering
import MapKit
import SwiftUI

// What the code of the families of services, regions and servers finds in its app.

/// An app with a list of places: what its rows and its messages show.
extension StoreScreen {
  func show(_ places: [MKMapItem]) {}
  func show(_ completions: [MKLocalSearchCompletion]) {}
  func show(_ error: any Error) {}
  func show(_ address: String?, inRow row: Int) {}
  func show(_ place: MKMapItem?, inRow row: Int) {}
  func show(_ time: Double?, isEstimate: Bool = false, inRow row: Int) {}
}

/// A search field.
extension StoreScreen {
  /// Starts a search, keeps it, and shows its places.
  func search(with request: MKLocalSearch.Request) {}
}

/// Look Around, in the rows of a list and in the sheet of the place that is open.
extension StoreScreen {
  func offer(_ scene: MKLookAroundScene?, inRow row: Int) {}
  func present(_ scene: MKLookAroundScene?) {}
}

/// Routes from the user's place.
extension StoreScreen {
  var selection: Place? { nil }
  func directions(to place: Place) -> MKDirections { fatalError() }
  var travelTimes: TravelTimes { TravelTimes() }
  func show(_ route: MKRoute) {}
  func removeRoute() {}
}

/// The base of a model; the code of a strategy is members of a subclass.
@MainActor class AppModel {
  func directions(to place: Place) -> MKDirections { fatalError() }
}

struct Place: Hashable {
  let number: Int
  var coordinate: CLLocationCoordinate2D { fatalError() }
  var location: CLLocation { fatalError() }
}

/// The requests and the kept times of the strategy `eta-queue-cached`.
@MainActor struct TravelTimes {
  func travelTime(to place: Place) async throws -> Double? { nil }
}

final class PlaceCell: UITableViewCell {
  func show(_ time: Double?) {}
}

/// The region of a map in the state of a SwiftUI view.
@MainActor final class MapModel {
  struct Request {
    let number: Int
    let region: MKCoordinateRegion
  }

  var region = MKCoordinateRegion.start
  /// The latest wish of the app's code to move the map.
  var request: Request?
}

// swift-format-ignore: AvoidRetroactiveConformances
extension MKCoordinateRegion: @retroactive Equatable {
  static var start: MKCoordinateRegion { fatalError() }

  public static func == (_: Self, _: Self) -> Bool { fatalError() }
}

/// The user's location.
extension StoreScreen {
  func presentExplanation() {}
  func beginSession() {}
  func showUnavailable() {}
  func showSettingsLink() {}
  func hideMessage() {}
}

/// Pins on a server.
extension StoreScreen {
  var server: PinServer { PinServer() }
  var bundledPins: [Pin] { [] }
  func show(_ pins: [Pin]) {}
  func show(_ clusters: [PinCluster]) {}
  func show(_ items: [ClusterItem]) {}
  /// The parameter `bbox` of a request: west, south, east, north.
  func bbox(_ rect: MKMapRect) -> String { "" }

  /// ClusterMap's manager of the clusters.
  var clusterManager: ClusterManager { ClusterManager() }
  func reloadClusters() async {}
}

struct Pin: Identifiable, Sendable {
  let id: String
  var coordinate: CLLocationCoordinate2D { fatalError() }
}

struct PinCluster: Sendable {
  let count: Int
}

struct PinPage {
  let pins: [Pin]
  /// The part of the request for the next page; `nil` on the last one.
  let next: String?
}

@MainActor struct PinServer {
  func pins(in rect: MKMapRect) async throws -> [Pin] { [] }
  func pins(_ path: String) async throws -> [Pin] { [] }
  func page(_ path: String) async throws -> PinPage { fatalError() }
  func clusters(_ path: String) async throws -> [PinCluster] { [] }
  /// A tile, or `nil` if it is still that of the tag.
  func tile(_ path: String, ifNot tag: String?) async throws -> PinTile? { nil }
}

/// A tile of the server's clusters.
struct PinTile {
  let clusters: [PinCluster]
  let tag: String?
}

actor ClusterManager {
  func removeAll() {}
  func add(_ pins: [Pin]) {}
}
