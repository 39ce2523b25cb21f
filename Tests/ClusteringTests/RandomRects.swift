import MapGeometry
import TestSupport

extension SeededGenerator {
  /// A rectangle of any kind that a map may ask for: small, wide, across the antimeridian on either
  /// side, wider than the world, off the world, without area, and with pins exactly on its edges.
  mutating func rect(near points: [MapPoint]) -> MapRect {
    let world = MapSize.world.width
    let width = world * exp2(double(in: -20...0.5))
    let height = world * exp2(double(in: -20...0.5))
    switch int(in: 0...7) {
    case 0:
      return MapRect(
        x: double(in: -world...world), y: double(in: -world...world), width: width, height: height)
    case 1:
      return MapRect(x: -width / 2, y: double(in: 0...world), width: width, height: height)
    case 2:
      return MapRect(x: world - width / 3, y: double(in: 0...world), width: width, height: height)
    case 3:
      return MapRect(x: double(in: -world...world), y: -height, width: 2 * world, height: world)
    case 4:
      return MapRect(center: pick(points), size: MapSize(width: width, height: height))
    case 5:
      return MapRect(origin: pick(points), size: MapSize(width: 0, height: 0))
    case 6:
      return rect(from: pick(points), to: pick(points))
    default:
      let line = MapSize(width: width, height: 0)
      return MapRect(origin: pick(points), size: line)
    }
  }

  private mutating func pick(_ points: [MapPoint]) -> MapPoint {
    points.randomElement(using: &self) ?? point()
  }

  private func rect(from one: MapPoint, to other: MapPoint) -> MapRect {
    let x = min(one.x, other.x)
    let y = min(one.y, other.y)
    return MapRect(x: x, y: y, width: abs(one.x - other.x), height: abs(one.y - other.y))
  }

  private func exp2(_ exponent: Double) -> Double {
    // Whole steps are close enough, and the same on every machine.
    var value = 1.0
    for _ in 0..<Int(abs(exponent)) { value *= exponent < 0 ? 0.5 : 2 }
    return value * (1 + abs(exponent).truncatingRemainder(dividingBy: 1))
  }
}
