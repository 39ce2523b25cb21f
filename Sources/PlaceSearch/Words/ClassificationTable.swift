import PinData

/// The numbers of the classifications in an index.
enum ClassificationTable {
  static let all: [Place.Classification] =
    [.address] + PointOfInterestCategory.allCases.map { .pointOfInterest($0) }
    + PhysicalFeature.allCases.map { .physicalFeature($0) }
}

extension Place.Classification {
  /// The name under which an index's file knows it.
  var name: String {
    switch self {
    case .address: "address"
    case .pointOfInterest(let category): "pointOfInterest." + category.rawValue
    case .physicalFeature(let feature): "physicalFeature." + feature.rawValue
    }
  }

  /// What people type for places of the kind; nothing for an address.
  var searchWords: [String] {
    switch self {
    case .address: []
    case .pointOfInterest(let category): category.searchWords
    case .physicalFeature(let feature): feature.searchWords
    }
  }

  /// The tokens that a search's filters look for.
  var filterTokens: [String] {
    switch self {
    case .address: [IndexToken.kind(.address)]
    case .pointOfInterest(let category):
      [IndexToken.kind(.pointOfInterest), IndexToken.category(category)]
    case .physicalFeature: [IndexToken.kind(.physicalFeature)]
    }
  }
}
