import PinData
import Support

/// A kind of query for a place.
enum QueryKind: String, CaseIterable {
  case fullName = "full name"
  case partOfName = "part of a name"
  case category
  case categoryAndCity = "category + city"
  case address
  case misspelt
  case structured = "category:x city:y"
  case oneLetter = "one letter, suggestions"
  case fragment = "fragment, suggestions"
  case nearestAddress = "nearest address"

  /// Indicates whether the query is for completions of an unfinished text.
  var isUnfinished: Bool { self == .oneLetter || self == .fragment }

  /// Indicates whether the query can have a region.
  var hasRegion: Bool { self != .nearestAddress }

  /// Indicates whether a search for places with all words makes sense.
  var suitsScan: Bool { self != .misspelt && self != .structured }

  /// Indicates whether the wanted place has all words of the query.
  var isExact: Bool { suitsScan && !isUnfinished && self != .nearestAddress }

  /// Returns whether this kind of query is possible for a place.
  func suits(_ place: Place) -> Bool {
    switch self {
    case .address, .nearestAddress: place.kind == .address
    case .partOfName: place.kind == .pointOfInterest && place.name.contains(" ")
    case .misspelt: place.kind == .pointOfInterest && Misspelling(of: place.name) != nil
    default: place.kind == .pointOfInterest
    }
  }

  /// The words of the query for a suitable place.
  func text(for place: Place, _ random: inout SplitMix64) -> String {
    let categoryWords = place.category?.searchWords.first ?? place.name
    switch self {
    case .fullName: return place.name
    case .partOfName:
      return place.name.split(separator: " ").dropLast().joined(separator: " ")
    case .category: return categoryWords
    case .categoryAndCity: return categoryWords + " " + place.city
    case .address, .nearestAddress: return place.name + " " + place.city
    case .misspelt: return Misspelling(of: place.name)?.text ?? place.name
    case .structured: return "category:\(categoryWords) city:\(place.city)"
    case .oneLetter: return place.name.prefix(1).lowercased()
    case .fragment:
      let length = 2 + Int(random.unit() * Double(max(1, place.name.count - 2)))
      return place.name.prefix(length).lowercased()
    }
  }
}
