import Statistics

/// A form in which a person words the place that they want.
enum QueryForm: CaseIterable {
  case name
  case partOfName
  case nameAndCity
  /// Any place of the category would do: "coffee".
  case category
  case categoryAndCity
  case street
  case streetAndCity

  /// One of the forms that suit the place.
  ///
  /// Points of interest: of 100 searches 25 name them, 25 in part, 10 with the city, 28 name their
  /// category, 12 with the city. Addresses: 60 name street and number, 20 the city, too, 20 only
  /// the street. Physical features: their name. The shares are guesses.
  static func drawn(for place: Place, _ random: inout SplitMix64) -> QueryForm {
    let share = random.unit()
    switch place.classification {
    case .physicalFeature: return .name
    case .address: return share < 0.6 ? .name : share < 0.8 ? .streetAndCity : .street
    case .pointOfInterest:
      switch share {
      case ..<0.25: return .name
      case ..<0.50: return .partOfName
      case ..<0.60: return .nameAndCity
      case ..<0.88: return .category
      default: return .categoryAndCity
      }
    }
  }

  /// True if the words say in which city the place is.
  var namesCity: Bool {
    switch self {
    case .nameAndCity, .categoryAndCity, .streetAndCity: true
    case .name, .partOfName, .category, .street: false
    }
  }

  /// The words, with capital letters and accents as in the place's name.
  func text(for place: Place, _ random: inout SplitMix64) -> String {
    let text =
      switch self {
      case .name where place.classification == .address: Self.address(of: place, &random)
      case .name: place.name
      case .partOfName: Self.part(of: place.name, &random)
      case .nameAndCity: place.name + " " + place.city
      case .category: Self.categoryWords(of: place, &random)
      case .categoryAndCity: Self.categoryWords(of: place, &random) + " " + place.city
      case .street: place.street.isEmpty ? place.name : place.street
      case .streetAndCity: Self.address(of: place, &random) + " " + place.city
      }
    let trimmed = text.split(separator: " ").joined(separator: " ")
    // A set made by hand may have places without a name.
    return trimmed.isEmpty ? "place" : trimmed
  }

  /// Street and number; 3 of 10 people type them in the reverse order.
  private static func address(of place: Place, _ random: inout SplitMix64) -> String {
    guard random.chance(0.3), !place.street.isEmpty, !place.houseNumber.isEmpty else {
      return place.name
    }
    return place.name.hasPrefix(place.houseNumber)
      ? place.street + " " + place.houseNumber : place.houseNumber + " " + place.street
  }

  /// A name without its last or its first word; the first half of a single one.
  private static func part(of name: String, _ random: inout SplitMix64) -> String {
    let dropsLast = random.chance(0.7)
    let words = name.split(separator: " ").filter { $0 != "&" }
    guard words.count > 1 else { return String(name.prefix(max(name.count / 2, 3))) }
    return (dropsLast ? words.dropLast() : words.dropFirst()).joined(separator: " ")
  }

  /// The words for the category, half of the time the usual ones.
  private static func categoryWords(of place: Place, _ random: inout SplitMix64) -> String {
    let words = place.category?.searchWords ?? [place.name]
    return random.chance(0.5) ? words[0] : random.element(of: words)
  }
}
