import Clustering
import MapGeometry
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
    var cells: [ClusterItem] = []
    try GridClusters(points: points).items(in: .world, zoom: 0, into: &cells)
    var clusters: [ClusterItem] = []
    try HierarchicalClusters(points: points).items(in: .world, zoom: 0, into: &clusters)
    let greatestPin = AnnotationID.pin(AnnotationID.maximumPinCount - 1)
    let made = (cells + clusters).filter { $0.count > 1 }
    #expect(made.count > 2)
    for item in made {
      #expect(item.id.pinIndex == nil)
      #expect(item.id > greatestPin)
    }
    #expect(Set(cells.map(\.id)).isDisjoint(with: clusters.filter { $0.count > 1 }.map(\.id)))
  }

  @Test func descriptionNamesCellAndCluster() throws {
    // Three pins in the south-east quarter; at zoom 2 a cell of 88 points is 88/1024 of the world.
    let world = MapSize.world.width
    let points = Array(repeating: MapPoint(x: 0.75 * world, y: 0.6 * world), count: 3)
    var items: [ClusterItem] = []
    try GridClusters(points: points).items(in: .world, zoom: 2, into: &items)
    #expect(items.map(\.id.description) == ["cell 2/8/6"])
    try HierarchicalClusters(points: points).items(in: .world, zoom: 2, into: &items)
    #expect(items.map(\.id.description) == ["cluster 16/0"])
  }

  @Test func itemHasItsCoordinate() {
    let place = Coordinate(latitude: 39.9042, longitude: 116.4074)
    let item = ClusterItem(id: .pin(0), point: MapPoint(place), count: 1)
    #expect(abs(item.coordinate.latitude - place.latitude) < 1e-9)
    #expect(abs(item.coordinate.longitude - place.longitude) < 1e-9)
  }
}
