import Clustering
import MapKit
import SwiftUI

// What the code of `Sources/4-Families/InApp` finds in its app: a screen with a map of stores.

/// The view controller; the code of a strategy is members of a subclass.
class StoreScreen: UIViewController {
  let mapView = MKMapView()
  var stores: [Store] = []

  /// The stores in `visibleMapRect`.
  var storesInView: [Store] { stores }
  var database: StoreDatabase { StoreDatabase() }

  /// Shows a list of stores in a sheet.
  func showList(of stores: [Store]) {}
}

/// A place with a marker.
final class Store: NSObject, MKAnnotation, Identifiable {
  let id: Int
  let name: String
  let kind: String
  let iconPath: String
  @objc dynamic var coordinate: CLLocationCoordinate2D
  /// The picture, when it has come.
  var image: UIImage?

  init(id: Int, name: String, kind: String, iconPath: String, coordinate: CLLocationCoordinate2D) {
    (self.id, self.name, self.kind, self.iconPath) = (id, name, kind, iconPath)
    self.coordinate = coordinate
  }
}

/// The app's own access to a file of SQLite.
@MainActor struct StoreDatabase {
  func stores(_ query: String, _ arguments: Double...) -> [Store] { [] }
}

/// The app's own loading of pictures.
@MainActor enum StoreImages {
  static func load(_ id: Int) async -> UIImage? { nil }
}

// Annotations and views.

extension StoreScreen {
  /// The image of all pins.
  var pinImage: UIImage? { nil }
  func bubble(_ title: String) -> UIImage? { nil }
  func drawMarker(of store: Store) -> UIImage { fatalError() }
  func makeMarker(of store: Store) -> UIView { UIView() }
  func makeCluster(_ stores: [Store]) -> ClusterItem { fatalError() }
}

/// A view of the app for a store.
final class BubbleView: MKAnnotationView {}

// Rows with a map, and screens that open and close.

extension StoreScreen {
  /// The regions of the rows' maps.
  var regions: [MKCoordinateRegion] { [] }
}

final class MapCell: UITableViewCell {
  let picture = UIImageView()
  var map: MKMapView?
  var row = 0

  func show(_ map: MKMapView) {}
}

/// A delegate that belongs to a screen.
@MainActor final class MapCoordinator: NSObject, MKMapViewDelegate {
  var didSelect: (Store) -> Void = { _ in }
}

/// A part of the app's model, which lives as long as the app.
@MainActor final class VisitModel {
  var annotations: [any MKAnnotation] = []
  var views: [MKAnnotationView] = []
}

extension StoreScreen {
  var visitModel: VisitModel { VisitModel() }
}

// Lines on the map.

extension StoreScreen {
  var lines: [[CLLocationCoordinate2D]] { [] }
  /// Leaves out points that lie within a number of meters of the line.
  func simplify(
    _ line: [CLLocationCoordinate2D], tolerance: Double
  ) -> [CLLocationCoordinate2D] { line }
}

/// A position of a track.
struct Position: Identifiable {
  let id: Int
  let coordinate: CLLocationCoordinate2D
}
