import Clustering
import Simulation
import Support
import TestSupport
import Testing

/// A view owns a bitmap of its size in pixels and shows what it was last given.
@Suite struct AnnotationViewTests {
  private let annotation = Annotation(id: .pin(1), mapPoint: MapPoint(x: 1, y: 1), memberCount: 12)

  @Test(arguments: 1...3)
  func standardViewsOwnTheirPixels(scale: Int) throws {
    let device = try Device.test(scale: scale)
    let marker = AnnotationView.marker(for: annotation, reuseIdentifier: "pin", device: device)
    #expect(marker.bitmap.byteCount == 28 * scale * 28 * scale * 4 && marker.content == .marker)
    let bubble = AnnotationView.clusterBubble(for: annotation, reuseIdentifier: nil, device: device)
    #expect(bubble.bitmap.byteCount == 40 * scale * 40 * scale * 4)
    #expect(bubble.content == .image)
    #expect(bubble.reuseIdentifier == nil)
    let cluster = AnnotationView.clusterMarker(
      for: annotation, reuseIdentifier: "cluster", device: device)
    #expect(cluster.bitmap.byteCount == marker.bitmap.byteCount && cluster.content == .marker)
    for view in [marker, bubble, cluster] {
      #expect(view.bitmap.pixelValues.contains { $0 != 0 }, "something is drawn")
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

  @Test func thePlatformHasTheSizes() throws {
    let device = try Device.test(
      scale: 2, parameters: ["marker-view-size": (40, "pt"), "cluster-view-size": (25, "pt")])
    let marker = AnnotationView.marker(for: annotation, reuseIdentifier: nil, device: device)
    let bubble = AnnotationView.clusterBubble(for: annotation, reuseIdentifier: nil, device: device)
    let cluster = AnnotationView.clusterMarker(
      for: annotation, reuseIdentifier: nil, device: device)
    #expect(marker.size == 40 && marker.bitmap.width == 80)
    #expect(bubble.size == 25 && bubble.bitmap.width == 50)
    #expect(cluster.size == 40)
  }

  @Test func displayingReplacesWhatWasThere() throws {
    let view = AnnotationView.clusterBubble(
      for: annotation, reuseIdentifier: "c", device: try .test(scale: 2))
    let twelve = view.bitmap.pixelValues
    view.display(ClusterArtwork(count: 345, color: .clusterBlue))
    #expect(view.bitmap.pixelValues != twelve)
    view.display(ClusterArtwork(count: 12, color: .clusterBlue))
    #expect(view.bitmap.pixelValues == twelve)
  }

  @Test func annotationsKnowWhatTheyStandFor() {
    let pin = Annotation(id: .pin(7), mapPoint: MapPoint(Coordinate(10, 20)))
    #expect(!pin.isCluster && pin.memberCount == 1 && pin.memberAnnotations.isEmpty)
    #expect(abs(pin.coordinate.latitude - 10) < 1e-9)
    #expect(abs(pin.coordinate.longitude - 20) < 1e-9)
    #expect(annotation.isCluster)
  }
}

/// The counts that a map view keeps of the views that it is given.
@Suite struct ViewAccountingTests {
  /// Gives one view without a reuse identifier, again and again, as an app that caches views does.
  private final class CachingDelegate: MapViewDelegate {
    var view: AnnotationView?

    func mapView(_ mapView: MapView, viewFor annotation: Annotation) -> AnnotationView {
      let view =
        view
        ?? AnnotationView.clusterBubble(
          for: annotation, reuseIdentifier: nil, device: mapView.device)
      if self.view != nil { view.display(ClusterArtwork(count: annotation.memberCount)) }
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
      #expect(mapView.held.image == 1)
      #expect(mapView.counts.imagesRedrawn == round - 1, "every display but the first drawing")
      mapView.setVisibleMapRect(far)
      mapView.layoutAnnotationViews()
      #expect(mapView.held.image == 0, "without an identifier it is not kept")
    }
    #expect(mapView.counts.created.image == 1)
    #expect(mapView.counts.clusterViewForCalls == 3)
    #expect(mapView.counts.redrawnArea == 2 * 40 * 40)
  }

  @Test func countsAddUpToTheirDifference() {
    var first = OperationCounts()
    first.viewForCalls = 3
    first.imagesRedrawn = 2
    var second = first
    second.viewForCalls = 10
    second.annotationsMoved = 5
    second.clusterCandidates = 7
    var sum = first
    sum += second - first
    #expect(sum == second)
  }
}

/// One annotation at most is selected, as long as it is on the map.
@Suite struct SelectionTests {
  private let delegate = TestDelegate()
  private let mapView: MapView
  private let first = Annotation(1, x: 1_100, y: 1_200)
  private let second = Annotation(2, x: 1_150, y: 1_200)

  init() throws {
    mapView = try .laidOut(
      delegate, showing: MapRect(x: 1_000, y: 1_000, width: 200, height: 400), [first, second])
  }

  private var selected: [AnnotationID] { mapView.selectedAnnotation.map { [$0.id] } ?? [] }

  @Test func whatHasNoViewYetIsNotSelected() {
    let late = Annotation(3, x: 1_120, y: 1_200)
    mapView.addAnnotation(late)
    mapView.selectAnnotation(late)
    #expect(selected.isEmpty)
    mapView.layoutAnnotationViews()
    mapView.selectAnnotation(late)
    #expect(mapView.selectedAnnotation === late)
  }

  @Test func selectingAnotherDeselectsTheFirst() {
    mapView.selectAnnotation(first)
    mapView.selectAnnotation(second)
    #expect(selected == [.pin(2)])
    mapView.deselectAnnotation(first)
    #expect(selected == [.pin(2)], "it is not the selected one")
    mapView.deselectAnnotation(second)
    #expect(selected.isEmpty)
  }

  @Test func removingTheSelectedAnnotationDeselectsIt() {
    mapView.selectAnnotation(first)
    mapView.removeAnnotation(second)
    #expect(selected == [.pin(1)])
    mapView.removeAnnotation(first)
    #expect(selected.isEmpty)
    mapView.layOut(first)
    #expect(selected.isEmpty, "it does not come back by itself")
  }

  @Test func theSelectionStaysOffScreen() {
    mapView.selectAnnotation(first)
    mapView.show(MapRect(x: 50_000, y: 50_000, width: 200, height: 400))
    #expect(mapView.view(for: first) == nil)
    #expect(selected == [.pin(1)])
    mapView.selectAnnotation(second)
    #expect(selected == [.pin(1)], "what is off screen is not selected")
  }

  @Test func whatIsNotOnTheMapIsNotSelected() throws {
    let foreign = Annotation(3, x: 1_100, y: 1_200)
    mapView.selectAnnotation(foreign)
    #expect(selected.isEmpty)
    #expect(mapView.view(for: foreign) == nil)
  }
}

/// An annotation moves with its view, and keeps it.
@Suite struct MovingAnnotationTests {
  private let home = MapRect(x: 1_000, y: 1_000, width: 200, height: 400)
  private let delegate = TestDelegate()
  private let mapView: MapView
  private let annotation = Annotation(1, x: 1_100, y: 1_200)

  init() throws { mapView = try .test(delegate, showing: home) }

  @Test func theViewMovesWithTheNextLayoutPass() throws {
    mapView.layOut(annotation)
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

  @Test func itLeavesTheScreenAndComesBack() {
    mapView.layOut(annotation)
    mapView.selectAnnotation(annotation)
    mapView.moveAnnotation(annotation, to: MapPoint(x: 5_000, y: 1_200))
    mapView.layoutAnnotationViews()
    #expect(mapView.view(for: annotation) == nil)
    #expect(mapView.liveViewCount == 0)
    #expect(mapView.selectedAnnotation === annotation)
    mapView.moveAnnotation(annotation, to: MapPoint(x: 1_100, y: 1_200))
    mapView.layoutAnnotationViews()
    #expect(mapView.liveViewCount == 1 && mapView.counts.viewsReused == 1)
  }

  @Test func whatIsNotOnTheMapIsAddedAtItsNewPlace() {
    let annotation = Annotation(2, x: 5_000, y: 5_000)
    mapView.moveAnnotation(annotation, to: MapPoint(x: 1_100, y: 1_200))
    #expect(mapView.counts.annotationsMoved == 0)
    mapView.layOut(annotation)
    #expect(mapView.view(for: annotation) != nil)
  }

  /// A map whose annotations moved shows what one shows to which they were added there.
  @Test func movingIsAsGoodAsAddingThere() throws {
    var random = SeededGenerator(seed: 4)
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
      let other = try MapView.laidOut(
        delegate, showing: home, annotations.map { Annotation(id: $0.id, mapPoint: $0.mapPoint) })
      #expect(mapView.viewPlaces == other.viewPlaces)
    }
  }

  /// A cluster that stands for another number of pins is redrawn in place.
  @Test func redrawingAShownViewIsCounted() {
    mapView.layOut(annotation)
    #expect(mapView.counts.imagesRedrawn == 0)
    annotation.memberCount = 5
    mapView.view(for: annotation)?.display(SolidArtwork(color: .clusterBlue))
    mapView.layoutAnnotationViews()
    mapView.layoutAnnotationViews()
    #expect(mapView.counts.imagesRedrawn == 1)
    #expect(annotation.isCluster)
  }
}
