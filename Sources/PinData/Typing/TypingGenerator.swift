import MapGeometry
import Statistics

/// A generator of people who type searches for places.
///
/// They type as people do on phones: mostly in lower case, often without accents, with mistakes of
/// which most are corrected, at their own speed. About half of the searches end with the search
/// key, the others with a tap on a row where there is one. A search has about fifteen keys.
public struct TypingGenerator: Hashable, Sendable {
  /// The number of people.
  public let people: Int
  /// The number of searches of each person.
  public let searchesPerPerson: Int
  /// The kinds of places that they look for.
  public let kinds: Place.Kinds
  /// The seed of the random numbers.
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

  /// The searches of people who look for places of the set; none where it has none of the
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

/// A person who makes one search after the other.
struct TypingPerson {
  private let number: Int
  private let places: SearchedPlaces
  private let habits: TypingHabits
  private let home: Int
  private var random: SplitMix64
  /// The beginning of the next search, in milliseconds of the person's day.
  private var start: Int
  private var searchesLeftInBurst: Int

  init(number: Int, places: SearchedPlaces, random: SplitMix64) {
    var random = random
    self.number = number
    self.places = places
    habits = TypingHabits(&random)
    home = places.city(&random)
    start = Int(random.number(in: 1_000...60_000))
    searchesLeftInBurst = 2 + random.index(below: 5)
    self.random = random
  }

  /// The share of the searches with a city's name in which the map shows another place. A guess.
  private static let elsewhereShare = 0.6

  mutating func nextSearch() -> TypedSearch {
    let isAtHome = random.chance(0.75)
    let city = isAtHome ? home : places.city(&random)
    let wanted = places.place(inCity: city, &random)
    let form = QueryForm.drawn(for: places.places[wanted], &random)
    // Who names the city often does so because the map shows another.
    let isElsewhere = form.namesCity && random.chance(Self.elsewhereShare)
    let shown = isElsewhere ? places.place(inCity: places.city(&random), &random) : wanted
    let region = region(around: places.places[shown].coordinate)
    let ending: TypedSearch.Ending = random.chance(0.5) ? .submit : .selectCompletion
    let hand = typing(places.places[wanted], form)
    random = hand.random
    // Reading the rows takes longer than finding the search key.
    let endingDelay =
      ending == .submit ? random.number(in: 300...1_000) : random.number(in: 700...2_500)
    let endingTime = hand.time + Int(endingDelay)
    let search = TypedSearch(
      person: number, start: Int64(start) * 1_000_000, region: region, wanted: wanted,
      keystrokes: hand.keystrokes, ending: ending, endingTime: Int64(endingTime) * 1_000_000)
    start += endingTime + pause()
    return search
  }

  /// Milliseconds until the next search: 5 to 90 s, mostly short; after two to six searches 20 to
  /// 120 minutes.
  private mutating func pause() -> Int {
    searchesLeftInBurst -= 1
    let share = random.unit()
    guard searchesLeftInBurst == 0 else { return 5_000 + Int(85_000 * (share * share)) }
    searchesLeftInBurst = 2 + random.index(below: 5)
    return 1_200_000 + Int(6_000_000 * share)
  }

  // MARK: - Typing

  private mutating func typing(_ place: Place, _ form: QueryForm) -> TypingHand {
    let query = habits.spelling(of: form.text(for: place, &random), &random)
    let change = random.unit()
    let otherQuery = change < 0.02 ? otherQuery(for: place) : ""
    var hand = TypingHand(
      habits: habits, time: Int(random.number(in: 300...1_500)), random: random)
    if change < 0.02 {
      // Begins with other words and thinks again.
      hand.type(otherQuery)
      hand.holdDelete(downTo: 0)
    } else if change < 0.05 {
      // Is not sure of the last word and types it again.
      hand.type(query)
      hand.holdDelete(downTo: hand.countBeforeLastWord)
    }
    hand.type(query)
    return hand
  }

  private mutating func otherQuery(for place: Place) -> String {
    let form = QueryForm.drawn(for: place, &random)
    return habits.spelling(of: form.text(for: place, &random), &random)
  }

  // MARK: - The map

