import AnnotationFamilies
import Clustering
import MapGeometry
import MapSimulation
import PlatformProfiles
import ScenarioModel
import TestSupport
import Testing

/// The map holds exactly what is wanted, and what stays keeps its annotation.
@Suite struct ShownAnnotationsTests {
  private let points = (0..<80).map { MapPoint(x: Double($0) * 1e6, y: 1e8) }

  private func mapView() throws -> MapView {
    let profile = try #require(try PlatformProfile.builtIn("iphone-simulator"))
    return MapView(
      device: Device(
        viewport: Viewport(width: 200, height: 400), scale: 1, refresh: 60, profile: profile))
  }

  /// The item with an identity; clusters, whose identities are no pins, have several members.
  private func item(_ number: Int) -> ClusterItem {
    let isCluster = number.isMultiple(of: 3)
    return ClusterItem(
      id: isCluster ? AnnotationID(rawValue: 1 << 62 | UInt64(number)) : .pin(number),
      point: points[number], count: isCluster ? number + 2 : 1)
  }

  @Test("random wishes, for pins and for items", arguments: UInt64(1)...6, [false, true])
  func theMapHoldsExactlyWhatIsWanted(seed: UInt64, isOfItems: Bool) throws {
    var random = SeededGenerator(seed: seed)
    let mapView = try mapView()
    var shown = ShownAnnotations()
    var held: [AnnotationID: ObjectIdentifier] = [:]
    var inserted = 0
    var removed = 0
    for step in 0..<60 {
      // Sometimes nothing, sometimes everything, in any order.
      let limit = [0, 5, 40, 80][Int.random(in: 0...3, using: &random)]
      let numbers = Array(points.indices.shuffled(using: &random).prefix(limit))
      let items = isOfItems ? numbers.map(item) : []
      if isOfItems {
        shown.show(items, on: mapView)
      } else {
        shown.show(pins: numbers, points: points, on: mapView)
      }
      let wanted = Set(isOfItems ? items.map(\.id) : numbers.map { .pin($0) })
      inserted += wanted.subtracting(held.keys).count
      removed += Set(held.keys).subtracting(wanted).count
      #expect(mapView.annotations.count == wanted.count, "step \(step)")
      #expect(Set(mapView.annotations.map(\.id)) == wanted, "step \(step)")
      #expect(mapView.counts.annotationsInserted == inserted)
      #expect(mapView.counts.annotationsRemoved == removed)
      for annotation in mapView.annotations {
        if let before = held[annotation.id] {
          #expect(ObjectIdentifier(annotation) == before, "what stays keeps its annotation")
        }
      }
      held = Dictionary(
        mapView.annotations.map { ($0.id, ObjectIdentifier($0)) },
        uniquingKeysWith: { first, _ in first })
    }
    #expect(inserted > 100 && removed > 100)
  }

  @Test func annotationsCarryTheirItems() throws {
    let mapView = try mapView()
    var shown = ShownAnnotations()
    let items = [item(3), item(4)]
    shown.show(items, on: mapView)
    for wanted in items {
      let annotation = try #require(mapView.annotations.first { $0.id == wanted.id })
      #expect(annotation.mapPoint == wanted.point)
      #expect(annotation.memberCount == wanted.count)
    }
    shown.show(pins: [4], points: points, on: mapView)
    #expect(mapView.annotations.map(\.id) == [.pin(4)])
    #expect(mapView.annotations.first?.mapPoint == points[4])
  }

  @Test func theSameWishChangesNothing() throws {
    let mapView = try mapView()
    var shown = ShownAnnotations()
    shown.show(pins: [1, 2, 3], points: points, on: mapView)
    let counts = mapView.counts
    shown.show(pins: [3, 1, 2], points: points, on: mapView)
    #expect(mapView.counts == counts)
  }

  @Test func othersAnnotationsAreLeftAlone() throws {
    let mapView = try mapView()
    let foreign = Annotation(id: .pin(1), mapPoint: points[1])
    mapView.addAnnotation(foreign)
    var shown = ShownAnnotations()
    shown.show(pins: [1, 2], points: points, on: mapView)
    shown.show(pins: [], points: points, on: mapView)
    #expect(mapView.annotations.count == 1)
    #expect(mapView.annotations.first === foreign)
  }
}
