import Clustering
import Testing

/// The expected numbers were printed by MapKit on the iOS 18.3.1 simulator.
@Suite struct MapPointTests {
  @Test(arguments: [
    (39.9042, 116.4074, 221_017_376.6133, 101_717_253.5473),
    (31.2304, 121.4737, 224_795_083.6986, 109_683_727.1671),
    (85.0, 0.0, 134_217_728.0, 439_674.4025),
    (-85.0, 0.0, 134_217_728.0, 267_995_781.5975),
  ])
  func projectsLikeMapKit(latitude: Double, longitude: Double, x: Double, y: Double) {
    let point = MapPoint(Coordinate(latitude: latitude, longitude: longitude))
    #expect(abs(point.x - x) < 1e-4)
    #expect(abs(point.y - y) < 1e-4)
  }

  @Test(arguments: [85.5, 89.0, 90.0])
  func latitudesBeyondTheProjectionSaturate(latitude: Double) {
    let edge = MapPoint(Coordinate(latitude: 85, longitude: 10))
    #expect(MapPoint(Coordinate(latitude: latitude, longitude: 10)) == edge)
    let southernEdge = MapPoint(Coordinate(latitude: -85, longitude: 10))
    #expect(MapPoint(Coordinate(latitude: -latitude, longitude: 10)) == southernEdge)
  }

  @Test func topOfTheSquareWorldIsBeyondTheSaturationLatitude() {
    let top = MapPoint(x: 0, y: 0).coordinate
    #expect(abs(top.latitude - 85.051_128_78) < 1e-8)
    #expect(top.longitude == -180)
  }

  @Test(arguments: [(0.0, 190.0), (0, -190), (91, 0), (.nan, 0), (0, .infinity)])
  func coordinatesOffTheEarthAreInvalidPoints(latitude: Double, longitude: Double) {
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    #expect(!coordinate.isValid)
    #expect(MapPoint(coordinate) == .invalid)
    #expect(MapPoint.invalid == MapPoint(x: -1, y: -1))
  }

  @Test func coordinatesSurviveTheProjection() {
    for latitude in stride(from: -85.0, through: 85, by: 2.5) {
      for longitude in stride(from: -180.0, through: 180, by: 7.5) {
        let coordinate = MapPoint(Coordinate(latitude: latitude, longitude: longitude)).coordinate
        #expect(abs(coordinate.latitude - latitude) < 1e-11)
        #expect(abs(coordinate.longitude - longitude) < 1e-11)
      }
    }
  }

  @Test func pointsGrowEastwardsAndSouthwards() {
    let northWest = MapPoint(Coordinate(latitude: 50, longitude: 10))
    let southEast = MapPoint(Coordinate(latitude: 40, longitude: 20))
    #expect(northWest.x < southEast.x)
    #expect(northWest.y < southEast.y)
  }

  @Test(arguments: [(0.0, 0.148289773338), (39.9042, 0.114225429808)])
  func metersPerMapPointFollowTheEllipsoid(latitude: Double, meters: Double) {
    let value = MapPoint.metersPerMapPoint(atLatitude: latitude)
    #expect(abs(value / meters - 1) < 2e-5)
    #expect(MapPoint.metersPerMapPoint(atLatitude: -latitude) == value)
  }

  @Test func metersPerMapPointAreNotThoseOfASphere() {
    let ratio =
      MapPoint.metersPerMapPoint(atLatitude: 0) / MapPoint.metersPerMapPoint(atLatitude: 39.9042)
    #expect(abs(ratio - 1.2982) < 1e-4)
  }

  @Test func metersPerMapPointAreInfiniteBeyondTheSquareWorld() {
    #expect(MapPoint.metersPerMapPoint(atLatitude: 85.06) == .infinity)
    #expect(MapPoint.metersPerMapPoint(atLatitude: -89) == .infinity)
    #expect(MapPoint.metersPerMapPoint(atLatitude: 85.05).isFinite)
  }
}
