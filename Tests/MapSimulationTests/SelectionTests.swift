import Clustering
import MapGeometry
import MapSimulation
import Testing

/// One annotation at most is selected, as long as it is on the map.
@Suite struct SelectionTests {
  private let delegate = TestDelegate()
  private let mapView: MapView
  private let first = Annotation(1, x: 1_100, y: 1_200)
  private let second = Annotation(2, x: 1_150, y: 1_200)

  init() throws {
    mapView = MapView(
      device: try .test(), visibleMapRect: MapRect(x: 1_000, y: 1_000, width: 200, height: 400))
    mapView.delegate = delegate
    mapView.addAnnotations([first, second])
  }

  private var selected: [AnnotationID] { mapView.selectedAnnotation.map { [$0.id] } ?? [] }

  @Test func whatHasNoViewYetIsNotSelected() {
    mapView.selectAnnotation(first)
    #expect(selected.isEmpty)
    mapView.layoutAnnotationViews()
    mapView.selectAnnotation(first)
    #expect(selected == [.pin(1)])
    #expect(mapView.selectedAnnotation === first)
  }

  @Test func selectingAnotherDeselectsTheFirst() {
    mapView.layoutAnnotationViews()
    mapView.selectAnnotation(first)
    mapView.selectAnnotation(second)
    #expect(selected == [.pin(2)])
    mapView.deselectAnnotation(first)
    #expect(selected == [.pin(2)], "it is not the selected one")
    mapView.deselectAnnotation(second)
    #expect(selected.isEmpty)
  }

  @Test func removingTheSelectedAnnotationDeselectsIt() {
    mapView.layoutAnnotationViews()
    mapView.selectAnnotation(first)
    mapView.removeAnnotation(second)
    #expect(selected == [.pin(1)])
    mapView.removeAnnotation(first)
    #expect(selected.isEmpty)
    mapView.addAnnotation(first)
    mapView.layoutAnnotationViews()
    #expect(selected.isEmpty, "it does not come back by itself")
  }

  @Test func theSelectionStaysOffScreen() {
    mapView.layoutAnnotationViews()
    mapView.selectAnnotation(first)
    mapView.setVisibleMapRect(MapRect(x: 50_000, y: 50_000, width: 200, height: 400))
    mapView.layoutAnnotationViews()
    #expect(mapView.view(for: first) == nil)
    #expect(selected == [.pin(1)])
    mapView.selectAnnotation(second)
    #expect(selected == [.pin(1)], "what is off screen is not selected")
  }

  @Test func whatIsNotOnTheMapIsNotSelected() throws {
    let foreign = Annotation(3, x: 1_100, y: 1_200)
    mapView.layoutAnnotationViews()
    mapView.selectAnnotation(foreign)
    #expect(selected.isEmpty)
    #expect(mapView.view(for: foreign) == nil)
  }
}
