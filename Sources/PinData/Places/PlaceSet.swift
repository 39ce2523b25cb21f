/// The places of a world; a place is named by its position in the set.
public struct PlaceSet: Hashable, Sendable {
  public let places: [Place]

  public init(places: [Place]) {
    self.places = places
  }

  public var count: Int { places.count }
}
