import MapGeometry

/// Where generated pins lie. The raw value is the name in scenario files.
///
/// Generators use no function of the C library's mathematics, so a count and a seed give the same
/// bytes on every machine. Fewer pins are a prefix of more pins with the same seed.
public enum PinGenerator: String, CaseIterable, Hashable, Sendable, Codable {
  /// Places of people: dense cities of very different sizes, roads between them, and a thin rest
  /// over the whole world. The usual choice.
  case cities
  /// One city of some 10 km across: a dense middle, quarters, thin outskirts.
  case city
  /// Spread evenly over longitudes and latitudes up to ±85: no clusters at all.
  case uniform
  /// On one straight line in longitude and latitude: hard on indexes that split space in halves.
  case line
  /// All at one and the same place: no zoom level pulls them apart.
  case identical
  /// Around islands on both sides of the 180th meridian, some exactly on it.
  case antimeridian

  /// The first `count` pins of the distribution with a seed. Takes O(count) time.
  ///
  /// - Precondition: `count` is not negative.
  public func pins(count: Int, seed: UInt64) -> PinSet {
    precondition(count >= 0, "A number of pins is not negative.")
    let coordinates =
      switch self {
      case .cities: Self.cities(count: count, seed: seed)
      case .city: Self.city(count: count, seed: seed)
      case .uniform: Self.uniform(count: count, seed: seed)
      case .line: Self.line(count: count, seed: seed)
      case .identical: Self.identical(count: count)
      case .antimeridian: Self.antimeridian(count: count, seed: seed)
      }
    return PinSet(coordinates: coordinates)
  }
}
