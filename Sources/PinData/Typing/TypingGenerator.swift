/// Makes up people who type searches for places.
///
/// They type as people do on phones: mostly in lower case, often without accents, with mistakes of
/// which most are corrected, at their own speed. About half of the searches end with the search
/// key, the others with a tap on a row where there is one. A search has about fifteen keys.
public struct TypingGenerator: Hashable, Sendable {
  /// How many people search.
  public let people: Int
  /// How often each of them does.
  public let searchesPerPerson: Int
  /// What kinds of places they look for.
  public let kinds: Place.Kinds
  public let seed: UInt64

  /// - Precondition: neither number is negative.
  public init(people: Int, searchesPerPerson: Int, kinds: Place.Kinds = .all, seed: UInt64) {
    precondition(people >= 0, "A number of people is not negative.")
    precondition(searchesPerPerson >= 0, "A number of searches is not negative.")
    self.people = people
    self.searchesPerPerson = searchesPerPerson
    self.kinds = kinds
    self.seed = seed
  }

  /// What the people type who look for places of the set; nothing where it has none of the
  /// kinds.
  ///
  /// Each search has a wanted place: of a large city rather than of a small one (by Zipf's law;
  /// each person has a home city), in the map's region, which is 1 to 15 km wide, unless the words
  /// name the city: then the map shows another place in six of ten searches. The next search
  /// of a person begins at least 5 s after the end of the one before. All times are whole
  /// milliseconds.
  ///
  /// The same arguments give the same trace on every machine. What a person types does not depend
  /// on how many people there are, nor on how often they search afterwards. Takes
  /// O(places + keystrokes) time.
  public func trace(over places: PlaceSet) -> TypingTrace {
    let searched = SearchedPlaces(places, kinds: kinds)
    guard !searched.isEmpty else { return TypingTrace(searches: []) }
    // Through the generator once, so that the people of neighbouring seeds share no stream.
    var seeds = SplitMix64(seed: seed &+ 0x5EED_0004)
    let streamSeed = seeds.next()
    var searches: [TypedSearch] = []
    searches.reserveCapacity(people * searchesPerPerson)
    for number in 0..<people {
      var person = TypingPerson(
        number: number, places: searched,
        random: SplitMix64(seed: streamSeed &+ UInt64(number) &* 0xD134_2543_DE82_EF95))
      for _ in 0..<searchesPerPerson { searches.append(person.nextSearch()) }
    }
    return TypingTrace(searches: searches)
  }
}
