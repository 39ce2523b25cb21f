import Clustering

/// A place that people search for: a point of interest, an address, or a physical feature.
public struct Place: Hashable, Sendable {
  /// The kind of a place, as far as a search distinguishes them.
  public enum Classification: Hashable, Sendable {
    /// A business or an institution of a category.
    case pointOfInterest(PointOfInterestCategory)
    /// A house at a street.
    case address
    /// A feature of nature.
    case physicalFeature(PhysicalFeature)
  }

  /// The name that people say: of an address its street and house number.
  public let name: String
  /// The kind of place.
  public let classification: Classification
  /// The street without the house number; empty where there is none.
  public let street: String
  /// Empty where there is none.
  public let houseNumber: String
  /// Empty where it is not known.
  public let city: String
  /// The place's position.
  public let coordinate: Coordinate
  /// The prominence from 0 to 100; of two equals, engines show the more prominent one first.
  public let prominence: Int

  /// Creates a place.
  public init(
    name: String, classification: Classification, street: String = "", houseNumber: String = "",
    city: String = "", coordinate: Coordinate, prominence: Int = 0
  ) {
    self.name = name
    self.classification = classification
    self.street = street
    self.houseNumber = houseNumber
    self.city = city
    self.coordinate = coordinate
    self.prominence = prominence
  }

  /// The kinds of places that a search can be restricted to, as `MKLocalSearch.ResultType`.
  public struct Kinds: OptionSet, Hashable, Sendable {
    /// The bits of the option set.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Houses at streets.
    public static let address = Kinds(rawValue: 1 << 0)
    /// Businesses and institutions.
    public static let pointOfInterest = Kinds(rawValue: 1 << 1)
    /// Features of nature.
    public static let physicalFeature = Kinds(rawValue: 1 << 2)
    /// Every kind of place.
    public static let all: Kinds = [.address, .pointOfInterest, .physicalFeature]
  }

  /// The one kind that the place is of.
  public var kind: Kinds { classification.kind }

  /// The category of a point of interest; `nil` for other places.
  public var category: PointOfInterestCategory? {
    if case .pointOfInterest(let category) = classification { category } else { nil }
  }
}

extension Place.Classification {
  /// The one kind that places of the classification are of.
  public var kind: Place.Kinds {
    switch self {
    case .pointOfInterest: .pointOfInterest
    case .address: .address
    case .physicalFeature: .physicalFeature
    }
  }
}

/// A set of places; a place is named by its position in the set.
public struct PlaceSet: Hashable, Sendable {
  /// The places; a place is identified by its index.
  public let places: [Place]

  /// Creates a set of places.
  public init(places: [Place]) { self.places = places }

  /// The number of places.
  public var count: Int { places.count }
}
