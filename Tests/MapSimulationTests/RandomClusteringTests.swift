import Clustering
import MapGeometry
import MapSimulation
import TestSupport
import Testing

/// Native clustering agrees with the naive rule at every frame of random sequences, and shows
/// every visible annotation exactly once.
@Suite struct RandomClusteringTests {
  private static func identifier(_ annotation: Annotation) -> String? {
    ["a", "a", "b", nil][(annotation.id.pinIndex ?? 0) % 4]
  }

  private func delegate() -> TestDelegate {
    TestDelegate { annotation in
      if annotation.isCluster {
        return ViewStyle(reuseIdentifier: "cluster", content: .image, size: 4)
      }
      let identifier = Self.identifier(annotation)
      // Some clusterable views cannot be reused.
      let isReusable = (annotation.id.pinIndex ?? 0) % 8 < 5
      return ViewStyle(
        reuseIdentifier: isReusable ? "pin" : nil, clusteringIdentifier: identifier, size: 4)
    }
  }

  @Test(arguments: UInt64(1)...10)
  func agreesWithTheNaiveRule(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let pool = (0..<150).map { pin in
      let near = Double.random(in: 0...400, using: &random)
      let x = pin.isMultiple(of: 2) ? near : MapSize.world.width - near
      // Some share one place.
      let y = pin % 10 == 0 ? 1e8 + 200 : 1e8 + Double.random(in: 0...800, using: &random)
      return Annotation(pin, x: pin % 10 == 0 ? 100 : x, y: y)
    }
    let delegate = delegate()
    let mapView = MapView(device: try .test())
    mapView.delegate = delegate
    mapView.addAnnotations(Array(pool.prefix(90)))
    var clusterCount = 0
    for frame in 0..<40 {
      for _ in 0..<Int.random(in: 0...10, using: &random) {
        let annotation = pool[Int.random(in: pool.indices, using: &random)]
        if Bool.random(using: &random) {
          mapView.addAnnotation(annotation)
        } else {
          mapView.removeAnnotation(annotation)
        }
      }
      let widths: [Double] = [100, 300, 800, 3_000]
      let width = widths[Int.random(in: widths.indices, using: &random)]
      mapView.setVisibleMapRect(
        MapRect(
          center: MapPoint(
            x: Double.random(in: -300...300, using: &random),
            y: 1e8 + Double.random(in: 0...800, using: &random)),
          size: MapSize(width: width, height: 2 * width)))
      let before = mapView.counts
      mapView.layoutAnnotationViews()
      clusterCount += try check(mapView, since: before, frame: frame)
    }
    #expect(clusterCount > 20, "the sequence must make clusters")
    #expect(mapView.counts.viewsReused > 0)
  }

  /// Compares what is on screen with the naive rule; returns the number of clusters.
  private func check(_ mapView: MapView, since before: OperationCounts, frame: Int) throws -> Int {
    let naive = NaiveNativeClusters.clusters(on: mapView, identifier: Self.identifier)
    var shown: Set<NaiveNativeClusters.Cluster> = []
    var timesShown: [AnnotationID: Int] = [:]
    var clusterCount = 0
    mapView.forEachView { view in
      let annotation = view.annotation
      let members =
        annotation.memberAnnotations.isEmpty ? [annotation] : annotation.memberAnnotations
      for member in members { timesShown[member.id, default: 0] += 1 }
      if annotation.isCluster {
        clusterCount += 1
        #expect(members.count >= 2)
        #expect(annotation.memberCount == members.count)
        let identifiers = Set(members.map { Self.identifier($0) })
        #expect(identifiers.count == 1 && identifiers.first != .some(nil))
      }
      guard Self.identifier(members[0]) != nil else { return }
      shown.insert(.init(anchor: annotation.id, members: Set(members.map(\.id))))
    }
    #expect(shown == naive, "frame \(frame)")

    let visible = mapView.annotations.filter { mapView.isVisible($0.mapPoint) }
    #expect(timesShown.count == visible.count, "frame \(frame)")
    #expect(visible.allSatisfy { timesShown[$0.id] == 1 }, "frame \(frame)")
    let candidates = visible.count { Self.identifier($0) != nil }
    #expect((mapView.counts - before).clusterCandidates == candidates)
    #expect((mapView.counts - before).viewsPlaced == mapView.liveViewCount)
    #expect(
      mapView.heldMarkerViewCount + mapView.heldImageViewCount
        == mapView.liveViewCount + mapView.reusableViewCount)

    var standing: [AnnotationID] = []
    mapView.forEachStandingAnnotation { standing.append($0.id) }
    #expect(standing.sorted() == mapView.annotations.map(\.id).sorted(), "frame \(frame)")
    return clusterCount
  }

  @Test func annotationsThatWereNeverLaidOutStandForNothing() throws {
    let mapView = MapView(
      device: try .test(), visibleMapRect: MapRect(x: 0, y: 0, width: 200, height: 400))
    mapView.addAnnotations([Annotation(0, x: 50, y: 50), Annotation(1, x: 300, y: 50)])
    mapView.layoutAnnotationViews()
    var standing: [AnnotationID] = []
    mapView.forEachStandingAnnotation { standing.append($0.id) }
    #expect(standing == [.pin(1)], "one is visible without a view, the other lies outside")
  }

  @Test func theSameSequenceGivesTheSameClusters() throws {
    func run() throws -> (counts: OperationCounts, members: [[AnnotationID]]) {
      var random = SeededGenerator(seed: 5)
      let delegate = delegate()
      let mapView = MapView(
        device: try .test(), visibleMapRect: MapRect(x: 0, y: 0, width: 400, height: 800))
      mapView.delegate = delegate
      mapView.addAnnotations(
        (0..<100).map {
          Annotation(
            $0, x: Double.random(in: 0...400, using: &random),
            y: Double.random(in: 0...800, using: &random))
        })
      mapView.layoutAnnotationViews()
      var members: [[AnnotationID]] = []
      mapView.forEachView { members.append($0.annotation.memberAnnotations.map(\.id)) }
      return (mapView.counts, members)
    }
    let first = try run()
    let second = try run()
    #expect(first.counts == second.counts)
    #expect(first.members == second.members)
  }
}
