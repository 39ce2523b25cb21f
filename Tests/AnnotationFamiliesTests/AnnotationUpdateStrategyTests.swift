import AnnotationFamilies
import Clustering
import MapGeometry
import MapSimulation
import ScenarioModel
import Testing

/// Every strategy shows the pins that are in the data, where they are by then.
@Suite struct AnnotationUpdateStrategyTests {
  private static let changes =
    "{ location: 3, moving: { pins: 7, rate: 10 }, refresh: { every: 0.3, churn: 0.2 }, taps: 2, "
    + "seed: 5 }"

  @Test func noBuiltInStrategyIsLeftOut() {
    #expect(
      Family.annotationUpdates.strategies.map(\.name).sorted()
        == WatchedStrategy.all.map(\.name).sorted())
    #expect(Family.annotationUpdates.strategies.allSatisfy { $0.reasoning != nil })
  }

  /// The places that the annotations on a map give to pins, by the pins' numbers.
  private func places(on sight: MapWatch.Sight) -> [Int: [MapPoint]] {
    var places: [Int: [MapPoint]] = [:]
    for annotation in sight.mapView.annotations {
      sight.strategy.forEachPin(of: annotation) {
        places[$0, default: []].append(annotation.mapPoint)
      }
    }
    return places
  }

  @Test(arguments: WatchedStrategy.ofAllPins)
  func theMapHoldsTheModelsPinsAtTheirPlacesInEveryFrame(_ strategy: WatchedStrategy) throws {
    var frames = 0
    var changedFrames = 0
    _ = try strategy.run {
      try AnnotationUpdateTrial(
        seconds: 2, camera: .panning, changes: Self.changes, strategies: [$0])
    } watching: { sight in
      frames += 1
      if sight.changes != nil { changedFrames += 1 }
      let expected = Dictionary(
        uniqueKeysWithValues: sight.model.pins.map { ($0.number, [$0.point]) })
      #expect(places(on: sight) == expected, "frame \(frames)")
      #expect(sight.mapView.annotations.count == sight.model.pins.count)
    }
    #expect(frames == 121)
    #expect(changedFrames > 20)
  }

  @Test(arguments: WatchedStrategy.ofPinsInView)
  func everyPinInViewIsStoodForOnceWhenTheCameraRests(_ strategy: WatchedStrategy) throws {
    var last: (places: [Int: [MapPoint]], inView: [MapPin], count: Int)?
    _ = try strategy.run {
      try AnnotationUpdateTrial(
        pins: 300, seconds: 1.2, camera: .resting,
        changes: "{ moving: { pins: 7, rate: 1 }, refresh: { every: 0.5, churn: 0.1 }, seed: 1 }",
        costs: [("cluster-pin", 3, "us")], strategies: [$0])
    } watching: { sight in
      let rect = sight.mapView.visibleMapRect
      last = (
        self.places(on: sight), sight.model.pins.filter { rect.contains($0.point) },
        sight.mapView.annotations.count
      )
    }
    let (places, inView, count) = try #require(last)
    #expect(inView.count > 200)
    #expect(inView.allSatisfy { places[$0.number]?.count == 1 })
    #expect(count > 0)
    let single = inView.filter { pin in
      places.values.count { $0 == places[pin.number] } == 1
    }
    #expect(single.allSatisfy { places[$0.number] == [$0.point] })
  }

  /// A world that changes under a clusterer that is always right for what is in view.
  @Test(arguments: ["live-clusters", "recluster-on-main", "add-at-once", "deltas"])
  func whoIsNeverLateLosesNoPins(strategy: String) throws {
    let trial = try AnnotationUpdateTrial(
      pins: 300, seconds: 1, camera: .panning, changes: Self.changes)
    let values = try trial.inspect(strategy).values
    #expect(values.first { $0.name == "pin-coverage" }?.value == .number(1))
    #expect(values.first { $0.name == "frames-inspected" }?.value == .number(61))
  }

  @Test func whoIsLateLosesPins() throws {
    let trial = try AnnotationUpdateTrial(
      pins: 300, seconds: 1, camera: .panning, changes: Self.changes,
      costs: [("cluster-pin", 1, "ms")])
    let share = try trial.inspect("recluster-off-main").values
      .first { $0.name == "pin-coverage" }?.value.number
    // Nothing is shown for the first 300 ms, and 20 % of the data are new every 300 ms.
    #expect(try #require(share) < 0.8)
  }

  /// A strategy that puts every pin two points of the screen beside its place.
  final class Misplaced: AnnotationUpdateStrategy {
    init(model: PinModel, context: UpdateContext) {}

    func modelDidChange(_ changes: ModelChanges, on mapView: MapView) {
      let shift = 2 * mapView.visibleMapRect.width / mapView.device.viewport.width
      mapView.addAnnotations(
        changes.inserted.map {
          Annotation(id: $0.id, mapPoint: MapPoint(x: $0.point.x + shift, y: $0.point.y))
        })
    }
  }

  @Test func whoPutsPinsBesideTheirPlacesLosesThem() throws {
    let trial = try AnnotationUpdateTrial(
      seconds: 0.2,
      strategies: [
        StrategyEntry("misplaced", Misplaced.self, summary: "A test's own.")
      ])
    let share = try trial.inspect("misplaced").values.first { $0.name == "pin-coverage" }
    #expect(share?.value == .number(0))
  }

  /// Cells are taken whole, so that a cluster at the screen's edge does not change as the map pans.
  @Test(arguments: ["live-clusters", "recluster-on-main", "recluster-off-main"])
  func clustersStayTheSameWhileTheMapPans(name: String) throws {
    let strategy = try #require(WatchedStrategy.ofPinsInView.first { $0.name == name })
    var seen: [AnnotationID: Set<[Double]>] = [:]
    _ = try strategy.run {
      try AnnotationUpdateTrial(
        pins: 2_000, within: 0.4, seconds: 0.5, camera: .panning, strategies: [$0])
    } watching: { sight in
      for annotation in sight.mapView.annotations where annotation.isCluster {
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
  func cellsAreThoseOfTheGrid(name: String, longitude: Double) throws {
    let strategy = try #require(WatchedStrategy.ofPinsInView.first { $0.name == name })
    var last: (annotations: Set<Set<Int>>, places: [Set<Int>: MapPoint], grid: [ClusterItem])?
    var pinsOfItem: [AnnotationID: Set<Int>] = [:]
    _ = try strategy.run {
      try AnnotationUpdateTrial(
        pins: 1_000, around: longitude, within: 0.4, seconds: 0.5, camera: .resting,
        strategies: [$0])
    } watching: { sight in
      var places: [Set<Int>: MapPoint] = [:]
      for annotation in sight.mapView.annotations {
        var pins: Set<Int> = []
        sight.strategy.forEachPin(of: annotation) { pins.insert($0) }
        places[pins] = annotation.mapPoint
      }
      let pins = sight.model.pins
      let grid = try? GridClusters(points: pins.map(\.point))
      let items = grid?.items(in: sight.mapView.visibleMapRect, zoom: sight.mapView.zoom) ?? []
      for item in items {
        pinsOfItem[item.id] = Set((grid?.pins(of: item.id) ?? []).map { pins[$0].number })
      }
      last = (Set(places.keys), places, items)
    }
    let (annotations, places, grid) = try #require(last)
    #expect(grid.count > 10 && grid.contains { $0.count > 1 })
    #expect(annotations == Set(grid.compactMap { pinsOfItem[$0.id] }))
    for item in grid {
      // The grid's means are of whole 16ths of a map point.
      let place = try #require(pinsOfItem[item.id].flatMap { places[$0] })
      #expect(abs(place.x - item.point.x) <= 1.0 / 16 && abs(place.y - item.point.y) <= 1.0 / 16)
    }
  }

  @Test func clustersCountTheirPins() throws {
    for strategy in WatchedStrategy.ofPinsInView where strategy.name.contains("cluster") {
      var clusters = 0
      _ = try strategy.run {
        try AnnotationUpdateTrial(
          pins: 300, seconds: 0.5, camera: .panning, changes: Self.changes, strategies: [$0])
      } watching: { sight in
        for annotation in sight.mapView.annotations {
          var pins = 0
          sight.strategy.forEachPin(of: annotation) { _ in pins += 1 }
          #expect(pins == annotation.memberCount, "\(strategy.name)")
          if annotation.isCluster { clusters += 1 }
        }
      }
      #expect(clusters > 0)
    }
  }
}
