import Clustering
import MapGeometry
import MapSimulation
import Testing

/// What a map view counts of the views that it is given.
@Suite struct ViewAccountingTests {
  /// Gives one view without a reuse identifier, again and again, as an app that caches views does.
  private final class CachingDelegate: MapViewDelegate {
    var view: AnnotationView?

    func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
      let view =
        view
        ?? AnnotationView.clusterBubble(
          for: annotation, reuseIdentifier: nil, scale: mapView.device.scale)
      if self.view != nil {
        view.display(ClusterArtwork(count: annotation.memberCount))
      }
      self.view = view
      return view
    }
  }

  private let near = MapRect(x: 1_000, y: 1_000, width: 400, height: 800)
  private let far = MapRect(x: 900_000, y: 1_000, width: 400, height: 800)

  @Test func aCachedViewIsHeldOnceHoweverOftenItComesBack() throws {
    let delegate = CachingDelegate()
    let mapView = MapView(device: try .test(), visibleMapRect: near)
    mapView.delegate = delegate
    mapView.addAnnotation(
      Annotation(id: .cluster(1), mapPoint: MapPoint(x: 1_100, y: 1_100), memberCount: 5))
    for round in 1...3 {
      mapView.setVisibleMapRect(near)
      mapView.layoutAnnotationViews()
      #expect(mapView.heldImageViewCount == 1)
      #expect(mapView.counts.imagesRedrawn == round - 1, "every display but the first drawing")
      mapView.setVisibleMapRect(far)
      mapView.layoutAnnotationViews()
      #expect(mapView.heldImageViewCount == 0, "without an identifier it is not kept")
    }
    #expect(mapView.counts.imageViewsCreated == 1)
    #expect(mapView.counts.viewForCalls == 3)
  }

  @Test func countsAddUpToTheirDifference() {
    var first = OperationCounts()
    first.viewForCalls = 3
    first.imagesRedrawn = 2
    var second = first
    second.viewForCalls = 10
    second.pinsExamined = 7
    var sum = first
    sum += second - first
    #expect(sum == second)
  }
}
