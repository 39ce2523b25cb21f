import MapGeometry
import TestSupport

extension SeededGenerator {
  /// A valid coordinate of any kind that a search may start from: anywhere on the sphere, at a pin,
  /// beside one, opposite to one, on the antimeridian, at a pole, and close to either.
  mutating func place(near points: [MapPoint]) -> Coordinate {
    let anywhere = Coordinate(
      latitude: double(in: -90...90), longitude: double(in: -180...180))
    let pin = points.randomElement(using: &self)?.coordinate ?? anywhere
    let step = pow10(int(in: -9...1))
    switch int(in: 0...8) {
    case 0: return pin
    case 1:
      return Coordinate(
        latitude: min(max(pin.latitude + step * double(in: -1...1), -90), 90),
        longitude: min(max(pin.longitude + step * double(in: -1...1), -180), 180))
    case 2:
      return Coordinate(
        latitude: -pin.latitude,
        longitude: pin.longitude > 0 ? pin.longitude - 180 : pin.longitude + 180)
    case 3:
      return Coordinate(latitude: pin.latitude, longitude: Bool.random(using: &self) ? 180 : -180)
    case 4:
      let side: Double = Bool.random(using: &self) ? 1 : -1
      return Coordinate(latitude: pin.latitude, longitude: side * (180 - min(step, 1)))
    case 5:
      return Coordinate(
        latitude: Bool.random(using: &self) ? 90 : -90, longitude: anywhere.longitude)
    case 6:
      let side: Double = Bool.random(using: &self) ? 1 : -1
      return Coordinate(latitude: side * (90 - min(step, 6)), longitude: anywhere.longitude)
    default: return anywhere
    }
  }

  /// A distance in metres: none, between a micrometre and around the earth, without end, and
  /// exactly or just short of that of a pin.
  mutating func distance(from place: Coordinate, to points: [MapPoint]) -> Double {
    let pin = points.randomElement(using: &self)?.coordinate ?? place
    switch int(in: 0...7) {
    case 0: return 0
    case 1: return .infinity
    case 2: return place.greatCircleDistance(to: pin)
    case 3: return place.greatCircleDistance(to: pin).nextDown
    case 4: return double(in: 0...20_015_200)
    default: return pow10(int(in: -6...6)) * double(in: 1...10)
    }
  }

  private func pow10(_ exponent: Int) -> Double {
    (0..<abs(exponent)).reduce(1.0) { power, _ in exponent < 0 ? power / 10 : power * 10 }
  }
}