  /// The region that the map shows: a square, because the keyboard covers the lower half of the
  /// screen, 1 to 15 km wide, with a place in it, mostly the wanted one. Of 100 searches the place
  /// is within a tenth of the width from the centre in 30, anywhere in 50, near an edge in 20.
  private mutating func region(around place: Coordinate) -> Region {
    let size = random.unit()
    let metres = 1_000 + 14_000 * (size * size)
    let ideal = Region(center: place, latitudinalMeters: metres, longitudinalMeters: metres)
    let latitudeDelta = min(Self.rounded(ideal.span.latitudeDelta), 180)
    let longitudeDelta = min(Self.rounded(ideal.span.longitudeDelta), 360)
    let (x, y) = offset()
    let latitude = Self.rounded(place.latitude + y * latitudeDelta)
    var longitude = Self.rounded(place.longitude + x * longitudeDelta)
    if longitude > 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    return Region(
      center: Coordinate(
        latitude: min(max(latitude, -90), 90), longitude: Self.rounded(longitude)),
      span: CoordinateSpan(latitudeDelta: latitudeDelta, longitudeDelta: longitudeDelta))
  }

  /// From the wanted place to the centre, in widths of the region: less than half.
  private mutating func offset() -> (x: Double, y: Double) {
    let share = random.unit()
    let reach = share < 0.3 ? 0.1 : 0.45
    var x = random.number(in: -reach...reach)
    var y = random.number(in: -reach...reach)
    if share >= 0.8 {
      let edge = random.number(in: 0.4...0.48)
      switch random.index(below: 4) {
      case 0: x = edge
      case 1: x = -edge
      case 2: y = edge
      default: y = -edge
      }
    }
    return (x, y)
  }

  /// To a millionth of a degree, so that the last digits of the C library's sine do not matter.
  private static func rounded(_ degrees: Double) -> Double {
    (degrees * 1e6).rounded() / 1e6
  }
}

/// The places of a set, by city and then by kind: the order in which a person decides.
struct SearchedPlaces {
  /// Positions in the set.
  struct City {
    var pointsOfInterest: [Int] = []
    var addresses: [Int] = []
    var physicalFeatures: [Int] = []

    var count: Int { pointsOfInterest.count + addresses.count + physicalFeatures.count }
  }

  let places: [Place]
  /// The city with the most places first; of equal ones the one that the set names first.
  private let cities: [City]
  private let ranks: ZipfDistribution

  init(_ set: PlaceSet, kinds: Place.Kinds) {
    places = set.places
    var numbers: [String: Int] = [:]
    var cities: [City] = []
    for (index, place) in set.places.enumerated()
    where place.coordinate.isValid && kinds.contains(place.kind) {
      let number = numbers[place.city] ?? cities.count
      if number == cities.count {
        numbers[place.city] = number
        cities.append(City())
      }
      switch place.classification {
      case .pointOfInterest: cities[number].pointsOfInterest.append(index)
      case .address: cities[number].addresses.append(index)
      case .physicalFeature: cities[number].physicalFeatures.append(index)
      }
    }
    self.cities = cities.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.map(\.element)
    ranks = ZipfDistribution(count: cities.count)
  }

  var isEmpty: Bool { cities.isEmpty }

  /// Returns the rank of a city by size, from 0: the first is twice as likely as the second.
  func city(_ random: inout SplitMix64) -> Int {
    ranks.draw(&random)
  }

  /// A place in a city: of 100 places 70 are points of interest, 20 addresses and 10 physical
  /// features, where the city has them; of two that come to mind the better known.
  func place(inCity city: Int, _ random: inout SplitMix64) -> Int {
    let city = cities[city]
    let kind = random.unit()
    let (first, second) = (random.unit(), random.unit())
    let wished =
      kind < 0.7 ? city.pointsOfInterest : kind < 0.9 ? city.addresses : city.physicalFeatures
    let candidates =
      [wished, city.pointsOfInterest, city.addresses, city.physicalFeatures]
      .first { !$0.isEmpty } ?? []
    let one = candidates[Int(first * Double(candidates.count))]
    let other = candidates[Int(second * Double(candidates.count))]
    return places[one].prominence >= places[other].prominence ? one : other
  }
}
