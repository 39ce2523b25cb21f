import Clustering
import Foundation
import TestSupport
import Testing

@Suite struct AnnotationIDTests {
  @Test(arguments: [0, 1, 4711, AnnotationID.maximumPinCount - 1])
  func pinIndexIsKept(_ index: Int) {
    #expect(AnnotationID.pin(index).pinIndex == index)
    #expect(AnnotationID.pin(index).description == "pin \(index)")
  }

  @Test func rawValueIsKept() {
    let id = AnnotationID(rawValue: 0x4123_4567_89AB_CDEF)
    #expect(id.rawValue == 0x4123_4567_89AB_CDEF)
    #expect(AnnotationID(rawValue: id.rawValue) == id)
    #expect(id.pinIndex == nil)
  }

  @Test func pinsComeBeforeClustersOfEitherKind() throws {
    let points = PinShape.clumped.points(200, seed: 1)
    let cells = try GridClusters(points: points).items(in: .world, zoom: 0)
    let clusters = try HierarchicalClusters(points: points).items(in: .world, zoom: 0)
    let greatestPin = AnnotationID.pin(AnnotationID.maximumPinCount - 1)
    let made = (cells + clusters).filter { $0.count > 1 }
    #expect(made.count > 2)
    for item in made {
      #expect(item.id.pinIndex == nil && item.id > greatestPin)
    }
    #expect(Set(cells.map(\.id)).isDisjoint(with: clusters.filter { $0.count > 1 }.map(\.id)))
  }

  @Test func descriptionNamesCellAndCluster() throws {
    // Three pins in the south-east quarter; at zoom 2 a cell of 88 points is 88/1024 of the world.
    let world = MapSize.world.width
    let points = Array(repeating: MapPoint(x: 0.75 * world, y: 0.6 * world), count: 3)
    let cells = try GridClusters(points: points).items(in: .world, zoom: 2)
    #expect(cells.map(\.id.description) == ["cell 2/8/6"])
    let clusters = try HierarchicalClusters(points: points).items(in: .world, zoom: 2)
    #expect(clusters.map(\.id.description) == ["cluster 16/0"])
  }

  @Test func descriptionNamesOwnClusterAndUnknown() {
    #expect(AnnotationID.cluster(5).description == "own cluster 5")
    #expect(AnnotationID.cluster((1 << 62) - 1).description == "own cluster 4611686018427387903")
    #expect(AnnotationID(rawValue: 1 << 30).description == "annotation 1073741824")
  }

  @Test(arguments: [.pin(7), .cluster(0), .cluster((1 << 62) - 1)] as [AnnotationID])
  func encodesAsItsRawValue(_ id: AnnotationID) throws {
    let data = try JSONEncoder().encode([id])
    #expect(String(decoding: data, as: UTF8.self) == "[\(id.rawValue)]")
    #expect(try JSONDecoder().decode([AnnotationID].self, from: data) == [id])
  }

  @Test func itemIsIdentifiedByItsID() {
    func identity<Value: Identifiable>(of value: Value) -> Value.ID { value.id }
    let item = ClusterItem(id: .pin(3), point: MapPoint(x: 1, y: 2), count: 1)
    #expect(identity(of: item) == AnnotationID.pin(3))
  }

  @Test func itemHasItsCoordinate() {
    let place = Coordinate(39.9042, 116.4074)
    let item = ClusterItem(id: .pin(0), point: MapPoint(place), count: 1)
    #expect(abs(item.coordinate.latitude - place.latitude) < 1e-9)
    #expect(abs(item.coordinate.longitude - place.longitude) < 1e-9)
  }
}
