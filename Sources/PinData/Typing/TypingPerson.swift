import MapGeometry

/// A person who makes one search after the other.
struct TypingPerson {
  private let number: Int
  private let places: SearchedPlaces
  private let habits: TypingHabits
  private let home: Int
  private var random: SplitMix64
  /// When the next search begins, in milliseconds of the person's day.
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

  /// What the map shows: a square, because the keyboard covers the lower half of the screen, 1 to
  /// 15 km wide, with a place in it, mostly the wanted one. Of 100 searches the place is within a tenth of the
  /// width from the centre in 30, anywhere in 50, near an edge in 20.
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
