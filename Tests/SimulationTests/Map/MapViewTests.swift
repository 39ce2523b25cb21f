import Clustering
import Simulation
import Support
import TestSupport
import Testing

/// Views come with the visible region, go back to the queue, and everything is counted.
@Suite struct MapViewTests {
  /// One map point is one screen point, with the corner at (1000, 1000).
  private let home = MapRect(x: 1_000, y: 1_000, width: 200, height: 400)
  private let away = MapRect(x: 50_000, y: 50_000, width: 200, height: 400)
  private let delegate = TestDelegate()
  private let mapView: MapView

  init() throws { mapView = try .test(delegate, showing: home) }

  @Test func viewsAreAskedForWhenAnnotationsComeIntoTheVisibleRect() throws {
    let inside = Annotation(1, x: 1_100, y: 1_200)
    mapView.addAnnotations([inside, Annotation(2, x: 1_201, y: 1_200)])
    #expect(delegate.requests.isEmpty, "views are made by the layout pass, not by the call")
    mapView.layoutAnnotationViews()
    #expect(delegate.requests.map(\.id) == [.pin(1)])
    #expect(mapView.shownIDs == [.pin(1)])
    let view = try #require(mapView.view(for: inside))
    #expect(view.x == 100 && view.y == 200)

    mapView.show(home.insetBy(dx: -1, dy: 0))
    #expect(mapView.shownIDs == [.pin(1), .pin(2)])
    #expect(delegate.requests.map(\.id) == [.pin(1), .pin(2)], "a view that stays is kept")
  }

  @Test func theEdgeOfTheVisibleRectIsInIt() {
    mapView.addAnnotations([
      Annotation(1, x: 1_000, y: 1_000), Annotation(2, x: 1_200, y: 1_400),
      Annotation(3, x: 999.9, y: 1_000), Annotation(4, x: 1_000, y: 1_400.1),
    ])
    mapView.layoutAnnotationViews()
    #expect(mapView.shownIDs == [.pin(1), .pin(2)])
  }

  @Test func theProfilesMarginGrowsTheRect() throws {
    let device = try Device.test(parameters: ["visible-margin": (0.25, "fraction")])
    // A quarter of 200 and of 400 on each side.
    let annotations = [
      Annotation(1, x: 950, y: 900), Annotation(2, x: 1_250, y: 1_500),
      Annotation(3, x: 949, y: 1_000), Annotation(4, x: 1_000, y: 899),
    ]
    let mapView = try MapView.laidOut(delegate, showing: home, annotations, device: device)
    #expect(mapView.viewPlaces == [.pin(1): [-50, -100], .pin(2): [250, 500]])
    #expect(!mapView.isVisible(MapPoint(x: 950, y: 900)), "the margin is not on screen")
  }

  @Test func viewsThatLeaveWaitAndAreUsedAgain() throws {
    let first = Annotation(1, x: 1_100, y: 1_200)
    let second = Annotation(2, x: 50_100, y: 50_200)
    mapView.addAnnotations([first, second])
    mapView.layoutAnnotationViews()
    let view = try #require(mapView.view(for: first))

    mapView.show(away)
    #expect(mapView.view(for: second) === view, "the view that left serves the one that came")
    #expect(mapView.counts.viewsCreated == 1)
    #expect(mapView.counts.viewsReused == 1)
    #expect(mapView.reusableViewCount == 0)

    mapView.show(MapRect(x: 0, y: 0, width: 200, height: 400))
    #expect(mapView.liveViewCount == 0)
    #expect(mapView.reusableViewCount == 1)
    #expect(mapView.held.marker == 1)
  }

