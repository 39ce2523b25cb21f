import Clustering
import Simulation
import Support
import TestSupport
import Testing

/// Colliding views of one clustering identifier become a cluster of at least two.
@Suite struct NativeClusteringTests {
  /// One map point is one screen point; the profile's collision size is 28 points.
  private let home = MapRect(x: 0, y: 0, width: 200, height: 400)

  private let delegate = TestDelegate { annotation in
    annotation.isCluster
      ? ViewStyle(reuseIdentifier: "cluster", content: .image)
      : ViewStyle(clusteringIdentifier: "pins")
  }

  private func map(_ annotations: [Annotation]) throws -> MapView {
    try .laidOut(delegate, showing: home, annotations)
  }

  @Test func twoViewsThatCollideBecomeACluster() throws {
    let pins = [Annotation(0, x: 50, y: 50), Annotation(1, x: 77.9, y: 77.9)]
    let mapView = try map(pins)
    #expect(mapView.liveViewCount == 1)
    let cluster = try #require(mapView.viewsInDrawingOrder().first).annotation
    #expect(cluster.isCluster)
    #expect(cluster.memberCount == 2)
    #expect(Set(cluster.memberAnnotations.map(\.id)) == [.pin(0), .pin(1)])
    #expect(cluster.mapPoint == pins[0].mapPoint, "the first gives the cluster its place")
    #expect(mapView.annotations.map(\.id) == [.pin(0), .pin(1)], "a cluster is not one of them")
    #expect(mapView.counts.clusterCandidates == 2)
  }

  @Test func viewsOfAnnotationsThatClusterAtOnceAreCounted() throws {
    let mapView = try map([
      Annotation(0, x: 50, y: 50), Annotation(1, x: 60, y: 50), Annotation(2, x: 120, y: 50),
    ])
    #expect(mapView.counts.viewForCalls == 3)
    #expect(mapView.counts.markerViewsClustered == 2, "that of the first, too")
    // The third was shown alone before it joins.
    mapView.show(MapRect(x: -1_000, y: 0, width: 2_000, height: 4_000))
    #expect(mapView.counts.markerViewsClustered == 2)
    #expect(mapView.liveViewCount == 1)
  }

  @Test func aMapThatRestsOnlyTestsWhatComesIntoView() throws {
    let mapView = try map([Annotation(0, x: 50, y: 50), Annotation(1, x: 150, y: 50)])
    #expect(mapView.counts.settledCandidates == 2, "a map that appears rests")
    mapView.show(MapRect(x: 5, y: 0, width: 200, height: 400))
    #expect(mapView.counts.settledCandidates == 2 && mapView.counts.clusterCandidates == 4)
    mapView.layOut(Annotation(2, x: 100, y: 50))
    #expect(mapView.counts.settledCandidates == 5, "at rest, a new one tests all")
    mapView.addAnnotation(Annotation(3, x: 100, y: 150))
    mapView.show(MapRect(x: 10, y: 0, width: 200, height: 400))
    #expect(mapView.counts.settledCandidates == 6)
    mapView.layoutAnnotationViews()
    #expect(mapView.counts.settledCandidates == 10, "the map has come to rest")
    mapView.layoutAnnotationViews()
    #expect(mapView.counts.settledCandidates == 10)
    #expect(mapView.counts.clusterCandidates == 2 + 2 + 3 + 4)
  }

  @Test func viewsThatOnlyTouchStayApart() throws {
    let mapView = try map([
      Annotation(0, x: 50, y: 50), Annotation(1, x: 78, y: 50), Annotation(2, x: 50, y: 78),
    ])
    #expect(mapView.shownIDs == [.pin(0), .pin(1), .pin(2)])
  }

  @Test func aClusterThatStaysKeepsItsAnnotationAndView() throws {
    let mapView = try map([Annotation(0, x: 50, y: 50), Annotation(1, x: 60, y: 50)])
    let before = mapView.viewsInDrawingOrder().first
    let calls = mapView.counts.viewForCalls
    mapView.show(MapRect(x: 5, y: 5, width: 200, height: 400))
    let after = mapView.viewsInDrawingOrder().first
    #expect(after === before)
    #expect(after?.x == 45)
    #expect(mapView.counts.viewForCalls == calls)
  }

