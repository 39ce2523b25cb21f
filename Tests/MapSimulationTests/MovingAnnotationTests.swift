import Clustering
import MapGeometry
import MapSimulation
import TestSupport
import Testing

/// An annotation moves with its view, and keeps it.
@Suite struct MovingAnnotationTests {
  private let home = MapRect(x: 1_000, y: 1_000, width: 200, height: 400)

  private func makeMapView(_ delegate: TestDelegate) throws -> MapView {
    let mapView = MapView(device: try .test(), visibleMapRect: home)
    mapView.delegate = delegate
    return mapView
  }

  @Test func theViewMovesWithTheNextLayoutPass() throws {
    let delegate = TestDelegate()
    let mapView = try makeMapView(delegate)
    let annotation = Annotation(1, x: 1_100, y: 1_200)
    mapView.addAnnotation(annotation)
    mapView.layoutAnnotationViews()
    let view = try #require(mapView.view(for: annotation))
    mapView.moveAnnotation(annotation, to: MapPoint(x: 1_110, y: 1_250))
    #expect(annotation.mapPoint == MapPoint(x: 1_110, y: 1_250))
    #expect(view.x == 100 && view.y == 200)
    mapView.layoutAnnotationViews()
    #expect(view.x == 110 && view.y == 250)
    #expect(mapView.view(for: annotation) === view)
    #expect(delegate.requests.count == 1)
    #expect(mapView.counts.annotationsMoved == 1)
    #expect(mapView.counts.annotationsInserted == 1 && mapView.counts.annotationsRemoved == 0)
  }

  @Test func itLeavesTheScreenAndComesBack() throws {
    let delegate = TestDelegate()
    let mapView = try makeMapView(delegate)
    let annotation = Annotation(1, x: 1_100, y: 1_200)
    mapView.addAnnotation(annotation)
    mapView.layoutAnnotationViews()
    mapView.selectAnnotation(annotation)
    mapView.moveAnnotation(annotation, to: MapPoint(x: 5_000, y: 1_200))
    mapView.layoutAnnotationViews()
    #expect(mapView.view(for: annotation) == nil)
    #expect(mapView.liveViewCount == 0)
    #expect(mapView.selectedAnnotation === annotation)
    mapView.moveAnnotation(annotation, to: MapPoint(x: 1_100, y: 1_200))
    mapView.layoutAnnotationViews()
    #expect(mapView.liveViewCount == 1)
    #expect(mapView.counts.viewsReused == 1)
  }

  @Test func whatIsNotOnTheMapIsAddedAtItsNewPlace() throws {
    let delegate = TestDelegate()
    let mapView = try makeMapView(delegate)
    let annotation = Annotation(1, x: 5_000, y: 5_000)
    mapView.moveAnnotation(annotation, to: MapPoint(x: 1_100, y: 1_200))
    #expect(mapView.counts.annotationsMoved == 0)
    mapView.addAnnotation(annotation)
    mapView.layoutAnnotationViews()
    #expect(mapView.view(for: annotation) != nil)
  }

  /// A map whose annotations moved shows what one shows to which they were added there.
  @Test func movingIsAsGoodAsAddingThere() throws {
    var random = SeededGenerator(seed: 4)
    let delegate = TestDelegate()
    let mapView = try makeMapView(delegate)
    var annotations = (0..<60).map { Annotation($0, x: 1_000, y: 1_000) }
    mapView.addAnnotations(annotations)
    for round in 0..<50 {
      for _ in 0..<10 {
        let index = Int.random(in: 0..<annotations.count, using: &random)
        mapView.moveAnnotation(
          annotations[index],
          to: MapPoint(
            x: .random(in: 900...1_300, using: &random), y: .random(in: 900...1_500, using: &random)
          ))
      }
      if round.isMultiple(of: 5) { mapView.removeAnnotation(annotations.removeFirst()) }
      mapView.layoutAnnotationViews()
      let other = try makeMapView(delegate)
      other.addAnnotations(annotations.map { Annotation(id: $0.id, mapPoint: $0.mapPoint) })
      other.layoutAnnotationViews()
      var places: [AnnotationID: [Double]] = [:]
      mapView.forEachView { places[$0.annotation.id] = [$0.x, $0.y] }
      var otherPlaces: [AnnotationID: [Double]] = [:]
      other.forEachView { otherPlaces[$0.annotation.id] = [$0.x, $0.y] }
      #expect(places == otherPlaces)
    }
  }

  /// A cluster that stands for another number of pins is drawn anew where it is.
  @Test func drawingAShownViewAnewIsCounted() throws {
    let delegate = TestDelegate()
    let mapView = try makeMapView(delegate)
    let annotation = Annotation(1, x: 1_100, y: 1_200)
    mapView.addAnnotation(annotation)
    mapView.layoutAnnotationViews()
    #expect(mapView.counts.imagesRedrawn == 0)
    annotation.memberCount = 5
    mapView.view(for: annotation)?.display(SolidArtwork(color: .clusterBlue))
    mapView.layoutAnnotationViews()
    mapView.layoutAnnotationViews()
    #expect(mapView.counts.imagesRedrawn == 1)
    #expect(annotation.isCluster)
  }
}
