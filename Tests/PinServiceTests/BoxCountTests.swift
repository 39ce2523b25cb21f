import Clustering
import Foundation
import PinService
import TestSupport
import Testing

@Suite("Counts of boxes, compared with a count by hand")
struct BoxCountTests {
  private static let zoom = 3
  private let folder: TemporaryFolder
  private let service: PinService
  private let pins: [(id: Int64, code: MortonCode)]

  /// The pins and their service, made once: the tests only read.
  private static let shared = Result { try BoxCountTests(()) }

  init() throws { self = try Self.shared.get() }

  private init(_: Void) throws {
    folder = try TemporaryFolder()
    var random = SeededGenerator(seed: 11)
    // Half of them near the antimeridian, some exactly on it.
    pins = (0..<2_000).map { id in
      var longitude = Double.random(in: -180...180, using: &random)
      if id % 2 == 0 { longitude = 180 - Double.random(in: 0...6, using: &random) }
      if id % 4 == 0 { longitude -= 354 }
      if id % 50 == 0 { longitude = id % 100 == 0 ? 180 : -180 }
      let coordinate = Coordinate(
        latitude: Double.random(in: -85...85, using: &random),
        longitude: min(max(longitude, -180), 180))
      return (Int64(id), MortonCode(MapPoint(coordinate)))
    }
    service = PinService(
      try folder.store(pins.map { StoredPin(id: $0.id, code: $0.code) }))
    try service.updateClusters()
  }

  private func answer(_ target: String) throws -> FeatureCollection {
    try service.get(target).collection(of: target)
  }

  private func allIDs(_ box: String) throws -> [Int64] {
    var ids: [Int64] = []
    var after = ""
    for _ in 0..<50 {
      let page = try answer("/pins?bbox=\(box)&limit=300" + after)
      ids += page.features.compactMap(\.id)
      guard let next = page.next else { return ids }
      after = "&after=" + next
    }
    Issue.record("the pages of \(box) do not end")
    return ids
  }

  /// West, south, east, north, with longitudes as a map library counts them.
  private static let boxes: [[Double]] =
    [
      [179, 10, 181, 12], [-181, -20, -179, 20], [170, -60, -170, 60], [-540, -85, -170, 0],
      [100, -80, 95, 80], [-180, -85, 180, 85], [-200, -85, 200, 85], [0, -85, 360, 85],
      [13.40000001, -85, 13.4, 85], [180, -85, -180, 85], [-180, -85, -180, 85],
      [180, -85, 180, 85], [300, 0, 420, 80], [13, 86, 14, 87], [-180, -90, 180, -86],
      [-180, 85, 180, 90], [5, 5, 5, 5],
    ]
    + {
      var random = SeededGenerator(seed: 5)
      return (0..<60).map { _ in
        let west = Double.random(in: -540...180, using: &random)
        let south = Double.random(in: -85...80, using: &random)
        return [
          west, south, west + Double.random(in: 0...360, using: &random),
          Double.random(in: south...85, using: &random),
        ]
      }
    }()

  /// The columns and rows of a box, edges included.
  private func isInside(_ code: MortonCode, _ box: [Double]) -> Bool {
    guard box[1] <= 85, box[3] >= -85 else { return false }
    func corner(_ latitude: Double, _ longitude: Double) -> MortonCode {
      var longitude = longitude
      while longitude > 180 { longitude -= 360 }
      while longitude < -180 { longitude += 360 }
      return MortonCode(MapPoint(Coordinate(latitude, longitude)))
    }
    let (first, last) = (corner(box[3], box[0]), corner(box[1], box[2]))
    guard first.row <= code.row, code.row <= last.row else { return false }
    if box[2] - box[0] >= 360 { return true }
    let isWrapped = first.column > last.column || box[0] > box[2]
    return isWrapped
      ? code.column >= first.column || code.column <= last.column
      : code.column >= first.column && code.column <= last.column
  }

  @Test("The pages of a box have its pins, each once", arguments: boxes)
  func pages(box: [Double]) throws {
    let text = box.map { "\($0)" }.joined(separator: ",")
    let ids = try allIDs(text)
    #expect(Set(ids).count == ids.count)
    #expect(Set(ids) == Set(pins.filter { isInside($0.code, box) }.map(\.id)))
  }

  @Test("The cells of a box are each there once, with all of their pins", arguments: boxes)
  func cells(box: [Double]) throws {
    let text = box.map { "\($0)" }.joined(separator: ",")
    for zoom in [0, 3] {
      let cells = try answer("/cells?bbox=\(text)&zoom=\(zoom)")
      #expect(Set(cells.names).count == cells.names.count)
      let inside = Set(
        pins.filter { isInside($0.code, box) }
          .map { QuadCell(level: zoom + 2, containing: $0.code).number })
      let found = Set(
        cells.names.compactMap { name in name.split(separator: "/").last.flatMap { UInt64($0) } })
      #expect(inside.isSubset(of: found))
      let expected = pins.count {
        found.contains(QuadCell(level: zoom + 2, containing: $0.code).number)
      }
      #expect(cells.count == expected)
    }
  }

  @Test("Clusters are the same however the longitudes are counted", arguments: boxes)
  func clusters(box: [Double]) throws {
    func names(_ shift: Double) throws -> [String]? {
      let longitudes = [box[0] + shift, box[2] + shift]
      guard longitudes.allSatisfy({ abs($0) <= 540 }) else { return nil }
      let names = try answer(
        "/clusters?bbox=\(longitudes[0]),\(box[1]),\(longitudes[1]),\(box[3])&zoom=4"
      ).names
      #expect(Set(names).count == names.count)
      return names.sorted()
    }
    let here = try #require(try names(0))
    for shift in [-360.0, 360] {
      guard let there = try names(shift) else { continue }
      #expect(Set(there).symmetricDifference(here).count <= 2)
    }
    #expect(try answer("/clusters?bbox=-200,-85,200,85&zoom=4").count == pins.count)
  }

  @Test("A stored cell is in one of the finer tiles that it covers", arguments: [15, 18, 20, 22])
  func denseTiles(zoom: Int) throws {
    let place = Coordinate(52.52, 13.405)
    var random = SeededGenerator(seed: 2)
    let crowd = (Int64(0)..<6_000).map { id in
      let near = Coordinate(
        place.latitude + Double.random(in: -1e-4...1e-4, using: &random),
        place.longitude + Double.random(in: -1e-4...1e-4, using: &random))
      return StoredPin(id: id, code: MortonCode(MapPoint(near)))
    }
    let folder = try TemporaryFolder()
    let service = PinService(try folder.store(crowd))
    let tiles = Set(crowd.map { QuadCell(level: zoom, containing: $0.code) })
    // The neighbours, too: the mean of the pins may be in a tile without one.
    var count = 0
    let columns = tiles.map(\.codes.lowerBound.column)
    let rows = tiles.map(\.codes.lowerBound.row)
    let side = UInt64(1) << UInt64(32 - zoom)
    func range(_ all: [UInt32]) -> ClosedRange<Int> {
      let numbers = all.map { Int(UInt64($0) / side) }
      return (numbers.min() ?? 0)...(numbers.max() ?? 0)
    }
    for column in range(columns) {
      for row in range(rows) {
        let target = "/tiles/cells/\(zoom)/\(column)/\(row).geojson"
        count += try service.get(target).collection(of: target).count
      }
    }
    #expect(count == crowd.count)
  }

  @Test("The level of the cells is said, where it is not the asked one")
  func level() throws {
    let response = service.get("/cells?bbox=13,52,13.01,52.01&zoom=5")
    #expect(response.text.contains("\"level\":7"))
  }
}
