import Clustering
import MapKit
import SwiftUI

// What the code of `Sources/Families/InApp` finds in its app: a screen with a map of stores.

/// The screen: its code belongs to the methods and the properties of a subclass.
@MainActor class StoreScreen: NSObject, MKMapViewDelegate {
  let mapView = MKMapView()
  var stores: [Store] = []

  /// The stores in `visibleMapRect`.
  var storesInView: [Store] { stores }
  /// An index of all stores, made once.
  var spatialIndex: SpatialIndex { fatalError() }
  /// Clusters of all stores, made once.
  var gridClusters: GridClusters { fatalError() }
  /// Clusters of all stores for all zoom levels, made once.
  var hierarchicalClusters: HierarchicalClusters { fatalError() }
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

/// The annotation of a cluster.
final class ClusterAnnotation: MKPointAnnotation {
  let item: ClusterItem

  init(_ item: ClusterItem) { self.item = item }
}

extension StoreScreen {
  /// The image of all pins.
  var pinImage: UIImage? { nil }
  /// The stores that lie at one place.
  var samePlace: [Store] { [] }
  func bubble(_ title: String) -> UIImage? { nil }
  func drawMarker(of store: Store) -> UIImage { fatalError() }
  func makeMarker(of store: Store) -> UIView { UIView() }
  func makeAnnotation(_ item: ClusterItem) -> MKPointAnnotation { ClusterAnnotation(item) }
  func makeCluster(_ stores: [Store]) -> ClusterItem { fatalError() }
}

/// Views of the app over the map.
final class BubbleView: MKAnnotationView {}

extension StoreScreen {
  var bubbles: [Store: UIView] { [:] }
  /// Moves all bubbles to their stores, by `convert(_:toPointTo:)`.
  func placeBubbles() {}
}

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