  @Test func everyOperationIsCounted() throws {
    let delegate = TestDelegate { annotation in
      ViewStyle(content: annotation.id == .pin(1) ? .marker : .image)
    }
    let annotations = (0..<3).map { Annotation($0, x: 1_050 + 10 * Double($0), y: 1_200) }
    let mapView = try MapView.laidOut(delegate, showing: home, annotations)
    // On a map at rest nothing is placed again, also not if an annotation leaves.
    mapView.layoutAnnotationViews()
    mapView.removeAnnotations([annotations[0]])
    mapView.layoutAnnotationViews()
    mapView.moveAnnotation(annotations[1], to: MapPoint(x: 1_070, y: 1_210))
    mapView.layoutAnnotationViews()
    mapView.show(home.insetBy(dx: 10, dy: 20))
    var expected = OperationCounts()
    expected.annotationsInserted = 3
    expected.annotationsRemoved = 1
    expected.viewForCalls = 3
    expected.created.marker = 1
    expected.created.image = 2
    expected.annotationsMoved = 1
    expected.placed.marker = 1 + 1 + 1
    expected.placed.image = 2 + 1
    #expect(mapView.counts == expected && mapView.counts.viewsCreated == 3)
    #expect(mapView.counts - mapView.counts == OperationCounts())
  }

  @Test func removingWhatTheMapDoesNotHoldChangesNothing() throws {
    let other = try MapView.test(showing: home)
    let held = Annotation(1, x: 1_100, y: 1_200)
    let foreign = Annotation(2, x: 1_100, y: 1_200)
    mapView.addAnnotation(held)
    other.addAnnotation(foreign)
    mapView.removeAnnotations([
      foreign, Annotation(3, x: 1, y: 1), Annotation(1, x: 1_100, y: 1_200),
    ])
    #expect(mapView.annotations.map(\.id) == [.pin(1)])
    #expect(other.annotations.map(\.id) == [.pin(2)])
    #expect(mapView.counts.annotationsRemoved == 0)
    mapView.removeAnnotations([held, held])
    #expect(mapView.annotations.isEmpty && mapView.counts.annotationsRemoved == 1)
    mapView.addAnnotation(held)
    #expect(mapView.annotations.count == 1, "what was removed can come back")
  }

  /// Unlike in MapKit; a second map view would take the annotation's place in the first from it.
  @Test func anAnnotationIsOnOneMapAtATime() async throws {
    await #expect(processExitsWith: .failure) {
      let device = try Device.test()
      let annotation = Annotation(1, x: 1_100, y: 1_200)
      let first = MapView(device: device)
      let second = MapView(device: device)
      first.addAnnotation(annotation)
      second.addAnnotation(annotation)
    }
    let annotation = Annotation(1, x: 1_100, y: 1_200)
    let first = try MapView.test(showing: home)
    let second = try MapView.test(showing: home)
    first.addAnnotation(annotation)
    first.removeAnnotation(annotation)
    second.addAnnotation(annotation)
    #expect(second.annotations.count == 1)
  }

  @Test func withoutADelegateNothingIsShown() throws {
    let mapView = try MapView.test(showing: home)
    mapView.layOut(Annotation(1, x: 1_100, y: 1_200))
    #expect(mapView.liveViewCount == 0 && mapView.counts.viewForCalls == 0)
    let delegate = TestDelegate()
    mapView.delegate = delegate
    mapView.layoutAnnotationViews()
    #expect(mapView.liveViewCount == 1)
    #expect(delegate.requests.count == 1)
  }

  @Test func settingARegionFitsItToTheScreen() throws {
    let mapView = MapView(device: try .test())
    #expect(mapView.visibleMapRect == .world)
    let region = Region(48.2, 16.4, degrees: 0.1)
    mapView.setRegion(region)
    #expect(mapView.visibleMapRect.width / mapView.visibleMapRect.height == 0.5)
    #expect(mapView.region == mapView.device.viewport.regionThatFits(region))
    mapView.setVisibleMapRect(
      mapView.device.viewport.mapRect(center: MapPoint(x: 1e8, y: 1e8), zoom: 9))
    #expect(abs(mapView.zoom - 9) < 1e-9)
  }
}

/// A visible rect over the world's edge shows both sides, each in its place.
@Suite struct AntimeridianTests {
  private let world = MapSize.world.width