  @Test func clusterableAnnotationsThatAreClustersThemselvesAddTheirMembers() throws {
    let delegate = TestDelegate { _ in ViewStyle(clusteringIdentifier: "all") }
    let large = Annotation(id: .pin(0), mapPoint: MapPoint(x: 50, y: 50), memberCount: 7)
    let mapView = try MapView.laidOut(
      delegate, showing: home, [large, Annotation(1, x: 50, y: 50)])
    mapView.forEachView { #expect($0.annotation.memberCount == 8) }
  }
}

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
    let mapView = try MapView.test(delegate, Array(pool.prefix(90)))
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
    let counts = mapView.counts - before
    #expect(counts.clusterCandidates == candidates)
    #expect(counts.placed.marker + counts.placed.image == mapView.liveViewCount)
    #expect(
      mapView.held.marker + mapView.held.image
        == mapView.liveViewCount + mapView.reusableViewCount)

    let held = mapView.annotations.map(\.id).sorted()
    #expect(mapView.representingIDs == held, "frame \(frame)")
    return clusterCount
  }

  @Test func annotationsThatWereNeverLaidOutStandForNothing() throws {
    let mapView = try MapView.laidOut(
      showing: MapRect(x: 0, y: 0, width: 200, height: 400),
      [Annotation(0, x: 50, y: 50), Annotation(1, x: 300, y: 50)])
    let message: Comment = "one is visible without a view, the other lies outside"
    #expect(mapView.representingIDs == [.pin(1)], message)
  }

  @Test func theSameSequenceGivesTheSameClusters() throws {
    func run() throws -> (counts: OperationCounts, members: [[AnnotationID]]) {
      var random = SeededGenerator(seed: 5)
      let delegate = delegate()
      let annotations = (0..<100).map {
        Annotation(
          $0, x: Double.random(in: 0...400, using: &random),
          y: Double.random(in: 0...800, using: &random))
      }
      let mapView = try MapView.laidOut(
        delegate, showing: MapRect(x: 0, y: 0, width: 400, height: 800), annotations)
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

/// Native clustering as `MapView+NativeClusters.swift` states its rule, by comparing every
/// annotation with every cluster before it: O(n²), and no table.
///
/// In the order of the map's annotations each joins a cluster of its identifier whose first member
/// it collides with, or begins one. Where it collides with several, the one in its own screen cell
/// comes first, then the neighbours left, right, above, below, and the diagonal ones.
enum NaiveNativeClusters {
  struct Cluster: Hashable {
    let anchor: AnnotationID
    let members: Set<AnnotationID>
  }

  private struct Candidate {
    let id: AnnotationID
    let identifier: String
    let x: Double
    let y: Double
  }

  /// The clusters, those of a single member among them, on screen.
  static func clusters(
    on mapView: MapView, identifier: (Annotation) -> String?
  ) -> Set<Cluster> {
    let size = mapView.device.profile[.collisionSize]
    var anchors: [Candidate] = []
    var members: [Set<AnnotationID>] = []
    for annotation in mapView.annotations {
      guard let identifier = identifier(annotation), mapView.isVisible(annotation.mapPoint)
      else { continue }
      let (x, y) = place(of: annotation.mapPoint, on: mapView)
      let candidate = Candidate(id: annotation.id, identifier: identifier, x: x, y: y)
      let colliding = anchors.indices.filter { index in
        anchors[index].identifier == identifier
          && abs(anchors[index].x - x) < size && abs(anchors[index].y - y) < size
      }
      if let joined = colliding.min(by: {
        rank(of: anchors[$0], around: candidate, size)
          < rank(of: anchors[$1], around: candidate, size)
      }) {
        members[joined].insert(annotation.id)
      } else {
        anchors.append(candidate)
        members.append([annotation.id])
      }
    }
    return Set(anchors.indices.map { Cluster(anchor: anchors[$0].id, members: members[$0]) })
  }

  /// Screen points from the upper left corner.
  private static func place(of point: MapPoint, on mapView: MapView) -> (Double, Double) {
    let rect = mapView.visibleMapRect
    let world = MapSize.world.width
    let left = rect.minX - (rect.minX / world).rounded(.down) * world
    let distance = point.x < left ? point.x - left + world : point.x - left
    let scale = mapView.device.viewport.width / rect.width
    return (distance * scale, (point.y - rect.minY) * scale)
  }

  private static let order: [[Int]] = [
    [0, 0], [-1, 0], [1, 0], [0, -1], [0, 1], [-1, -1], [1, -1], [-1, 1], [1, 1],
  ]

  private static func rank(of anchor: Candidate, around candidate: Candidate, _ size: Double) -> Int
  {
    func cell(_ place: Double) -> Int { Int((place / size).rounded(.down)) }
    let step = [cell(anchor.x) - cell(candidate.x), cell(anchor.y) - cell(candidate.y)]
    return order.firstIndex(of: step) ?? order.count
  }
}
