import Clustering
import PinData
import Platform
import Simulation
import TestSupport
import Testing

@Suite struct TypingGeneratorTests {
  private static let places = PlaceGenerator.places(count: 10_000, seed: 1)
  private static let trace = TypingGenerator(people: 100, searchesPerPerson: 10, seed: 3)
    .trace(over: places)

  private var searches: [TypedSearch] { Self.trace.searches }

  private func wantedPlace(_ search: TypedSearch) throws -> Place {
    Self.places.places[try #require(search.wanted)]
  }

  /// The searches of a person.
  private func own(_ person: Int) -> ArraySlice<TypedSearch> {
    searches[(person * 10)..<(person * 10 + 10)]
  }

  /// The times between a key and one after it that adds a character.
  private static func gapsBeforeTypedKeys(_ search: TypedSearch) -> [Int64] {
    zip(search.keystrokes, search.keystrokes.dropFirst())
      .filter { before, after in before.text.count < after.text.count }
      .map { before, after in after.time - before.time }
  }

  // MARK: - The same for everyone

  @Test(
    arguments: [
      (0, 18_190_372_868_453_747_497), (3, 13_034_276_894_928_000_231),
      (.max, 4_993_068_859_216_570_228),
    ] as [(UInt64, UInt64)])
  func theSameTraceOnEveryMachine(seed: UInt64, expected: UInt64) {
    let generator = TypingGenerator(people: 100, searchesPerPerson: 10, seed: seed)
    let trace = generator.trace(over: Self.places)
    #expect(checksum(trace.searches) == expected)
    #expect(trace == generator.trace(over: Self.places))
  }

  @Test func aPersonDoesNotDependOnHowManyThereAre() {
    let few = TypingGenerator(people: 7, searchesPerPerson: 10, seed: 3).trace(over: Self.places)
    #expect(few.searches == Array(searches.prefix(70)))
    let short = TypingGenerator(people: 7, searchesPerPerson: 4, seed: 3).trace(over: Self.places)
    let firstOnes = (0..<7).flatMap { person in own(person).prefix(4) }
    #expect(short.searches == firstOnes)
    for (people, count) in [(0, 5), (5, 0), (0, 0)] {
      let none = TypingGenerator(people: people, searchesPerPerson: count, seed: 3)
      #expect(none.trace(over: Self.places).searches.isEmpty)
    }
  }

  @Test func otherSeedsGiveOtherPeople() {
    let other = TypingGenerator(people: 100, searchesPerPerson: 10, seed: 4)
      .trace(over: Self.places).searches
    #expect(zip(other, searches).count { $0.wanted == $1.wanted } < 30)
    let people = (0..<100).map { searches[$0 * 10].region }
    #expect(Set(people).count == 100)
  }

  @Test func searchesAreByPersonAndNumberAboutFifteenKeys() {
    let persons = (0..<1000).map { $0 / 10 }
    #expect(searches.map(\.person) == persons)
    #expect((14_000...17_000).contains(Self.trace.keystrokeCount))
    #expect(searches.allSatisfy { !$0.finalText.isEmpty })
  }

  // MARK: - Times

  @Test func timesAscendAndSearchesDoNotOverlap() {
    for person in 0..<100 {
      for (search, next) in zip(own(person), own(person).dropFirst()) {
        let pause = next.start - (search.start + search.endingTime)
        #expect(pause >= 5_000_000_000)
      }
    }
    for search in searches {
      let times = [0] + search.keystrokes.map(\.time) + [search.endingTime]
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
      #expect(times.allSatisfy { $0 % 1_000_000 == 0 })
      #expect(search.start >= 0)
    }
  }

  @Test func peopleSearchInBurstsAtTheirOwnSpeed() {
    let pauses = zip(searches, searches.dropFirst()).filter { $0.person == $1.person }
      .map { Double($1.start - $0.start - $0.endingTime) / 1e9 }
    let short = pauses.count { $0 <= 90 }
    #expect(short > pauses.count * 6 / 10)
    #expect(short < pauses.count * 9 / 10)
    #expect(pauses.allSatisfy { $0 <= 90 || $0 >= 1200 })
    let speeds = (0..<100).map { person in
      let gaps = own(person).flatMap(Self.gapsBeforeTypedKeys)
      return Double(gaps.sorted()[gaps.count / 2]) / 1e6
    }
    #expect(speeds.allSatisfy { (150...450).contains($0) })
    #expect(speeds.contains { $0 < 240 } && speeds.contains { $0 > 320 })
  }

  // MARK: - Keys

  @Test func everyKeyChangesOneCharacterAtTheEnd() {
    for search in searches {
      let texts = [""] + search.keystrokes.map(\.text)
      let isTyped = zip(texts, texts.dropFirst()).allSatisfy { before, after in
        abs(before.count - after.count) == 1 && (after.hasPrefix(before) || before.hasPrefix(after))
      }
      #expect(isTyped)
    }
  }

  @Test func aHeldDeleteKeyRepeatsTwentyTimesASecond() {
    let runs = searches.map { search in
      zip(search.keystrokes, search.keystrokes.dropFirst()).count { before, after in
        after.text.count < before.text.count && after.time - before.time == 50_000_000
      }
    }
    #expect(runs.count { $0 > 0 } > 20)
    #expect(runs.count { $0 > 0 } < 150)
    #expect(runs.contains { $0 > 8 })
    // Nothing is typed as fast.
    let fastest = searches.flatMap(Self.gapsBeforeTypedKeys).min()
    #expect(fastest ?? 0 >= 60_000_000)
  }

  @Test func someMistakesAreCorrectedAndSomeStay() throws {
    var corrected = 0
    var stayed = 0
    for search in searches {
      let texts = search.keystrokes.map(\.text)
      let shrinks = zip(texts, texts.dropFirst()).contains { $0.count > $1.count }
      if shrinks { corrected += 1 }
      let place = try wantedPlace(search)
      if search.ending == .submit, !Self.spellings(of: place).contains(search.finalText) {
        stayed += 1
      }
    }
    #expect((100...400).contains(corrected))
    #expect((20...200).contains(stayed))
  }

  // MARK: - What is wanted

  @Test func theWantedPlaceIsMostlyInTheRegion() throws {
    var near = 0
    var atEdge = 0
    var elsewhere = 0
    for search in searches {
      let place = try wantedPlace(search).coordinate
      #expect(search.region.isValid)
      let (center, span) = (search.region.center, search.region.span)
      var x = abs(place.longitude - center.longitude)
      if x > 180 { x = 360 - x }
      x /= span.longitudeDelta
      let y = abs(place.latitude - center.latitude) / span.latitudeDelta
      guard x < 0.49 && y < 0.49 else {
        elsewhere += 1
        continue
      }
      if max(x, y) <= 0.1 { near += 1 }
      if max(x, y) >= 0.4 { atEdge += 1 }
      // As wide as a neighbourhood to a city.
      let equator = Region(
        center: Coordinate(center.latitude, 0), latitudinalMeters: 1000,
        longitudinalMeters: 1000)
      let kilometres = span.latitudeDelta / equator.span.latitudeDelta
      #expect(kilometres > 0.99 && kilometres < 15.01)
    }
    #expect((200...400).contains(near))
    #expect((170...420).contains(atEdge))
    // Six of ten of those who name the city, of whom some look at another part of it.
    #expect((60...160).contains(elsewhere))
  }

  @Test func allKindsAreWantedAndLargeCitiesMoreOften() throws {
    var kinds: [Place.Kinds.RawValue: Int] = [:]
    var cities: [String: Int] = [:]
    for search in searches {
      let place = try wantedPlace(search)
      kinds[place.kind.rawValue, default: 0] += 1
      cities[place.city, default: 0] += 1
    }
    #expect((600...800).contains(kinds[Place.Kinds.pointOfInterest.rawValue] ?? 0))
    #expect((130...270).contains(kinds[Place.Kinds.address.rawValue] ?? 0))
    #expect((50...160).contains(kinds[Place.Kinds.physicalFeature.rawValue] ?? 0))
    // The cities are of one size, so their rank is their order: the first is Zipf's largest.
    let first = Self.places.places.prefix(10).reduce(0) { $0 + (cities[$1.city] ?? 0) }
    #expect(first > 300)
    #expect(cities.count > 40)
  }

  @Test func aboutHalfOfTheSearchesAreSubmitted() {
    let submitted = searches.count { $0.ending == .submit }
    #expect((430...570).contains(submitted))
  }

  @Test func allFormsOfQueriesOccur() throws {
    var forms: [String: Int] = [:]
    for search in searches where search.ending == .submit {
      let place = try wantedPlace(search)
      for (form, spellings) in Self.forms(of: place) where spellings.contains(search.finalText) {
        forms[form, default: 0] += 1
      }
    }
    for form in [
      "name", "part", "name and city", "category", "category and city", "address",
      "address and city", "street", "number last", "feature",
    ] {
      #expect(forms[form] ?? 0 >= 5, "\(form)")
    }
  }

  @Test func mostIsLowerCaseAndManyAccentsAreDropped() throws {
    let lower = searches.count { $0.finalText == $0.finalText.lowercased() }
    #expect((750...970).contains(lower))
    let accented = try searches.filter { search in
      try wantedPlace(search).name.unicodeScalars.contains { (0xC0...0x24F).contains($0.value) }
    }
    let keeping = accented.count { search in
      search.finalText.unicodeScalars.contains { $0.value > 0x7F }
    }
    #expect(accented.count > 30)
    #expect(keeping > 0 && keeping < accented.count / 2)
  }

  // MARK: - Other people

  private static func searches(
    _ values: [ProfileParameter.Name: Double]
  ) -> [TypedSearch] {
    TypingGenerator(people: 100, searchesPerPerson: 10, seed: 3, profile: .sample(values))
      .trace(over: places).searches
  }

  @Test func peopleMayLookForSomeCategoriesOnly() throws {
    func searches(_ categories: Set<PointOfInterestCategory>) -> [TypedSearch] {
      TypingGenerator(
        people: 20, searchesPerPerson: 10, categories: categories, seed: 3, profile: .sample()
      ).trace(over: Self.places).searches
    }
    let parks = searches([.park])
    #expect(parks.count == 200)
    #expect(try parks.allSatisfy { try wantedPlace($0).category == .park })
    let either = Set(try searches([.park, .bank]).map { try wantedPlace($0).category })
    #expect(either == [.park, .bank])
  }

  @Test func theProfileSaysWhatPeopleWantAndSee() throws {
    let addresses = Self.searches([.wantsPointShare: 0, .wantsAddressShare: 1])
    #expect(try addresses.allSatisfy { try wantedPlace($0).kind == .address })
    let atHome = Self.searches([.homeShare: 1])
    let homes = try Dictionary(grouping: atHome, by: \.person).mapValues { searches in
      Set(try searches.map { try wantedPlace($0).city }).count
    }
    #expect(homes.values.allSatisfy { $0 == 1 })
    let centred = Self.searches([
      .elsewhereShare: 0, .centredShare: 1, .centredReach: 0, .edgeShare: 0,
    ])
    #expect(
      try centred.allSatisfy {
        try abs($0.region.center.latitude - wantedPlace($0).coordinate.latitude) < 1e-6
      })
    let wide = Self.searches([.mapWidthMin: 40_000, .mapWidthMax: 60_000])
    #expect(wide.allSatisfy { $0.region.span.latitudeDelta > 0.3 })
  }

