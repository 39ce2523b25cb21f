/// How one person types.
struct TypingHabits {
  /// The usual time between two keys, in milliseconds.
  let interval: Double
  /// How likely a key is hit wrongly.
  let mistakeRate: Double
  /// How likely a search is typed in lower case, and without accents.
  private let lowerCaseShare: Double
  private let plainShare: Double

  /// Draws a person: 180 to 350 ms between keys, 1 to 5 of 100 keys wrong.
  ///
  /// Palin et al., "How do People Type on Mobile Devices?" (MobileHCI 2019), measured 36 words a
  /// minute on average, that is 330 ms a key; short queries are assumed to be typed faster than
  /// their sentences.
  init(_ random: inout SplitMix64) {
    interval = random.number(in: 180...350)
    mistakeRate = random.number(in: 0.01...0.05)
    lowerCaseShare = random.number(in: 0.7...1)
    plainShare = random.number(in: 0.5...1)
  }

  /// A query as this person types it.
  func spelling(of query: String, _ random: inout SplitMix64) -> String {
    var text = query
    let isPlain = random.chance(plainShare)
    let isLowerCase = random.chance(lowerCaseShare)
    let dropsApostrophes = random.chance(0.5)
    let writesAnd = random.chance(0.4)
    if isPlain { text = PlainLetters.text(of: text) }
    if isLowerCase { text = text.lowercased() }
    if dropsApostrophes { text.removeAll { $0 == "'" } }
    if writesAnd {
      text = text.split(separator: " ").map { $0 == "&" ? "and" : $0 }.joined(separator: " ")
    }
    return text.isEmpty ? query : text
  }
}
