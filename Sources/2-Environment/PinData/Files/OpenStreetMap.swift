/// The classifications of the categories and tags in files.
enum PlaceClassifications {
  /// The classification by an OpenStreetMap tag; `nil` for an unknown one.
  static func classification(of tag: PlaceProperty, value: String) -> Place.Classification? {
    if let known = byTag[tag]?[value] { return known }
    return tag == .shop ? .pointOfInterest(.store) : nil
  }

  /// The classification by a category that is written as by MapKit, by people or as a tag.
  static func classification(ofCategory category: String) -> Place.Classification? {
    if let known = byName[category] { return known }
    let parts = category.split(separator: "=")
    if parts.count == 2 {
      let tag = PlaceProperty.tags.first { $0.names.contains(String(parts[0])) }
      return tag.flatMap { classification(of: $0, value: String(parts[1])) }
    }
    var name = category.lowercased()
    name.removeAll { $0 == " " || $0 == "_" || $0 == "-" }
    let prefix = "mkpoicategory"
    if name.hasPrefix(prefix) { name.removeFirst(prefix.count) }
    return byName[name]
  }

  private static let byTag: [PlaceProperty: [String: Place.Classification]] = Dictionary(
    uniqueKeysWithValues: PlaceProperty.tags.map { ($0, $0.classifications) })

  /// MapKit's names in lower case, then the values of tags; of equal ones the first key's.
  private static let byName: [String: Place.Classification] = {
    var names: [String: Place.Classification] = [:]
    for category in PointOfInterestCategory.allCases {
      names[category.rawValue.lowercased()] = .pointOfInterest(category)
    }
    for feature in PhysicalFeature.allCases { names[feature.rawValue] = .physicalFeature(feature) }
    for tag in PlaceProperty.tags {
      names.merge(tag.classifications) { earlier, _ in earlier }
    }
    return names
  }()
}

extension PlaceProperty {
  /// The classifications by the common values of an OpenStreetMap key.
  var classifications: [String: Place.Classification] {
    PlaceWords.all.tags[names[0], default: [:]].mapValues { name in
      PhysicalFeature(rawValue: name).map { .physicalFeature($0) }
        ?? .pointOfInterest(PlaceWords.found(PointOfInterestCategory(rawValue: name), name))
    }
  }
}
