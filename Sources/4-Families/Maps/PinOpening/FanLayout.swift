import Clustering
import Foundation
import PinData

/// Markers on a circle, or on a spiral if there are many: the layout of Leaflet.markercluster's
/// spiderfy, with its numbers, which are made for icons of 25 x 41 pixels.
struct FanLayout: Hashable, Sendable {
  /// The factor to all distances, `spiderfyDistanceMultiplier`.
  let multiplier: Double

  /// From so many markers on they lie on a spiral.
  private static let spiralFrom = 9
  private static let circleSeparation = 25.0
  private static let circleMinRadius = 35.0
  private static let spiralSeparation = 28.0
  private static let spiralStart = 11.0
  private static let spiralGrowth = 5.0

  func markers(of pins: [Int]) -> [FannedMarker] {
    pins.count < Self.spiralFrom ? circle(pins) : spiral(pins)
  }

  private func circle(_ pins: [Int]) -> [FannedMarker] {
    let circumference = multiplier * Self.circleSeparation * Double(2 + pins.count)
    let radius = max(circumference / (2 * .pi), Self.circleMinRadius)
    return pins.enumerated().map { index, pin in
      let angle = Double(index) * 2 * .pi / Double(pins.count)
      return FannedMarker(pin: pin, x: radius * cos(angle), y: radius * sin(angle))
    }
  }

  /// The last pin is the innermost.
  private func spiral(_ pins: [Int]) -> [FannedMarker] {
    var radius = multiplier * Self.spiralStart
    var angle = 0.0
    var markers: [FannedMarker] = []
    // One place more than there are pins: the innermost would lie on the cluster.
    for index in (0...pins.count).reversed() {
      if index < pins.count {
        markers.append(
          FannedMarker(pin: pins[index], x: radius * cos(angle), y: radius * sin(angle)))
      }
      angle += multiplier * Self.spiralSeparation / radius + Double(index) * 0.0005
      radius += multiplier * Self.spiralGrowth * 2 * .pi / angle
    }
    return markers.reversed()
  }
}

extension PinSet {
  /// The pins, with pins at one coordinate moved apart: on a spiral of sunflower seeds, the first
  /// one in its place. The second is 4 metres away, a marker's width at zoom 20 near the equator.
  var decluttered: PinSet {
    var counts: [Coordinate: Int] = [:]
    return PinSet(
      coordinates: coordinates.map { coordinate in
        let number = counts[coordinate, default: 0]
        counts[coordinate] = number + 1
        guard number > 0 else { return coordinate }
        let degrees = 4.0 * Double(number).squareRoot() * (1 / 111_195.0)
        let angle = Double(number) * 2.399_963_229_728_653
        return coordinate.moved(east: degrees * cos(angle), north: degrees * sin(angle))
      })
  }
}

extension Coordinate {
  /// The place some degrees of latitude away in each direction, on the part of the world that maps
  /// show.
  func moved(east: Double, north: Double) -> Coordinate {
    Coordinate(
      latitude: min(max(latitude + north, -85), 85),
      longitude: min(max(longitude + east / max(cos(latitude * .pi / 180), 0.01), -180), 180))
  }
}
