import Clustering
import MapGeometry
import MapSimulation
import Testing

/// Colliding views of one clustering identifier become a cluster of at least two.
@Suite struct NativeClusteringTests {
  /// One map point is one screen point; the profile's collision size is 28 points.
  private let home = MapRect(x: 0, y: 0, width: 200, height: 400)

  private func map(
    _ delegate: TestDelegate, _ annotations: [Annotation]
  ) throws -> MapView {
    let mapView = MapView(device: try .test(), visibleMapRect: home)
    mapView.delegate = delegate
    mapView.addAnnotations(annotations)
    mapView.layoutAnnotationViews()
    return mapView
  }

  private func clusteringDelegate() -> TestDelegate {
    TestDelegate { annotation in
      annotation.isCluster
        ? ViewStyle(reuseIdentifier: "cluster", content: .image)
        : ViewStyle(clusteringIdentifier: "pins")
    }
  }

  @Test func twoViewsThatCollideBecomeACluster() throws {
    let delegate = clusteringDelegate()
    let pins = [Annotation(0, x: 50, y: 50), Annotation(1, x: 77.9, y: 77.9)]
    let mapView = try map(delegate, pins)
    #expect(mapView.liveViewCount == 1)
    var clusters: [Annotation] = []
    mapView.forEachView { clusters.append($0.annotation) }
    let cluster = try #require(clusters.first)
    #expect(cluster.isCluster)
    #expect(cluster.memberCount == 2)
    #expect(Set(cluster.memberAnnotations.map(\.id)) == [.pin(0), .pin(1)])
    #expect(cluster.mapPoint == pins[0].mapPoint, "the first gives the cluster its place")
    #expect(mapView.annotations.map(\.id) == [.pin(0), .pin(1)], "a cluster is not one of them")
    #expect(mapView.counts.clusterCandidates == 2)
  }

  @Test func viewsThatOnlyTouchStayApart() throws {
    let delegate = clusteringDelegate()
    let mapView = try map(
      delegate,
      [Annotation(0, x: 50, y: 50), Annotation(1, x: 78, y: 50), Annotation(2, x: 50, y: 78)])
    #expect(mapView.shownIDs == [.pin(0), .pin(1), .pin(2)])
  }

  @Test func onlyTheSameIdentifierClusters() throws {
    let delegate = TestDelegate { annotation in
      if annotation.isCluster { return ViewStyle(reuseIdentifier: "cluster") }
      return ViewStyle(
        clusteringIdentifier: ["a", "a", "b", nil, nil][annotation.id.pinIndex ?? 0])
    }
    let mapView = try map(delegate, (0..<5).map { Annotation($0, x: 50, y: 50) })
    #expect(mapView.liveViewCount == 4)
    var sizes: [Int] = []
    mapView.forEachView { sizes.append($0.annotation.memberCount) }
    #expect(sizes.sorted() == [1, 1, 1, 2])
    #expect(mapView.counts.clusterCandidates == 3)
  }

  @Test func zoomingInTakesAClusterApartAndZoomingOutMakesItAgain() throws {
    let delegate = clusteringDelegate()
    let pins = [Annotation(0, x: 50, y: 50), Annotation(1, x: 65, y: 50)]
    let mapView = try map(delegate, pins)
    #expect(mapView.liveViewCount == 1)
    mapView.setVisibleMapRect(MapRect(x: 0, y: 0, width: 100, height: 200))
    mapView.layoutAnnotationViews()
    #expect(mapView.shownIDs == [.pin(0), .pin(1)])
    mapView.forEachView { #expect(!$0.annotation.isCluster) }
    mapView.setVisibleMapRect(home)
    mapView.layoutAnnotationViews()
    #expect(mapView.liveViewCount == 1)
    mapView.forEachView { #expect($0.annotation.memberCount == 2) }
  }

  @Test func aClusterThatStaysKeepsItsAnnotationAndView() throws {
    let delegate = clusteringDelegate()
    let mapView = try map(delegate, [Annotation(0, x: 50, y: 50), Annotation(1, x: 60, y: 50)])
    var before: AnnotationView?
    mapView.forEachView { before = $0 }
    let calls = mapView.counts.viewForCalls
    mapView.setVisibleMapRect(MapRect(x: 5, y: 5, width: 200, height: 400))
    mapView.layoutAnnotationViews()
    var after: AnnotationView?
    mapView.forEachView { after = $0 }
    #expect(after === before)
    #expect(after?.x == 45)
    #expect(mapView.counts.viewForCalls == calls)
  }

  @Test func viewsThatJoinAClusterGoBackToTheQueue() throws {
    let delegate = clusteringDelegate()
    let pins = (0..<5).map { Annotation($0, x: 40 + 30 * Double($0), y: 50) }
    let mapView = try map(delegate, pins)
    #expect(mapView.heldMarkerViewCount == 5)
    // Half the scale: each collides with a neighbour.
    mapView.setVisibleMapRect(MapRect(x: 0, y: 0, width: 400, height: 800))
    mapView.layoutAnnotationViews()
    var members = 0
    mapView.forEachView { members += $0.annotation.memberCount }
    #expect(members == 5)
    #expect(mapView.heldMarkerViewCount == 5, "views in the queue are still held")
    #expect(
      mapView.reusableViewCount + mapView.liveViewCount
        == mapView.heldMarkerViewCount + mapView.heldImageViewCount)
  }

  @Test func membersThatAreRemovedLeaveTheirCluster() throws {
    let delegate = clusteringDelegate()
    let pins = (0..<3).map { Annotation($0, x: 50 + Double($0), y: 50) }
    let mapView = try map(delegate, pins)
    mapView.removeAnnotation(pins[0])
    mapView.layoutAnnotationViews()
    mapView.forEachView { view in
      #expect(Set(view.annotation.memberAnnotations.map(\.id)) == [.pin(1), .pin(2)])
    }
    mapView.removeAnnotation(pins[2])
    mapView.layoutAnnotationViews()
    #expect(mapView.view(of: pins[1]) != nil)
    #expect(mapView.liveViewCount == 1)
  }

  @Test func clusterableAnnotationsThatAreClustersThemselvesAddTheirMembers() throws {
    let delegate = TestDelegate { _ in ViewStyle(clusteringIdentifier: "all") }
    let large = Annotation(id: .pin(0), mapPoint: MapPoint(x: 50, y: 50), memberCount: 7)
    let mapView = try map(delegate, [large, Annotation(1, x: 50, y: 50)])
    mapView.forEachView { #expect($0.annotation.memberCount == 8) }
  }
}