  @Test func theProfileSaysHowPeopleType() throws {
    let careful = Self.searches([
      .mistakeRateMin: 0, .mistakeRateMax: 0, .changedMindShare: 0, .retypedShare: 0,
      .keyIntervalFloor: 400e6,
    ])
    for search in careful {
      let lengths = search.keystrokes.map(\.text.count)
      #expect(lengths == Array(1...lengths.count))
      #expect(Self.gapsBeforeTypedKeys(search).allSatisfy { $0 >= 400_000_000 })
    }
    let indecisive = Self.searches([.changedMindShare: 1, .submitShare: 1])
    #expect(indecisive.allSatisfy { $0.ending == .submit })
    #expect(indecisive.allSatisfy { $0.keystrokes.contains { $0.text.isEmpty } })
    let exact = Self.searches([
      .mistakeRateMin: 0, .mistakeRateMax: 0, .queryNameShare: 1, .wantsPointShare: 1,
      .plainLettersMin: 1, .lowerCaseMin: 1, .apostropheDroppedShare: 0, .andWrittenShare: 0,
    ])
    #expect(exact.allSatisfy { $0.finalText == $0.finalText.lowercased() })
    let named = try exact.count {
      try wantedPlace($0).category != nil && wantedPlace($0).name.count == $0.finalText.count
    }
    #expect(named > 800)
  }

