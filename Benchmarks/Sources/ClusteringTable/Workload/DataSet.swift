import Clustering
import PinData
import Support

/// The distribution of the pins of a benchmark. The raw value is the name on the command line.
enum DataSet: String, CaseIterable, Hashable, Sendable {
  /// Cities, roads and few pins elsewhere: the generator's points with seed 0, for which
  /// supercluster's results are known.
  case cities
  /// Spread evenly over the world: nothing to cluster at high zooms.
  case uniform
  /// All in one city of a few kilometres: everything to cluster at low zooms.
  case city
  /// All at one place.
  case identical
  /// On one parallel.
  case horizontalLine = "horizontal-line"
  /// On one meridian.
  case verticalLine = "vertical-line"

  /// The first `count` pins. The same on every run; a smaller number is a prefix of a larger.
  func coordinates(count: Int) -> [Coordinate] {
    switch self {
    case .cities: PinGenerator.cities.pins(count: count, seed: 0).coordinates
    case .uniform: PinGenerator.uniform.pins(count: count, seed: 1).coordinates
    case .identical: PinGenerator.identical.pins(count: count, seed: 0).coordinates
    case .city:
      generate(count) { random in
        // Two kilometres of standard deviation.
        Coordinate(
          latitude: 52.52 + 0.02 * random.gaussian(), longitude: 13.40 + 0.03 * random.gaussian())
      }
    case .horizontalLine:
      generate(count) { random in
        Coordinate(latitude: 52.52, longitude: -180 + 360 * random.unit())
      }
    case .verticalLine:
      generate(count) { random in
        Coordinate(latitude: -85 + 170 * random.unit(), longitude: 13.40)
      }
    }
  }

  private func generate(
    _ count: Int, _ coordinate: (inout SplitMix64) -> Coordinate
  ) -> [Coordinate] {
    var random = SplitMix64(seed: 1)
    return (0..<count).map { _ in coordinate(&random) }
  }
}
