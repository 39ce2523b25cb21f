import Clustering
import TestSupport
import Testing

@Suite struct MapRectTests {
  private let rect = MapRect(x: 10, y: 20, width: 30, height: 40)

  @Test func edgesAndMiddle() {
    #expect(rect.minX == 10 && rect.maxX == 40 && rect.midX == 25)
    #expect(rect.minY == 20 && rect.maxY == 60 && rect.midY == 40)
    #expect(MapRect(center: MapPoint(x: 25, y: 40), size: rect.size) == rect)
  }

  @Test func containsItsEdges() {
    #expect(rect.contains(MapPoint(x: 10, y: 20)))
    #expect(rect.contains(MapPoint(x: 40, y: 60)))
    #expect(!rect.contains(MapPoint(x: 40.001, y: 60)))
    #expect(!rect.contains(MapPoint(x: 25, y: 19.999)))
  }

  @Test func intersectionIsTheCommonPart() {
    let other = MapRect(x: 35, y: 0, width: 100, height: 30)
    #expect(rect.intersection(other) == MapRect(x: 35, y: 20, width: 5, height: 10))
    #expect(other.intersection(rect) == rect.intersection(other))
    #expect(rect.intersection(MapRect(x: 41, y: 20, width: 1, height: 1)) == nil)
    #expect(!rect.intersects(MapRect(x: 10, y: 61, width: 30, height: 1)))
  }

  @Test func insetAndPaddingMoveEveryEdge() {
    #expect(rect.insetBy(dx: 1, dy: 2) == MapRect(x: 11, y: 22, width: 28, height: 36))
    #expect(rect.padded(by: 0.5) == MapRect(x: -5, y: 0, width: 60, height: 80))
  }

  @Test func emptyIsWithoutWidthOrHeight() {
    #expect(!rect.isEmpty)
    #expect(MapRect(x: 0, y: 0, width: 0, height: 1).isEmpty)
    #expect(MapRect(x: 0, y: 0, width: 1, height: -1).isEmpty)
    #expect(MapRect(x: 0, y: 0, width: .nan, height: 1).isEmpty)
  }
}

@Suite struct MapRectAntimeridianTests {
  private let world = MapSize.world.width

  @Test func aRectOnTheWorldHasNoRemainder() {
    let rect = MapRect(x: 0, y: 0, width: 100, height: 100)
    #expect(!rect.spans180thMeridian)
    #expect(rect.remainder() == nil)
    #expect(rect.partsOnWorld == [rect])
  }

  /// Over the right edge the remainder starts at zero, over the left one it ends at the right.
  @Test func theRemainderIsOnTheOtherSide() {
    let left = MapRect(x: 0, y: 5, width: 40, height: 7)
    let right = MapRect(x: world - 60, y: 5, width: 60, height: 7)
    for (x, parts) in [(world - 60, [right, left]), (-60, [left, right])] {
      let rect = MapRect(x: x, y: 5, width: 100, height: 7)
      #expect(rect.spans180thMeridian && rect.remainder() == parts[1])
      #expect(rect.partsOnWorld == parts)
    }
  }

  @Test func aRectAsWideAsTheWorldShowsItOnce() {
    let rect = MapRect(x: -50, y: 0, width: world, height: 10)
    #expect(rect.partsOnWorld == [MapRect(x: 0, y: 0, width: world, height: 10)])
    let wider = MapRect(x: -world, y: 0, width: 3 * world, height: 10)
    #expect(wider.partsOnWorld == [MapRect(x: 0, y: 0, width: world, height: 10)])
  }

  @Test func partsCoverTheWholeWidthWhereverTheRectIs() {
    for step in -20...20 {
      let rect = MapRect(x: Double(step) * world / 20, y: 0, width: world / 3, height: 1)
      let parts = rect.partsOnWorld
      #expect(abs(parts.reduce(0) { $0 + $1.width } - rect.width) < 1e-6)
      for part in parts { #expect(part.minX >= 0 && part.maxX <= world * (1 + 1e-12)) }
    }
  }

  @Test func aRegionAcrossTheAntimeridianShowsBothSides() {
    let rect = MapRect(Region(-17, 179.5, degrees: 4))
    #expect(rect.spans180thMeridian)
    func isShown(_ longitude: Double) -> Bool {
      let point = MapPoint(Coordinate(-17, longitude))
      return rect.partsOnWorld.contains { $0.contains(point) }
    }
    #expect(isShown(178) && isShown(180) && isShown(-180) && isShown(-178.6))
    #expect(!isShown(177) && !isShown(-178) && !isShown(0))
  }
}
