import PinData
import Platform
import Support

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

  /// One of the forms that suit the place; of a physical feature always its name.
  static func drawn(
    for place: Place, _ profile: PlatformProfile, _ random: inout SplitMix64
  ) -> QueryForm {
    var share = random.unit()
    let forms: [(form: QueryForm, share: Double)]
    switch place.classification {
    case .physicalFeature: return .name
    case .address:
      forms = [
        (.name, profile[.queryAddressShare]), (.streetAndCity, profile[.queryAddressCityShare]),
      ]
    case .pointOfInterest:
      forms = [
        (.name, profile[.queryNameShare]), (.partOfName, profile[.queryPartShare]),
        (.nameAndCity, profile[.queryNameCityShare]), (.category, profile[.queryCategoryShare]),
      ]
    }
    for (form, part) in forms {
      if share < part { return form }
      share -= part
    }
    return place.classification == .address ? .street : .categoryAndCity
  }

  /// Indicates whether the words say in which city the place is.
  var namesCity: Bool {
    switch self {
    case .nameAndCity, .categoryAndCity, .streetAndCity: true
    case .name, .partOfName, .category, .street: false
    }
  }

  /// The words, with capital letters and accents as in the place's name.
  func text(
    for place: Place, _ profile: PlatformProfile, _ random: inout SplitMix64
  ) -> String {
    let text =
      switch self {
      case .name where place.classification == .address: Self.address(of: place, profile, &random)
      case .name: place.name
      case .partOfName: Self.part(of: place.name, profile, &random)
      case .nameAndCity: place.name + " " + place.city
      case .category: Self.categoryWords(of: place, profile, &random)
      case .categoryAndCity: Self.categoryWords(of: place, profile, &random) + " " + place.city
      case .street: place.street.isEmpty ? place.name : place.street
      case .streetAndCity: Self.address(of: place, profile, &random) + " " + place.city
      }
    let trimmed = text.split(separator: " ").joined(separator: " ")
    // A set made by hand may have places without a name.
    return trimmed.isEmpty ? "place" : trimmed
  }

  /// Street and number; some people type them in the reverse order.
  private static func address(
    of place: Place, _ profile: PlatformProfile, _ random: inout SplitMix64
  ) -> String {
    guard random.chance(profile[.numberReversedShare]), !place.street.isEmpty,
      !place.houseNumber.isEmpty
    else {
      return place.name
    }
    return place.name.hasPrefix(place.houseNumber)
      ? place.street + " " + place.houseNumber : place.houseNumber + " " + place.street
  }

  /// A name without its last or its first word; the beginning of a single one, at least three
  /// letters.
  private static func part(
    of name: String, _ profile: PlatformProfile, _ random: inout SplitMix64
  ) -> String {
    let dropsLast = random.chance(profile[.partDropsLastShare])
    let words = name.split(separator: " ").filter { $0 != "&" }
    guard words.count > 1 else {
      return String(name.prefix(max(Int(Double(name.count) * profile[.partOfWordShare]), 3)))
    }
    return (dropsLast ? words.dropLast() : words.dropFirst()).joined(separator: " ")
  }

  /// The words for the category, often the usual ones.
  private static func categoryWords(
    of place: Place, _ profile: PlatformProfile, _ random: inout SplitMix64
  ) -> String {
    let words = place.category?.searchWords ?? [place.name]
    return random.chance(profile[.usualWordShare]) ? words[0] : random.element(of: words)
  }
}
