/// The words that the names of generated places are made of.
///
/// They are few, so that a search for one of them finds shops, streets and lakes in many cities;
/// some are the words of categories ("Park", "Market"), so that a name looks like a category.
enum PlaceWords {
  /// The more common words first.
  static let stock = [
    "Luna", "Linden", "Mill", "Harbor", "Rosa", "Lincoln", "Saint Clair", "Park", "Station",
    "Maple", "Oak", "Cedar", "Market", "King", "Castle", "Central", "City", "Garden", "Victoria",
    "Union", "Elm", "Willow", "Birch", "Pine", "Chestnut", "Hazel", "Ivy", "Laurel", "Olive",
    "Juniper", "Acacia", "Magnolia", "Jasmine", "Violet", "Lily", "Iris", "Daisy", "Clover",
    "Heather", "Sage", "Amber", "Coral", "Pearl", "Ruby", "Opal", "Crystal", "Silver", "Golden",
    "Copper", "Iron", "Stone", "Brook", "Spring", "Meadow", "Orchard", "Forest", "Valley",
    "Summit", "Ridge", "Prairie", "Sun", "Star", "Aurora", "Orion", "Nova", "Stella", "Comet",
    "Phoenix", "Falcon", "Eagle", "Raven", "Heron", "Swan", "Robin", "Fox", "Bear", "Wolf", "Lion",
    "Dolphin", "Salmon", "Bell", "Anchor", "Compass", "Lantern", "Tower", "Bridge", "Gate",
    "Church", "Abbey", "Chapel", "Queen", "Prince", "Duke", "Albert", "Elizabeth", "Charlotte",
    "Washington", "Jefferson", "Franklin", "Madison", "Jackson", "Columbus", "Mozart", "Goethe",
    "Schiller", "Händel", "Dürer", "Müller", "Jäger", "Verdi", "Garibaldi", "Cavour", "Molière",
    "Zola", "Hugo", "Pasteur", "René", "Cervantes", "Bolívar", "Colón", "García", "Núñez",
    "Muñoz", "Saint Martin", "San Marco", "Santa Maria", "Saint Étienne", "São Bento", "San José",
    "Sainte Anne", "North Star", "Blue Moon", "Red Lion", "White Rose", "Green Hill", "Black Swan",
    "Old Town", "Grand Central", "Liberty", "Republic", "Victory", "Independence", "Jubilee",
    "Royal", "Imperial", "Metro", "Plaza", "Corner", "Sørensen", "Åse", "Łukasz", "Dvořák",
  ]

  /// Owners of shops.
  static let people = [
    "Rosa", "Luna", "O'Hara", "O'Neill", "D'Angelo", "Müller", "José", "Zoë", "Renée", "Mario",
    "Joe", "Sam", "Lincoln", "Charlotte", "Albert", "Robin", "García", "Nguyễn", "Patel", "Kim",
    "Søren", "Björn", "François", "Chloé", "McDermott", "Jackson", "Hugo", "Lily", "Ruby", "Stella",
  ]

  /// Words that look like the parts of a structured query.
  static let misleading = [
    "City", "Central", "Category", "Street", "Address", "Nearby", "Best", "Open", "Local", "Main",
    "Number One", "24",
  ]
}