  @Test func theProfileSaysWhenPeopleSearch() {
    let busy = Self.searches([
      .burstMin: 1_000, .burstMax: 1_000, .pauseMin: 2e9, .pauseMax: 2e9, .firstSearchMax: 1e9,
    ])
    for person in 0..<100 {
      let own = Array(busy[(person * 10)..<(person * 10 + 10)])
      #expect(own[0].start == 1_000_000_000)
      for (search, next) in zip(own, own.dropFirst()) {
        #expect(next.start == search.start + search.endingTime + 2_000_000_000)
      }
    }
  }

  // MARK: - Sets of the user's

  @Test func otherSetsOfPlacesAreSearched() {
    let generator = TypingGenerator(people: 20, searchesPerPerson: 5, seed: 1)
    #expect(generator.trace(over: PlaceSet(places: [])).searches.isEmpty)
    let coordinates = [
      Coordinate(90, 0), Coordinate(-90, 180),
      Coordinate(0, -180), Coordinate(.nan, 500),
    ]
    for coordinate in coordinates {
      for classification: Place.Classification in [
        .address, .physicalFeature(.lake), .pointOfInterest(.cafe),
      ] {
        for name in ["", "A", "Ω", "Luna Café"] {
          let place = Place(name: name, classification: classification, coordinate: coordinate)
          let searches = generator.trace(over: PlaceSet(places: [place])).searches
          #expect(searches.count == (coordinate.isValid ? 100 : 0))
          #expect(searches.allSatisfy { $0.region.isValid && !$0.finalText.isEmpty })
        }
      }
    }
  }

