import Clustering
import MapKit

@MainActor
final class StopsOnMap: NSObject, MKMapViewDelegate {
  private var stops: ClusteredMap<Stop>
  private var annotations = ItemAnnotations<Stop>()

  init(_ stops: ClusteredMap<Stop>, on mapView: MKMapView) {
    self.stops = stops
    super.init()
    mapView.register(StopView.self, forAnnotationViewWithReuseIdentifier: "stop")
    mapView.delegate = self
  }

  func mapViewDidChangeVisibleRegion(_ mapView: MKMapView) {
    let difference = stops.update(for: mapView)
    for annotation in annotations.apply(difference, to: mapView) {
      (mapView.view(for: annotation) as? StopView)?.showItem()
    }
  }

  func mapView(_ mapView: MKMapView, viewFor annotation: any MKAnnotation) -> MKAnnotationView? {
    guard annotation is ItemAnnotation<Stop> else { return nil }
    return mapView.dequeueReusableAnnotationView(withIdentifier: "stop", for: annotation)
  }
}

final class StopView: MKMarkerAnnotationView {
  override func prepareForDisplay() {
    super.prepareForDisplay()
    // Else MapKit hides views that overlap, and clusters them a second time.
    displayPriority = .required
    clusteringIdentifier = nil
    showItem()
  }

  func showItem() {
    let item = (annotation as? ItemAnnotation<Stop>)?.item
    glyphText = item?.cluster.map { "\($0.count)" }
  }
}

extension StopsOnMap {
  func receive(_ changed: [Stop], on mapView: MKMapView) throws {
    try stops.replace(contentsOf: changed)
    mapViewDidChangeVisibleRegion(mapView)
  }
}

extension StopsOnMap {
  func mapView(_ mapView: MKMapView, didSelect annotation: any MKAnnotation) {
    guard let cluster = (annotation as? ItemAnnotation<Stop>)?.item.cluster,
      let zoom = stops.expansionZoom(of: cluster.id)
    else { return }
    // A little further in: of the rectangle that the map then reports, the zoom may come out a last
    // digit lower, and an update rounds it down.
    let rect = mapView.viewport.mapRect(center: cluster.point, zoom: Double(zoom) + 0.01)
    mapView.setVisibleMapRect(MKMapRect(rect), animated: true)
  }
}

extension StopsOnMap {
  func show(only wanted: [Stop], on mapView: MKMapView) throws {
    stops.removeAll()
    try stops.insert(contentsOf: wanted)
    mapViewDidChangeVisibleRegion(mapView)
  }
}

extension StopsOnMap {
  func names(in cluster: ClusterItem) -> [String] {
    stops.members(of: cluster.id).map(\.name).sorted()
  }
}
