import Clustering
import MapGeometry
import MapSimulation
import Testing

/// A view owns a bitmap of its size in pixels and shows what it was last given.
@Suite struct AnnotationViewTests {
  private let annotation = Annotation(id: .pin(1), mapPoint: MapPoint(x: 1, y: 1), memberCount: 12)

  private func pixels(of view: AnnotationView) -> [UInt32] {
    view.bitmap.withPixels { Array($0) }
  }

  @Test(arguments: 1...3)
  func standardViewsOwnTheirPixels(scale: Int) {
    let marker = AnnotationView.marker(for: annotation, reuseIdentifier: "pin", scale: scale)
    #expect(marker.bitmap.byteCount == 28 * scale * 28 * scale * 4)
    #expect(marker.content == .marker)
    let bubble = AnnotationView.clusterBubble(for: annotation, reuseIdentifier: nil, scale: scale)
    #expect(bubble.bitmap.byteCount == 40 * scale * 40 * scale * 4)
    #expect(bubble.content == .image)
    #expect(bubble.reuseIdentifier == nil)
    let cluster = AnnotationView.clusterMarker(
      for: annotation, reuseIdentifier: "cluster", scale: scale)
    #expect(cluster.bitmap.byteCount == marker.bitmap.byteCount)
    #expect(cluster.content == .marker)
    for view in [marker, bubble, cluster] {
      #expect(pixels(of: view).contains { $0 != 0 }, "something is drawn")
      #expect(view.annotation === annotation)
      #expect(view.clusteringIdentifier == nil)
    }
  }

  @Test func aFractionOfAPixelIsAWholePixel() {
    let view = AnnotationView(
      annotation: annotation, content: .image, reuseIdentifier: nil, size: 10.1, scale: 3,
      artwork: SolidArtwork(color: .white))
    #expect(view.bitmap.width == 31 && view.bitmap.height == 31)
  }

  @Test func displayingReplacesWhatWasThere() {
    let view = AnnotationView.clusterBubble(for: annotation, reuseIdentifier: "c", scale: 2)
    let twelve = pixels(of: view)
    view.display(ClusterArtwork(count: 345, color: .clusterBlue))
    #expect(pixels(of: view) != twelve)
    view.display(ClusterArtwork(count: 12, color: .clusterBlue))
    #expect(pixels(of: view) == twelve)
  }

  @Test func annotationsKnowWhatTheyStandFor() {
    let pin = Annotation(id: .pin(7), mapPoint: MapPoint(Coordinate(latitude: 10, longitude: 20)))
    #expect(!pin.isCluster && pin.memberCount == 1 && pin.memberAnnotations.isEmpty)
    #expect(abs(pin.coordinate.latitude - 10) < 1e-9)
    #expect(abs(pin.coordinate.longitude - 20) < 1e-9)
    #expect(annotation.isCluster)
  }
}
