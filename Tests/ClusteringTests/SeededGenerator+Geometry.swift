import MapGeometry
import TestSupport

extension SeededGenerator {
  mutating func double(in range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  mutating func int(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  mutating func point() -> MapPoint {
    let world = MapSize.world
    return MapPoint(x: double(in: 0...world.width), y: double(in: 0...world.height))
  }
}
