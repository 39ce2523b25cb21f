import PinData
import Statistics

/// How somebody asks for a place.
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

  /// Whether the question is what an unfinished text could become.
  var isUnfinished: Bool { self == .oneLetter || self == .fragment }

  /// Whether a region can be added to the question.
  var hasRegion: Bool { self != .nearestAddress }

  /// Whether looking for places that have all words makes sense.
  var suitsScan: Bool { self != .misspelt && self != .structured }

  /// Whether the wanted place has all words that are asked for.
  var isExact: Bool { suitsScan && !isUnfinished && self != .nearestAddress }

  /// Whether a place can be asked for so.
  func suits(_ place: Place) -> Bool {
    switch self {
    case .address, .nearestAddress: place.kind == .address
    case .partOfName: place.kind == .pointOfInterest && place.name.contains(" ")
    case .misspelt: place.kind == .pointOfInterest && Misspelling(of: place.name) != nil
    default: place.kind == .pointOfInterest
    }
  }

  /// The words for a place that suits.
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
