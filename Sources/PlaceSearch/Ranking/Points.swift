/// What matches are worth. Integers, so that an order is the same on each machine.
enum Points {
  static let nameEquals = 1000
  static let nameBegins = 900
  static let nameContains = 800
  /// Of a word, where not all words are in the name: the mean over the words counts.
  static let wordInName = 700
  static let wordInStreet = 500
  static let wordInCity = 300
  static let wordInCategory = 200

  /// Makes a place inside of the region better than one outside: of two, only a name that is the
  /// whole query outside beats a place inside of which nothing but the category matches.
  static let insideRegion = 720

  /// Off for each more frequent correction of a misspelt word.
  static let rarerCorrection = 10
  static let mostForCorrections = 90

  /// A word's rarity counts more than all else where places match some of the words only.
  static let rarityFactor = 2000

  /// How rare a word is: 16 times the logarithm to the base 2 of the share of places that do not
  /// need it, piecewise linear between the powers of two, so that no logarithm is taken.
  static func rarity(frequency: Int, of count: Int) -> Int {
    let ratio = (count << 8) / max(frequency, 1)
    guard ratio >= 256 else { return 1 }
    let exponent = Int.bitWidth - 1 - ratio.leadingZeroBitCount
    let fraction = (ratio >> (exponent - 4)) & 15
    // Common words are worth a little too.
    return 1 + (exponent - 8) * 16 + fraction
  }
}