  private func places(
    of xs: [Double], in rect: MapRect, device: Device? = nil
  ) throws -> [AnnotationID: Double] {
    let delegate = TestDelegate()
    let annotations = xs.enumerated().map { Annotation($0, x: $1, y: rect.midY) }
    let mapView = try MapView.laidOut(delegate, showing: rect, annotations, device: device)
    return mapView.viewPlaces.mapValues { $0[0] }
  }

  @Test("the same stretch of the world, named from either side", arguments: [0.0, 1, -1])
  func bothSides(turns: Double) throws {
    let rect = MapRect(x: -50 + turns * MapSize.world.width, y: 1_000, width: 200, height: 400)
    let places = try places(of: [world - 30, world, 0, 150, 151, world - 51], in: rect)
    #expect(places == [.pin(0): 20, .pin(1): 50, .pin(2): 50, .pin(3): 200])
  }

  @Test func visibilityAgreesWithTheViews() throws {
    let mapView = try MapView.test(showing: MapRect(x: -50, y: 1_000, width: 200, height: 400))
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
    let places = try places(of: xs, in: rect)
    #expect(places.count == xs.count)
    for (id, place) in places { #expect((0...200).contains(place), "\(id) at \(place)") }
  }

  /// With a margin the grown rect may go around the world; what is on screen stays on screen.
  @Test func aMarginMovesNothingOffTheScreen() throws {
    let device = try Device.test(parameters: ["visible-margin": (0.25, "fraction")])
    let rect = MapRect(x: 0.05 * world, y: 0, width: 0.9 * world, height: 1.8 * world)
    let xs = [0.06, 0.5, 0.94].map { $0 * world }
    let places = try places(of: xs, in: rect, device: device)
    for (pin, x) in xs.enumerated() {
      let expected = (x - rect.minX) / rect.width * 200
      let place = try #require(places[.pin(pin)])
      #expect(abs(place - expected) < 1e-6, "pin \(pin)")
    }
  }
}

/// Views that are on the map and not seen.
@Suite struct HiddenViewTests {
  /// Three pins next to each other in the middle of the screen, 8 points apart, and one far from them.
  private func map(_ priorities: [UInt64: Double]) throws -> (MapView, TestDelegate, [Annotation]) {
    let delegate = TestDelegate { annotation in
      ViewStyle(displayPriority: priorities[annotation.id.rawValue] ?? 1_000)
    }
    let annotations = [1_100.0, 1_108, 1_116, 1_160].enumerated().map { number, x in
      Annotation(number, x: x, y: 1_200)
    }
    let map = try MapView.laidOut(
      delegate, showing: MapRect(x: 1_000, y: 1_000, width: 200, height: 400), annotations)
    return (map, delegate, annotations)
  }

  @Test func ofCollidingViewsTheMoreImportantAndThenTheNearerToTheMiddleStays() throws {
    let low = Dictionary(
      uniqueKeysWithValues: (0..<4).map { (AnnotationID.pin($0).rawValue, 750.0) })
    let (map, delegate, annotations) = try map(low)
    #expect(map.shownIDs == [.pin(0), .pin(3)])
    #expect(map.representingIDs == [.pin(0), .pin(3)])
    // The more important one first, wherever it is.
    let higher = low.merging([AnnotationID.pin(2).rawValue: 900]) { $1 }
    #expect(try self.map(higher).0.shownIDs == [.pin(2), .pin(3)])
    // When the other one has gone, there is room.
    map.removeAnnotations([annotations[0]])
    map.layoutAnnotationViews()
    #expect(map.shownIDs == [.pin(1), .pin(3)])
    withExtendedLifetime(delegate) {}
  }

  @Test func aRequiredViewIsNeverHidden() throws {
    let (map, delegate, _) = try map([AnnotationID.pin(1).rawValue: 750])
    #expect(map.shownIDs == [.pin(0), .pin(2), .pin(3)])
    withExtendedLifetime(delegate) {}
  }
}
