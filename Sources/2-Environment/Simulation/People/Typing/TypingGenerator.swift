import Clustering
import PinData
import Platform
import Support

/// A generator of people who type searches for places.
///
/// They type as people do on phones: mostly in lower case, often without accents, with mistakes of
/// which most are corrected, at their own speed. Some searches end with the search key, the others
/// with a tap on a row where there is one. A search has about fifteen keys. A profile has the
/// numbers, in the group ``ProfileParameter/Group/searching``.
public struct TypingGenerator: Hashable, Sendable {
  /// The number of people.
  public let people: Int
  /// The number of searches of each person.
  public let searchesPerPerson: Int
  /// The kinds of places that they look for.
  public let kinds: Place.Kinds
  /// The categories of the points of interest that they look for, and then for nothing else; empty
  /// for all places of the kinds.
  public let categories: Set<PointOfInterestCategory>
  /// The seed of the random numbers.
  public let seed: UInt64
  private let profile: PlatformProfile

  /// Creates a generator of people who behave as a profile assumes.
  ///
  /// - Precondition: neither number is negative, and the profile provides the group of people who
  ///   search.
  public init(
    people: Int, searchesPerPerson: Int, kinds: Place.Kinds = .all,
    categories: Set<PointOfInterestCategory> = [], seed: UInt64, profile: PlatformProfile
  ) {
    precondition(people >= 0, "The number of people must not be negative.")
    precondition(searchesPerPerson >= 0, "The number of searches must not be negative.")
    self.people = people
    self.searchesPerPerson = searchesPerPerson
    self.kinds = kinds
    self.categories = categories
    self.seed = seed
    self.profile = profile
    // All are read once, so that an analysis moves all of them, and not only those that the habits of
    // these people happen to need.
    for name in Self.parameters { _ = profile[name] }
  }

  /// The parameters of people who type, in the order of ``ProfileParameter/Name``.
  private static let parameters = ProfileParameter.Name.allCases
    .drop { $0 != .homeShare }.reversed().drop { $0 != .andWrittenShare }

