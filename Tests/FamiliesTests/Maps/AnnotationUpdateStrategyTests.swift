import Clustering
import Families
import ScenarioModel
import Simulation
import TestSupport
import Testing

/// Every strategy shows the pins that are in the data, where they are by then.
@Suite struct AnnotationUpdateStrategyTests {
  private static let ofAllPins = [
    "fresh-ids-in-body", "rebuilt-in-body", "guarded-representable", "map-in-own-view",
    "remove-all-add-all", "remove-all-reselect", "difference-by-id", "deltas",
    "wrapped-replace-all", "wrapped-native-clusters", "quick-start",
  ]
  private static let ofPinsInView = Family.annotationUpdates.strategies.map(\.name)
    .filter { !ofAllPins.contains($0) }
  private static let changes =
    "{ location: 3, moving: { pins: 7, rate: 10 }, refresh: { every: 0.3, churn: 0.2 }, taps: 2, "
    + "seed: 5 }"

  /// The places that the annotations on a map give to pins, by the pins' numbers.
  private func places(in frame: WatchedFrame) -> [Int: [MapPoint]] {
    var places: [Int: [MapPoint]] = [:]
    for annotation in frame.mapView.annotations {
      frame.strategy.forEachPin(of: annotation) {
        places[$0, default: []].append(annotation.mapPoint)
      }
    }
    return places
  }

  @Test(arguments: ofAllPins)
  func theMapHoldsTheModelsPinsAtTheirPlacesInEveryFrame(strategy: String) throws {
    var (frames, changedFrames) = (0, 0)
    let world = UpdateWorld(seconds: 2, camera: .panning, changes: Self.changes)
    try world.watch(strategy) { frame in
      frames += 1
      if frame.changes != nil { changedFrames += 1 }
      let expected = Dictionary(
        uniqueKeysWithValues: frame.model.pins.map { ($0.number, [$0.point]) })
      #expect(places(in: frame) == expected, "frame \(frames)")
      #expect(frame.mapView.annotations.count == frame.model.pins.count)
    }
    #expect(frames == 121)
    #expect(changedFrames > 20)
  }

  /// And every annotation counts its pins.
  @Test(arguments: ofPinsInView)
  func everyPinInViewIsStoodForOnceWhenTheCameraRests(strategy: String) throws {
    var last: (places: [Int: [MapPoint]], inView: [MapPin])?
    var clusters = 0
    let world = UpdateWorld(
      pins: 300, seconds: 1.2, camera: .resting,
      changes: "{ moving: { pins: 7, rate: 1 }, refresh: { every: 0.5, churn: 0.1 }, seed: 1 }",
      costs: [("cluster-pin", 3, "us")])
    try world.watch(strategy) { frame in
      let rect = frame.mapView.visibleMapRect
      last = (self.places(in: frame), frame.model.pins.filter { rect.contains($0.point) })
      for annotation in frame.mapView.annotations {
        var pins = 0
        frame.strategy.forEachPin(of: annotation) { _ in pins += 1 }
        #expect(pins == annotation.memberCount)
        if annotation.isCluster { clusters += 1 }
      }
    }
    #expect(clusters > 0 || !strategy.contains("cluster"))
    let (places, inView) = try #require(last)
    #expect(inView.count > 200)
    #expect(inView.allSatisfy { places[$0.number]?.count == 1 })
    let single = inView.filter { pin in places.values.count { $0 == places[pin.number] } == 1 }
    #expect(single.allSatisfy { places[$0.number] == [$0.point] })
  }

  /// A world that changes under a clusterer that is always right for what is in view.
  @Test(arguments: ["live-clusters", "recluster-on-main", "add-at-once", "deltas"])
  func whoIsNeverLateLosesNoPins(strategy: String) throws {
    let world = UpdateWorld(pins: 300, camera: .panning, changes: Self.changes)
    #expect(try world.observe(strategy)["pin-coverage", "frames-inspected"] == [1, 61])
  }

