import Clustering
import MapGeometry
import MapSimulation
import Testing

/// A visible rect over the world's edge shows both sides, each in its place.
@Suite struct AntimeridianTests {
  private let world = MapSize.world.width

  private func places(
    of xs: [Double], in rect: MapRect, device: Device
  ) -> [AnnotationID: Double] {
    let delegate = TestDelegate()
    let mapView = MapView(device: device, visibleMapRect: rect)
    mapView.delegate = delegate
    for (pin, x) in xs.enumerated() {
      let annotation = Annotation(pin, x: x, y: rect.midY)
      mapView.addAnnotation(annotation)
    }
    mapView.layoutAnnotationViews()
    var places: [AnnotationID: Double] = [:]
    mapView.forEachView { places[$0.annotation.id] = $0.x }
    return places
  }

  @Test("the same stretch of the world, named from either side", arguments: [0.0, 1, -1])
  func bothSides(turns: Double) throws {
    let rect = MapRect(
      x: -50 + turns * MapSize.world.width, y: 1_000, width: 200, height: 400)
    let places = places(
      of: [world - 30, world, 0, 150, 151, world - 51], in: rect, device: try .test())
    #expect(places == [.pin(0): 20, .pin(1): 50, .pin(2): 50, .pin(3): 200])
  }

  @Test func visibilityAgreesWithTheViews() throws {
    let mapView = MapView(
      device: try .test(), visibleMapRect: MapRect(x: -50, y: 1_000, width: 200, height: 400))
    #expect(mapView.isVisible(MapPoint(x: world - 50, y: 1_000)))
    #expect(mapView.isVisible(MapPoint(x: world, y: 1_400)))
    #expect(mapView.isVisible(MapPoint(x: 0, y: 1_200)))
    #expect(!mapView.isVisible(MapPoint(x: world - 51, y: 1_200)))
    #expect(!mapView.isVisible(MapPoint(x: 151, y: 1_200)))
    #expect(!mapView.isVisible(MapPoint(x: 0, y: 1_401)))
  }

  @Test func aScreenWiderThanTheWorldShowsEveryPlaceOnce() throws {
    let rect = MapRect(x: -world / 4, y: 0, width: world * 1.5, height: world * 3)
    let xs = (0...16).map { world * Double($0) / 16 }
    let places = places(of: xs, in: rect, device: try .test())
    #expect(places.count == xs.count)
    for (id, place) in places {
      #expect((0...200).contains(place), "\(id) at \(place)")
    }
  }

  /// With a margin the grown rect may go around the world; what is on screen stays on screen.
  @Test func aMarginMovesNothingOffTheScreen() throws {
    let device = try Device.test(parameters: [("visible-margin", 0.25, "fraction")])
    let rect = MapRect(x: 0.05 * world, y: 0, width: 0.9 * world, height: 1.8 * world)
    let xs = [0.06, 0.5, 0.94].map { $0 * world }
    let places = places(of: xs, in: rect, device: device)
    for (pin, x) in xs.enumerated() {
      let expected = (x - rect.minX) / rect.width * 200
      let place = try #require(places[.pin(pin)])
      #expect(abs(place - expected) < 1e-6, "pin \(pin)")
    }
  }
}