  // MARK: - Words

  private static func spellings(of place: Place) -> Set<String> {
    Set(forms(of: place).flatMap(\.value))
  }

  /// The texts that people may type for a place, by how they put it.
  private static func forms(of place: Place) -> [String: Set<String>] {
    var forms: [String: [String]] = [:]
    switch place.classification {
    case .physicalFeature: forms["feature"] = [place.name]
    case .address:
      forms["address"] = [place.name]
      forms["number last"] = [place.street + " " + place.houseNumber]
      forms["street"] = [place.street]
      let both =
        [place.name, place.street + " " + place.houseNumber]
        + [place.houseNumber + " " + place.street]
      forms["address and city"] = both.map { $0 + " " + place.city }
      forms["number first"] = [place.houseNumber + " " + place.street]
    case .pointOfInterest(let category):
      forms["name"] = [place.name]
      let words = place.name.split(separator: " ").filter { $0 != "&" }
      forms["part"] =
        words.count > 1
        ? [words.dropLast().joined(separator: " "), words.dropFirst().joined(separator: " ")]
        : [String(place.name.prefix(max(place.name.count / 2, 3)))]
      forms["name and city"] = [place.name + " " + place.city]
      forms["category"] = category.searchWords
      forms["category and city"] = category.searchWords.map { $0 + " " + place.city }
    }
    return forms.mapValues { Set($0.flatMap(spellings)) }
  }

  private static func spellings(of text: String) -> [String] {
    var spellings = [text, plain(text)]
    spellings += spellings.map { $0.lowercased() }
    spellings += spellings.map { $0.filter { $0 != "'" } }
    return spellings + spellings.map { $0.replacing(" & ", with: " and ") }
  }

  /// Without accents, letter by letter.
  private static func plain(_ text: String) -> String {
    let letters: [Character: String] = [
      "á": "a", "ä": "a", "å": "a", "ã": "a", "â": "a", "Á": "A", "Å": "A", "Ä": "A", "ç": "c",
      "č": "c", "é": "e", "è": "e", "ê": "e", "ë": "e", "É": "E", "ễ": "e", "í": "i", "î": "i",
      "ï": "i", "Ł": "L", "ł": "l", "ñ": "n", "ń": "n", "ň": "n", "ó": "o", "ö": "o", "ô": "o",
      "ø": "o", "ř": "r", "š": "s", "Š": "S", "ș": "s", "ß": "ss", "ü": "u", "ú": "u", "û": "u",
      "ź": "z", "ž": "z",
    ]
    return text.map { letters[$0] ?? String($0) }.joined()
  }
}

extension TypingGenerator {
  /// People as the built-in profile assumes them.
  fileprivate init(people: Int, searchesPerPerson: Int, seed: UInt64) {
    self.init(people: people, searchesPerPerson: searchesPerPerson, seed: seed, profile: .sample())
  }
}