  @Test func whoIsLateLosesPins() throws {
    let world = UpdateWorld(
      pins: 300, camera: .panning, changes: Self.changes, costs: [("cluster-pin", 1, "ms")])
    // Nothing is shown for the first 300 ms, and 20 % of the data are new every 300 ms.
    #expect(try #require(try world.observe("recluster-off-main")["pin-coverage"]) < 0.8)
  }

  /// A strategy that puts every pin two points of the screen from its place.
  private final class Misplaced: AnnotationUpdateCallbacks {
    func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
      let shift = 2 * mapView.visibleMapRect.width / mapView.device.viewport.width
      mapView.addAnnotations(
        changes.inserted.map {
          Annotation(id: $0.id, mapPoint: MapPoint(x: $0.point.x + shift, y: $0.point.y))
        })
    }
  }

  @Test func whoPutsPinsBesideTheirPlacesLosesThem() throws {
    let world = UpdateWorld(
      seconds: 0.2,
      strategies: [StrategyEntry("misplaced", summary: "A test's own.") { _, _ in Misplaced() }])
    #expect(try world.observe("misplaced")["pin-coverage"] == 0)
  }

  /// Cells are taken whole, so that a cluster at the screen's edge does not change as the map pans.
  @Test(arguments: ["live-clusters", "recluster-on-main", "recluster-off-main"])
  func clustersStayTheSameWhileTheMapPans(strategy: String) throws {
    var seen: [AnnotationID: Set<[Double]>] = [:]
    let world = UpdateWorld(pins: 2_000, degrees: 0.4, seconds: 0.5, camera: .panning)
    try world.watch(strategy) { frame in
      for annotation in frame.mapView.annotations where annotation.isCluster {
        seen[annotation.id, default: []].insert([
          Double(annotation.memberCount), annotation.mapPoint.x, annotation.mapPoint.y,
        ])
      }
    }
    #expect(seen.count > 5)
    #expect(seen.values.allSatisfy { $0.count == 1 })
  }

  /// At the antimeridian too, the cells are those of the grid, however they are found.
  @Test(
    arguments: ["recluster-on-main", "clustermap-reload"], [0.0, 179.97, 180, -180, -179.98])
  func cellsAreThoseOfTheGrid(strategy: String, longitude: Double) throws {
    var last: (places: [Set<Int>: MapPoint], grid: [ClusterItem])?
    var pinsOfItem: [AnnotationID: Set<Int>] = [:]
    let world = UpdateWorld(
      pins: 1_000, longitude: longitude, degrees: 0.4, seconds: 0.5, camera: .resting)
    try world.watch(strategy) { frame in
      var places: [Set<Int>: MapPoint] = [:]
      for annotation in frame.mapView.annotations {
        var pins: Set<Int> = []
        frame.strategy.forEachPin(of: annotation) { pins.insert($0) }
        places[pins] = annotation.mapPoint
      }
      let pins = frame.model.pins
      let grid = try? GridClusters(points: pins.map(\.point))
      let items = grid?.items(in: frame.mapView.visibleMapRect, zoom: frame.mapView.zoom) ?? []
      for item in items {
        pinsOfItem[item.id] = Set((grid?.pins(of: item.id) ?? []).map { pins[$0].number })
      }
      last = (places, items)
    }
    let (places, grid) = try #require(last)
    #expect(grid.count > 10 && grid.contains { $0.count > 1 })
    #expect(Set(places.keys) == Set(grid.compactMap { pinsOfItem[$0.id] }))
    for item in grid {
      // The grid's means are of whole 16ths of a map point.
      let place = try #require(pinsOfItem[item.id].flatMap { places[$0] })
      #expect(abs(place.x - item.point.x) <= 1.0 / 16 && abs(place.y - item.point.y) <= 1.0 / 16)
    }
  }
}