/// The names of the generated cities. They say nothing about where a city lies.
enum CityNames {
  /// All different, also without their accents and in lower case; as many as there are cities.
  static let all = [
    "Berlin", "Port Luna", "Springfield", "Köln", "San Marco", "Lincoln", "Rosenheim",
    "New Harbor", "Málaga", "Oakridge", "Saint Clair", "Zürich", "Fairview", "Lindenau",
    "Maplewood", "Aix-la-Rive", "Georgetown", "Düren", "Clearwater", "São Pedro", "Riverside",
    "Mill Valley", "Göteborg", "Kingston", "Santa Rosa", "Århus", "Franklin", "Montclair",
    "Greenville", "Łódź", "Salem", "Nørrebro", "Bristol", "Val-d'Or", "Madison", "Cádiz",
    "Ashford", "Lübeck", "Arlington", "Besançon", "Milton", "Grand Rapids", "Münster", "Newport",
    "León", "Winchester", "Saint-Étienne", "Dover", "Tromsø", "Cleveland", "Mérida", "Burlington",
    "Würzburg", "Manchester", "Porto Alto", "Auburn", "Gdańsk", "Lexington", "Nîmes", "Clinton",
    "Black Rock", "Tübingen", "Jackson", "Évora", "Hudson", "Malmö", "Dayton", "Córdoba", "Oxford",
    "Bad Tölz", "Chester", "Orléans", "Marion", "Ålesund", "Washington", "Querétaro", "Bergen",
    "Long Beach", "Plzeň", "Camden", "Genève", "Ravenna", "Union City", "Poznań", "Hamilton",
    "Ciudad Real", "Weston", "Görlitz", "Lancaster", "Béziers", "Monroe", "Florianópolis",
    "Stratford", "Umeå", "Richmond", "Asunción", "Cambridge", "Halle", "Bridgeport", "Timișoara",
    "Columbia", "Villa Nova", "Nürnberg", "Eastwood", "Mazatlán", "Brighton", "Liège", "Hillcrest",
    "Jyväskylä", "Sterling", "Red Lodge", "Osnabrück", "Norwood", "Belém", "Kensington",
    "Neuchâtel", "Somerset", "Ružomberok", "Trenton", "Palo Verde", "Saarbrücken", "Lakewood",
    "Cúcuta", "Durham", "Angoulême", "Westbrook", "Ystad", "Aurora", "Medellín", "Glendale",
    "Havre Nord", "Fürth", "Redwood", "Popayán", "Windsor", "Montreux", "Amberg",
    "Székesfehérvár", "Concord", "El Mirador", "Passau", "Harrison", "Braga", "Kempten",
    "Chatham", "Sète", "Plymouth", "Tønder", "Avalon", "White Plains", "Kaiserslautern",
    "Belmont", "Iași", "Sheffield", "Annecy", "Bayreuth", "Crawford", "Tepic", "Wexford",
    "Ribeirão", "Trier", "Ellsworth", "Kristiansand", "Laurel", "Saint Martin", "Ulm", "Hastings",
    "Ávila", "Northfield", "Pécs", "Sunset Hills", "Gera", "Mayfield", "Colmar", "Växjö",
    "Beaumont", "Santa Lucia", "Coburg", "Edgewater", "Cáceres", "Holland", "Épinal", "Pirna",
    "Whitby", "Blue Springs", "Zwickau", "Fremont", "Huelva", "Selkirk", "Guimarães", "Stade",
    "Brünn", "Halifax", "Ourense", "Wolfsburg", "Kendal", "Šibenik", "Marburg",
    "Ithaca", "Tórshavn",
  ]
}

/// The names of generated points of interest of a category.
struct CategoryNaming {
  /// The number of places among 1,360 generated points of interest: a guess at a city's
  /// streets.
  let frequency: Int
  /// The nouns after a name: "Luna Coffee House".
  let nouns: [String]
  /// The nouns before a name: "Café Luna"; empty where that is not usual.
  let leadingNouns: [String]
  /// Names that are the same in many cities.
  let chains: [String]
  /// Whole names in other scripts than the Latin one.
  let namesInOtherScripts: [String]
  /// True if such places are known beyond their streets.
  let isProminent: Bool

  fileprivate init(
    _ frequency: Int, _ nouns: [String], leading: [String] = [], chains: [String] = [],
    otherScripts: [String] = [], isProminent: Bool = false
  ) {
    self.frequency = frequency
    self.nouns = nouns
    leadingNouns = leading
    self.chains = chains
    namesInOtherScripts = otherScripts
    self.isProminent = isProminent
  }
}