  /// The searches of people who look for places of the set; none where it has none of the
  /// kinds.
  ///
  /// Each search has a wanted place: of a large city rather than of a small one (by Zipf's law;
  /// each person has a home city), in the map's region, unless the words name the city: then the
  /// map often shows another place. The next search of a person begins a pause after the end of the
  /// one before. All times are whole milliseconds.
  ///
  /// The same arguments give the same trace on every machine. What a person types does not depend
  /// on how many people there are, nor on how often they search afterwards. Takes
  /// O(places + keystrokes) time.
  public func trace(over places: PlaceSet) -> TypingTrace {
    let searched = SearchedPlaces(places, kinds: kinds, categories: categories)
    guard !searched.isEmpty else { return TypingTrace(searches: []) }
    // Through the generator once, so that the people of neighbouring seeds share no stream.
    var seeds = SplitMix64(seed: seed &+ 0x5EED_0004)
    let streamSeed = seeds.next()
    var searches: [TypedSearch] = []
    searches.reserveCapacity(people * searchesPerPerson)
    for number in 0..<people {
      var person = TypingPerson(
        number: number, places: searched, profile: profile,
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
  private let profile: PlatformProfile
  private let habits: TypingHabits
  private let home: Int
  private var random: SplitMix64
  /// The beginning of the next search, in milliseconds of the person's day.
  private var start: Int
  private var searchesLeftInBurst: Int

  init(
    number: Int, places: SearchedPlaces, profile: PlatformProfile, random: SplitMix64
  ) {
    var random = random
    self.number = number
    self.places = places
    self.profile = profile
    habits = TypingHabits(profile, &random)
    home = places.city(&random)
    // Not within the first second of a day, which is the app's.
    start = Int(random.number(in: 1_000...max(1_000, profile.milliseconds(.firstSearchMax))))
    searchesLeftInBurst = random.count(in: profile.countRange(.burstMin, .burstMax))
    self.random = random
  }

  mutating func nextSearch() -> TypedSearch {
    let isAtHome = random.chance(profile[.homeShare])
    let city = isAtHome ? home : places.city(&random)
    let wanted = places.place(inCity: city, profile, &random)
    let form = QueryForm.drawn(for: places.places[wanted], profile, &random)
    // Who names the city often does so because the map shows another.
    let isElsewhere = form.namesCity && random.chance(profile[.elsewhereShare])
    let shown =
      isElsewhere ? places.place(inCity: places.city(&random), profile, &random) : wanted
    let region = region(around: places.places[shown].coordinate)
    let ending: TypedSearch.Ending =
      random.chance(profile[.submitShare]) ? .submit : .selectCompletion
    let hand = typing(places.places[wanted], form)
    random = hand.random
    let endingDelay = random.number(
      in: ending == .submit
        ? profile.milliseconds(.submitDelayMin, .submitDelayMax)
        : profile.milliseconds(.tapDelayMin, .tapDelayMax))
    let endingTime = hand.time + Int(endingDelay)
    let search = TypedSearch(
      person: number, start: Int64(start) * 1_000_000, region: region, wanted: wanted,
      keystrokes: hand.keystrokes, ending: ending, endingTime: Int64(endingTime) * 1_000_000)
    start += endingTime + pause()
    return search
  }

  /// Milliseconds until the next search, mostly few; after some searches in a row a long time.
  private mutating func pause() -> Int {
    searchesLeftInBurst -= 1
    let share = random.unit()
    guard searchesLeftInBurst == 0 else {
      return Int(profile.milliseconds(.pauseMin, .pauseMax).value(at: share * share))
    }
    searchesLeftInBurst = random.count(in: profile.countRange(.burstMin, .burstMax))
    return Int(profile.milliseconds(.burstPauseMin, .burstPauseMax).value(at: share))
  }

  // MARK: - Typing

  private mutating func typing(_ place: Place, _ form: QueryForm) -> TypingHand {
    let query = habits.spelling(of: form.text(for: place, profile, &random), &random)
    let change = random.unit()
    let changesMind = change < profile[.changedMindShare]
    let otherQuery = changesMind ? otherQuery(for: place) : ""
    var hand = TypingHand(
      profile: profile, habits: habits,
      time: Int(random.number(in: profile.milliseconds(.thinkingMin, .thinkingMax))), random: random
    )
    if changesMind {
      // Begins with other words and thinks again.
      hand.type(otherQuery)
      hand.holdDelete(downTo: 0)
    } else if change < profile[.changedMindShare] + profile[.retypedShare] {
      // Is not sure of the last word and types it again.
      hand.type(query)
      hand.holdDelete(downTo: hand.countBeforeLastWord)
    }
    hand.type(query)
    return hand
  }

  private mutating func otherQuery(for place: Place) -> String {
    let form = QueryForm.drawn(for: place, profile, &random)
    return habits.spelling(of: form.text(for: place, profile, &random), &random)
  }

  // MARK: - The map

  /// The region that the map shows: a square, because the keyboard covers the lower half of the
  /// screen, with a place in it, mostly the wanted one: near the centre, anywhere, or near an edge.
  /// Narrow maps are more frequent than wide ones.
  private mutating func region(around place: Coordinate) -> Region {
    let size = random.unit()
    let metres = profile.range(.mapWidthMin, .mapWidthMax).value(at: size * size)
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

  /// Along each axis, a place that is anywhere on the map is within this part of its width from the
  /// centre, so that it is not cut off at the edge.
  private static let anywhereReach = 0.45

  /// From the wanted place to the centre, in widths of the region: less than half.
  private mutating func offset() -> (x: Double, y: Double) {
    let share = random.unit()
    let reach = share < profile[.centredShare] ? profile[.centredReach] : Self.anywhereReach
    var x = random.number(in: -reach...reach)
    var y = random.number(in: -reach...reach)
    if share >= 1 - profile[.edgeShare] {
      let edge = random.number(in: profile.range(.edgeMin, .edgeMax))
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

extension PlatformProfile {
  func milliseconds(_ name: ProfileParameter.Name) -> Double { self[name] / 1_000_000 }

  func milliseconds(
    _ min: ProfileParameter.Name, _ max: ProfileParameter.Name
  ) -> ClosedRange<Double> {
    let range = range(min, max)
    return range.lowerBound / 1_000_000...range.upperBound / 1_000_000
  }
}

extension SplitMix64 {
  /// Returns a count from a range, uniformly distributed.
  fileprivate mutating func count(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + index(below: range.count)
  }
}

extension ClosedRange<Double> {
  /// The number at a part of the way from the lower to the upper bound.
  fileprivate func value(at part: Double) -> Double {
    lowerBound + (upperBound - lowerBound) * part
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

  init(_ set: PlaceSet, kinds: Place.Kinds, categories: Set<PointOfInterestCategory>) {
    places = set.places
    var numbers: [String: Int] = [:]
    var cities: [City] = []
    for (index, place) in set.places.enumerated()
    where place.coordinate.isValid && kinds.contains(place.kind)
      && (categories.isEmpty || place.category.map(categories.contains) == true)
    {
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

  /// A place in a city, of a kind that the city has; of two that come to mind the better known.
  func place(
    inCity city: Int, _ profile: PlatformProfile, _ random: inout SplitMix64
  ) -> Int {
    let city = cities[city]
    let kind = random.unit()
    let (first, second) = (random.unit(), random.unit())
    let wished =
      kind < profile[.wantsPointShare]
      ? city.pointsOfInterest
      : kind < profile[.wantsPointShare] + profile[.wantsAddressShare]
        ? city.addresses : city.physicalFeatures
    let candidates =
      [wished, city.pointsOfInterest, city.addresses, city.physicalFeatures]
      .first { !$0.isEmpty } ?? []
    let one = candidates[Int(first * Double(candidates.count))]
    let other = candidates[Int(second * Double(candidates.count))]
    return places[one].prominence >= places[other].prominence ? one : other
  }
}
