import MapGeometry

/// The places of a set by their names.
struct NamedPlaces {
  private let places: PlaceSet
  /// Made when it is first needed: traces without wanted places do without.
  private lazy var positions: [String: [Int]] = Dictionary(
    grouping: places.places.indices, by: { [places] in places.places[$0].name })

  init(_ places: PlaceSet) {
    self.places = places
  }

  /// The nearest place of a name and its distance in metres; the first of equally near ones.
  mutating func nearest(
    named name: String, to coordinate: Coordinate
  ) -> (position: Int, distance: Double)? {
    var best: (position: Int, distance: Double)?
    for position in positions[name] ?? [] {
      let exact = places.places[position].coordinate.greatCircleDistance(to: coordinate)
      // To the millimetre: the last digits of the C library's sine must not decide.
      let distance = (exact * 1000).rounded() / 1000
      if distance < best?.distance ?? .infinity { best = (position, distance) }
    }
    return best
  }
}