extension PointOfInterestCategory {
  var naming: CategoryNaming {
    switch self {
    case .airport: .init(2, ["Airport", "International Airport", "Airfield"], isProminent: true)
    case .amusementPark: .init(1, ["Amusement Park", "Theme Park"], isProminent: true)
    case .animalService: .init(10, ["Animal Clinic", "Veterinary Center", "Pet Hospital"])
    case .aquarium: .init(1, ["Aquarium"], isProminent: true)
    case .atm:
      .init(
        40, ["ATM", "Cash Machine"],
        chains: ["First National", "Bank of the North", "Crédit Rural"])
    case .automotiveRepair:
      .init(18, ["Auto Repair", "Garage", "Car Service"], chains: ["Quick Wheel"])
    case .bakery:
      .init(
        40, ["Bakery", "Bäckerei", "Bread", "Pâtisserie"],
        leading: ["Boulangerie", "Panadería", "Bäckerei"],
        chains: ["Golden Crust", "Le Pain Doré"],
        otherScripts: ["Φούρνος Ήλιος", "Булочная № 1", "مخبز السلام"])
    case .bank:
      .init(
        30, ["Bank", "Savings Bank", "Credit Union"],
        chains: ["First National", "Bank of the North", "Crédit Rural"])
    case .baseball: .init(3, ["Baseball Field", "Ballpark"])
    case .basketball: .init(4, ["Basketball Court"])
    case .beach: .init(3, ["Beach"])
    case .beauty:
      .init(
        35, ["Beauty Salon", "Hair Studio", "Barbershop", "Nails"], leading: ["Salon"],
        chains: ["Cut & Go"])
    case .bowling: .init(2, ["Bowling", "Lanes"])
    case .brewery: .init(4, ["Brewery", "Brauhaus"])
    case .cafe:
      .init(
        80, ["Café", "Coffee", "Coffee House", "Espresso Bar", "Tea Room"],
        leading: ["Café", "Caffè"],
        chains: ["Bean Brothers", "Central Perk Up", "Kaffee König", "Monsoon Coffee"],
        otherScripts: ["Кофейня Луна", "Καφενείο Αθηνά", "مقهى النيل", "喫茶ルナ", "Кафе Берлин"])
    case .campground: .init(2, ["Campground", "Camping"])
    case .carRental: .init(8, ["Car Rental", "Rent a Car"], chains: ["Roadster", "EasyWheels"])
    case .castle:
      .init(1, ["Castle", "Palace"], leading: ["Schloss", "Château", "Castle"], isProminent: true)
    case .conventionCenter: .init(1, ["Convention Center", "Congress Hall"], isProminent: true)
    case .distillery: .init(1, ["Distillery"])
    case .evCharger:
      .init(18, ["EV Charging", "Charging Station"], chains: ["VoltPoint", "ChargeHub"])
    case .fairground: .init(1, ["Fairground"])
    case .fireStation: .init(5, ["Fire Station"])
    case .fishing: .init(2, ["Fishing Pier", "Angling Club"])
    case .fitnessCenter:
      .init(20, ["Fitness", "Gym", "Yoga Studio"], chains: ["Iron Temple", "Fit 24"])
    case .foodMarket:
      .init(
        35, ["Market", "Grocery", "Supermarket", "Deli"],
        chains: ["Fresh & Near", "Super Sol", "Markthalle", "7 Days"])
    case .fortress: .init(1, ["Fortress", "Fort"], isProminent: true)
    case .gasStation:
      .init(30, ["Gas Station", "Fuel", "Petrol"], chains: ["Petro One", "Fuel & Go", "Star Oil"])
    case .goKart: .init(1, ["Go-Karts"])
    case .golf: .init(3, ["Golf Club", "Golf Course"])
    case .hiking: .init(4, ["Trail", "Trailhead"])
    case .hospital:
      .init(
        12, ["Hospital", "Clinic", "Medical Center"], leading: ["Hospital", "Klinikum"],
        isProminent: true)
    case .hotel:
      .init(
        45, ["Hotel", "Inn", "Hostel", "Suites"], leading: ["Hotel", "Hôtel", "Pension"],
        chains: ["Grand Central Hotel", "Sleep Inn Town", "Hotel Royal", "Budget Bed"],
        otherScripts: ["Гостиница Север", "Ξενοδοχείο Αστήρ", "فندق الشرق", "さくらホテル"])
    case .kayaking: .init(1, ["Kayak Rental"])
    case .landmark: .init(10, ["Monument", "Fountain", "Lookout"], isProminent: true)
    case .laundry: .init(12, ["Laundry", "Dry Cleaning"])
    case .library: .init(10, ["Library"])
    case .mailbox: .init(20, ["Mailbox"])
    case .marina: .init(2, ["Marina", "Yacht Harbor"])
    case .miniGolf: .init(1, ["Mini Golf"])
    case .movieTheater: .init(6, ["Cinema", "Movie Theater"], chains: ["Cineplex Nova"])
    case .museum:
      .init(
        12, ["Museum", "Gallery", "History Museum"], leading: ["Museo", "Musée", "Museum"],
        otherScripts: ["Музей города", "Αρχαιολογικό Μουσείο"], isProminent: true)
    case .musicVenue: .init(6, ["Concert Hall", "Music Hall"])
    case .nationalMonument: .init(1, ["National Monument"], isProminent: true)
    case .nationalPark: .init(1, ["National Park"], isProminent: true)
    case .nightlife:
      .init(25, ["Bar", "Club", "Cocktail Lounge", "Pub"], leading: ["Bar", "Club"])
    case .park: .init(35, ["Park", "Gardens", "Playground"], leading: ["Parc", "Parque"])
    case .parking: .init(50, ["Parking", "Parking Garage", "Car Park"], chains: ["ParkSmart"])
    case .pharmacy:
      .init(
        35, ["Pharmacy", "Apotheke", "Drugstore"], leading: ["Pharmacie", "Farmacia"],
        chains: ["Vita Pharmacy", "Corner Drugs", "Apotheke am Markt"],
        otherScripts: ["Аптека Роза", "Φαρμακείο Σελήνη", "صيدلية القمر", "みどり薬局"])
    case .planetarium: .init(1, ["Planetarium"])
    case .police: .init(6, ["Police Station"])
    case .postOffice: .init(12, ["Post Office"])
    case .publicTransport: .init(45, ["Station", "Bus Stop", "Metro Station"])
    case .restaurant:
      .init(
        150,
        [
          "Restaurant", "Grill", "Bistro", "Pizzeria", "Trattoria", "Diner", "Taquería",
          "Noodle House",
        ],
        leading: ["Restaurant", "Trattoria", "Chez", "Bistro", "Osteria"],
        chains: ["Burger Barn", "Pizza Pronto", "Taco Loco", "Wok & Roll", "Señor Pollo"],
        otherScripts: ["さくら食堂", "Ταβέρνα Ακρόπολη", "Ресторан Пушкин", "مطعم دمشق", "寿司ルナ"])
    case .restroom: .init(6, ["Restroom", "Public Toilet"])
    case .rockClimbing: .init(2, ["Climbing Gym", "Boulder Hall"])
    case .rvPark: .init(2, ["RV Park"])
    case .school:
      .init(
        40, ["School", "High School", "Academy", "Kindergarten"], leading: ["École", "Escuela"])
    case .skatePark: .init(2, ["Skate Park"])
    case .skating: .init(2, ["Ice Rink"])
    case .skiing: .init(1, ["Ski Area"])
    case .soccer: .init(6, ["Soccer Field", "Football Club"])
    case .spa: .init(10, ["Spa", "Sauna", "Massage"])
    case .stadium: .init(2, ["Stadium", "Arena"], leading: ["Estadio"], isProminent: true)
    case .store:
      .init(
        140, ["Books", "Store", "Shoes", "Flowers", "Hardware", "Boutique", "Electronics"],
        chains: ["Shoe Planet", "Book Nook", "Tech World", "Home & Garden", "Café Supplies"],
        otherScripts: ["Книжный мир", "本屋みどり", "متجر النور"])
    case .surfing: .init(1, ["Surf Spot"])
    case .swimming: .init(5, ["Swimming Pool", "Aquatic Center"])
    case .tennis: .init(5, ["Tennis Club"])
    case .theater: .init(6, ["Theater", "Playhouse"], leading: ["Teatro", "Théâtre"])
    case .university:
      .init(5, ["University", "College"], leading: ["University of"], isProminent: true)
    case .volleyball: .init(2, ["Volleyball Court"])
    case .winery: .init(2, ["Winery", "Vineyard"])
    case .zoo: .init(1, ["Zoo"], isProminent: true)
    }
  }
}

extension PhysicalFeature {
  /// The names of generated features: how many of 100 are of the kind, the words before a name with
  /// their space ("Mount Luna"), and those after a name ("Luna Lake").
  var naming: (frequency: Int, prefixes: [String], suffixes: [String]) {
    switch self {
    case .bay: (10, ["Bay of "], [" Bay", " Cove"])
    case .desert: (1, [], [" Desert"])
    case .forest: (10, ["Forêt de "], [" Forest", " Woods"])
    case .island: (12, ["Isla ", "Isle of "], [" Island"])
    case .lake: (22, ["Lake ", "Lago "], [" Lake", " Pond"])
    case .mountain: (18, ["Mount ", "Monte ", "Mont "], [" Peak", " Hill", " Mountain"])
    case .river: (16, ["Río "], [" River", " Creek"])
    case .valley: (6, ["Vale of "], [" Valley"])
    case .waterfall: (5, ["Cascade "], [" Falls"])
    }
  }
}
