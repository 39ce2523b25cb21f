/// The classifications of the categories and tags in files.
enum PlaceClassifications {
  /// The classification by an OpenStreetMap tag; `nil` for an unknown one.
  static func classification(of tag: PlaceProperty, value: String) -> Place.Classification? {
    if let known = byTag[tag]?[value] { return known }
    return tag == .shop ? .pointOfInterest(.store) : nil
  }

  /// The classification by a category that is written as by MapKit, by people or as a tag.
  static func classification(ofCategory category: String) -> Place.Classification? {
    if let known = byName[category] { return known }
    let parts = category.split(separator: "=")
    if parts.count == 2 {
      let tag = PlaceProperty.tags.first { $0.names.contains(String(parts[0])) }
      return tag.flatMap { classification(of: $0, value: String(parts[1])) }
    }
    var name = category.lowercased()
    name.removeAll { $0 == " " || $0 == "_" || $0 == "-" }
    let prefix = "mkpoicategory"
    if name.hasPrefix(prefix) { name.removeFirst(prefix.count) }
    return byName[name]
  }

  private static let byTag: [PlaceProperty: [String: Place.Classification]] = Dictionary(
    uniqueKeysWithValues: PlaceProperty.tags.map { ($0, $0.classifications) })

  /// MapKit's names in lower case, then the values of tags; of equal ones the first key's.
  private static let byName: [String: Place.Classification] = {
    var names: [String: Place.Classification] = [:]
    for category in PointOfInterestCategory.allCases {
      names[category.rawValue.lowercased()] = .pointOfInterest(category)
    }
    for feature in PhysicalFeature.allCases { names[feature.rawValue] = .physicalFeature(feature) }
    for tag in PlaceProperty.tags {
      names.merge(tag.classifications) { earlier, _ in earlier }
    }
    return names
  }()
}

extension PlaceProperty {
  /// The classifications by the common values of an OpenStreetMap key (wiki.openstreetmap.org, "Map
  /// features").
  var classifications: [String: Place.Classification] {
    features.mapValues { .physicalFeature($0) }
      .merging(categories.mapValues { .pointOfInterest($0) }) { feature, _ in feature }
  }

  private var features: [String: PhysicalFeature] {
    switch self {
    case .landuse: ["forest": .forest]
    case .natural:
      [
        "bay": .bay, "desert": .desert, "hill": .mountain, "peak": .mountain, "valley": .valley,
        "volcano": .mountain, "water": .lake, "wood": .forest,
      ]
    case .place: ["island": .island, "islet": .island]
    case .water: ["lake": .lake, "pond": .lake, "reservoir": .lake, "river": .river]
    case .waterway: ["river": .river, "stream": .river, "waterfall": .waterfall]
    default: [:]
    }
  }

  private var categories: [String: PointOfInterestCategory] {
    switch self {
    case .amenity: Self.amenities
    case .shop: Self.shops
    case .tourism:
      [
        "alpine_hut": .hotel, "apartment": .hotel, "aquarium": .aquarium, "artwork": .landmark,
        "attraction": .landmark, "camp_site": .campground, "caravan_site": .rvPark,
        "gallery": .museum, "guest_house": .hotel, "hostel": .hotel, "hotel": .hotel,
        "motel": .hotel, "museum": .museum, "theme_park": .amusementPark, "viewpoint": .landmark,
        "zoo": .zoo,
      ]
    case .leisure:
      [
        "amusement_arcade": .amusementPark, "beach_resort": .beach, "bowling_alley": .bowling,
        "fishing": .fishing, "fitness_centre": .fitnessCenter, "garden": .park,
        "golf_course": .golf, "ice_rink": .skating, "marina": .marina,
        "miniature_golf": .miniGolf, "nature_reserve": .nationalPark, "park": .park,
        "playground": .park, "sauna": .spa, "stadium": .stadium, "swimming_pool": .swimming,
        "water_park": .swimming,
      ]
    case .sport:
      [
        "baseball": .baseball, "basketball": .basketball, "beachvolleyball": .volleyball,
        "bowling": .bowling, "canoe": .kayaking, "climbing": .rockClimbing,
        "fitness": .fitnessCenter, "golf": .golf, "ice_skating": .skating, "karting": .goKart,
        "skateboard": .skatePark, "skiing": .skiing, "soccer": .soccer, "surfing": .surfing,
        "swimming": .swimming, "tennis": .tennis, "volleyball": .volleyball, "yoga": .fitnessCenter,
      ]
    case .historic:
      [
        "castle": .castle, "city_gate": .landmark, "fort": .fortress, "memorial": .landmark,
        "monument": .landmark,
      ]
    case .craft: ["brewery": .brewery, "distillery": .distillery, "winery": .winery]
    case .aeroway: ["aerodrome": .airport, "terminal": .airport]
    case .railway:
      [
        "halt": .publicTransport, "station": .publicTransport,
        "subway_entrance": .publicTransport, "tram_stop": .publicTransport,
      ]
    case .highway: ["bus_stop": .publicTransport, "trailhead": .hiking]
    case .publicTransport:
      [
        "platform": .publicTransport, "station": .publicTransport,
        "stop_position": .publicTransport,
      ]
    case .healthcare: ["clinic": .hospital, "hospital": .hospital, "pharmacy": .pharmacy]
    case .boundary: ["national_park": .nationalPark]
    case .natural: ["beach": .beach]
    default: [:]
    }
  }

  private static let amenities: [String: PointOfInterestCategory] = [
    "animal_boarding": .animalService, "atm": .atm, "bank": .bank, "bar": .nightlife,
    "biergarten": .nightlife, "bus_station": .publicTransport, "cafe": .cafe,
    "car_rental": .carRental, "car_wash": .automotiveRepair, "charging_station": .evCharger,
    "cinema": .movieTheater, "clinic": .hospital, "college": .university,
    "concert_hall": .musicVenue, "conference_centre": .conventionCenter, "dentist": .hospital,
    "doctors": .hospital, "events_venue": .conventionCenter,
    "exhibition_centre": .conventionCenter, "fast_food": .restaurant,
    "ferry_terminal": .publicTransport, "fire_station": .fireStation, "food_court": .restaurant,
    "fuel": .gasStation, "hospital": .hospital, "ice_cream": .cafe, "kindergarten": .school,
    "library": .library, "marketplace": .foodMarket, "music_venue": .musicVenue,
    "nightclub": .nightlife, "parking": .parking, "pharmacy": .pharmacy,
    "planetarium": .planetarium, "police": .police, "post_box": .mailbox,
    "post_office": .postOffice, "pub": .nightlife, "public_bath": .spa, "restaurant": .restaurant,
    "school": .school, "theatre": .theater, "toilets": .restroom, "university": .university,
    "veterinary": .animalService,
  ]

  /// Those that are more than a store.
  private static let shops: [String: PointOfInterestCategory] = [
    "bakery": .bakery, "beauty": .beauty, "butcher": .foodMarket, "car_repair": .automotiveRepair,
    "convenience": .foodMarket, "deli": .foodMarket, "dry_cleaning": .laundry,
    "farm": .foodMarket, "greengrocer": .foodMarket, "hairdresser": .beauty, "laundry": .laundry,
    "massage": .spa, "pastry": .bakery, "pet_grooming": .animalService,
    "supermarket": .foodMarket, "tyres": .automotiveRepair,
  ]
}
