/// The categories of points of interest, by the names of MapKit's `MKPointOfInterestCategory`.
public enum PointOfInterestCategory: String, Hashable, Sendable, Codable, CaseIterable {
  case airport, amusementPark, animalService, aquarium, atm, automotiveRepair, bakery, bank
  case baseball, basketball, beach, beauty, bowling, brewery, cafe, campground, carRental, castle
  case conventionCenter, distillery, evCharger, fairground, fireStation, fishing, fitnessCenter
  case foodMarket, fortress, gasStation, goKart, golf, hiking, hospital, hotel, kayaking, landmark
  case laundry, library, mailbox, marina, miniGolf, movieTheater, museum, musicVenue
  case nationalMonument, nationalPark, nightlife, park, parking, pharmacy, planetarium, police
  case postOffice, publicTransport, restaurant, restroom, rockClimbing, rvPark, school, skatePark
  case skating, skiing, soccer, spa, stadium, store, surfing, swimming, tennis, theater, university
  case volleyball, winery, zoo

  /// The words that people type for any place of the category, in lower case, the usual word
  /// first. Two to five words or pairs of words; no two categories share one.
  public var searchWords: [String] {
    switch self {
    case .airport: ["airport", "flights", "airfield"]
    case .amusementPark: ["amusement park", "theme park", "roller coaster"]
    case .animalService: ["vet", "veterinarian", "animal clinic", "pet grooming"]
    case .aquarium: ["aquarium", "sea life"]
    case .atm: ["atm", "cash machine", "cash"]
    case .automotiveRepair: ["car repair", "mechanic", "auto repair", "tires"]
    case .bakery: ["bakery", "bread", "pastry", "cake"]
    case .bank: ["bank", "credit union", "savings bank"]
    case .baseball: ["baseball", "ballpark"]
    case .basketball: ["basketball", "basketball court"]
    case .beach: ["beach", "seaside"]
    case .beauty: ["hairdresser", "barber", "beauty salon", "haircut", "nails"]
    case .bowling: ["bowling", "bowling alley"]
    case .brewery: ["brewery", "craft beer"]
    case .cafe: ["coffee", "cafe", "espresso", "coffee shop", "tea room"]
    case .campground: ["campground", "camping", "campsite"]
    case .carRental: ["car rental", "rental car", "car hire"]
    case .castle: ["castle", "palace"]
    case .conventionCenter: ["convention center", "congress hall", "trade fair"]
    case .distillery: ["distillery", "whisky tasting"]
    case .evCharger: ["ev charger", "charging station", "ev charging"]
    case .fairground: ["fairground", "fair"]
    case .fireStation: ["fire station", "fire department"]
    case .fishing: ["fishing", "fishing pier", "angling"]
    case .fitnessCenter: ["gym", "fitness", "yoga", "fitness center"]
    case .foodMarket: ["supermarket", "grocery", "groceries", "food market", "deli"]
    case .fortress: ["fortress", "fort"]
    case .gasStation: ["gas", "petrol", "fuel", "gas station"]
    case .goKart: ["go kart", "karting"]
    case .golf: ["golf", "golf course"]
    case .hiking: ["hiking", "trail", "trailhead"]
    case .hospital: ["hospital", "clinic", "emergency room"]
    case .hotel: ["hotel", "motel", "hostel", "inn"]
    case .kayaking: ["kayak", "kayaking", "canoe"]
    case .landmark: ["landmark", "sights", "lookout", "attraction"]
    case .laundry: ["laundry", "dry cleaning", "laundromat"]
    case .library: ["library", "public library"]
    case .mailbox: ["mailbox", "letter box"]
    case .marina: ["marina", "yacht harbor"]
    case .miniGolf: ["mini golf", "crazy golf"]
    case .movieTheater: ["cinema", "movies", "movie theater"]
    case .museum: ["museum", "gallery", "exhibition"]
    case .musicVenue: ["concert", "live music", "concert hall"]
    case .nationalMonument: ["national monument", "memorial"]
    case .nationalPark: ["national park", "nature reserve"]
    case .nightlife: ["bar", "club", "pub", "nightclub", "cocktails"]
    case .park: ["park", "playground", "gardens"]
    case .parking: ["parking", "car park", "parking garage"]
    case .pharmacy: ["pharmacy", "drugstore", "chemist"]
    case .planetarium: ["planetarium", "star show"]
    case .police: ["police", "police station"]
    case .postOffice: ["post office", "parcels"]
    case .publicTransport: ["bus stop", "train station", "metro", "subway", "tram"]
    case .restaurant: ["restaurant", "food", "pizza", "sushi", "dinner"]
    case .restroom: ["restroom", "toilet", "bathroom"]
    case .rockClimbing: ["climbing", "bouldering"]
    case .rvPark: ["rv park", "motorhome"]
    case .school: ["school", "high school", "kindergarten"]
    case .skatePark: ["skate park", "skateboard"]
    case .skating: ["ice rink", "ice skating"]
    case .skiing: ["ski", "skiing", "ski lift"]
    case .soccer: ["soccer", "football", "soccer field"]
    case .spa: ["spa", "sauna", "massage"]
    case .stadium: ["stadium", "arena"]
    case .store: ["shop", "store", "shopping", "books", "shoes"]
    case .surfing: ["surf", "surfing"]
    case .swimming: ["swimming", "swimming pool", "pool"]
    case .tennis: ["tennis", "tennis court"]
    case .theater: ["theater", "theatre", "playhouse"]
    case .university: ["university", "college", "campus"]
    case .volleyball: ["volleyball", "beach volleyball"]
    case .winery: ["winery", "vineyard", "wine tasting"]
    case .zoo: ["zoo", "wildlife park"]
    }
  }
}

/// A kind of physical feature.
public enum PhysicalFeature: String, Hashable, Sendable, Codable, CaseIterable {
  case bay, desert, forest, island, lake, mountain, river, valley, waterfall

  /// The words that people type for any feature of the kind, in lower case, the usual word
  /// first. Two to five words; no two kinds, and no category of points of interest, share one.
  public var searchWords: [String] {
    switch self {
    case .bay: ["bay", "cove", "gulf"]
    case .desert: ["desert", "dunes"]
    case .forest: ["forest", "woods"]
    case .island: ["island", "isle", "islands"]
    case .lake: ["lake", "pond", "reservoir"]
    case .mountain: ["mountain", "mount", "peak", "hill", "summit"]
    case .river: ["river", "creek", "stream"]
    case .valley: ["valley", "canyon", "gorge"]
    case .waterfall: ["waterfall", "falls", "cascade"]
    }
  }
}
