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

extension PointOfInterestCategory {
  /// How many of 1,360 generated points of interest are of the category: a guess at a city's
  /// streets.
  var frequency: Int {
    switch self {
    case .restaurant: 150
    case .store: 140
    case .cafe: 80
    case .parking: 50
    case .hotel, .publicTransport: 45
    case .atm, .bakery, .school: 40
    case .beauty, .foodMarket, .park, .pharmacy: 35
    case .bank, .gasStation: 30
    case .nightlife: 25
    case .fitnessCenter, .mailbox: 20
    case .automotiveRepair, .evCharger: 18
    case .hospital, .laundry, .museum, .postOffice: 12
    case .animalService, .landmark, .library, .spa: 10
    case .carRental: 8
    case .movieTheater, .musicVenue, .police, .restroom, .soccer, .theater: 6
    case .fireStation, .swimming, .tennis, .university: 5
    case .basketball, .brewery, .hiking: 4
    case .baseball, .beach, .golf: 3
    case .airport, .bowling, .campground, .fishing, .marina, .rockClimbing, .rvPark, .skatePark,
      .skating, .stadium, .volleyball, .winery:
      2
    case .amusementPark, .aquarium, .castle, .conventionCenter, .distillery, .fairground,
      .fortress, .goKart, .kayaking, .miniGolf, .nationalMonument, .nationalPark, .planetarium,
      .skiing, .surfing, .zoo:
      1
    }
  }

  /// Whether such places are known beyond their streets.
  var isProminent: Bool {
    switch self {
    case .airport, .amusementPark, .aquarium, .castle, .conventionCenter, .fortress, .hospital,
      .landmark, .museum, .nationalMonument, .nationalPark, .stadium, .university, .zoo:
      true
    default: false
    }
  }

  /// What stands after a name: "Luna Coffee House".
  var nouns: [String] {
    switch self {
    case .airport: ["Airport", "International Airport", "Airfield"]
    case .amusementPark: ["Amusement Park", "Theme Park"]
    case .animalService: ["Animal Clinic", "Veterinary Center", "Pet Hospital"]
    case .aquarium: ["Aquarium"]
    case .atm: ["ATM", "Cash Machine"]
    case .automotiveRepair: ["Auto Repair", "Garage", "Car Service"]
    case .bakery: ["Bakery", "Bäckerei", "Bread", "Pâtisserie"]
    case .bank: ["Bank", "Savings Bank", "Credit Union"]
    case .baseball: ["Baseball Field", "Ballpark"]
    case .basketball: ["Basketball Court"]
    case .beach: ["Beach"]
    case .beauty: ["Beauty Salon", "Hair Studio", "Barbershop", "Nails"]
    case .bowling: ["Bowling", "Lanes"]
    case .brewery: ["Brewery", "Brauhaus"]
    case .cafe: ["Café", "Coffee", "Coffee House", "Espresso Bar", "Tea Room"]
    case .campground: ["Campground", "Camping"]
    case .carRental: ["Car Rental", "Rent a Car"]
    case .castle: ["Castle", "Palace"]
    case .conventionCenter: ["Convention Center", "Congress Hall"]
    case .distillery: ["Distillery"]
    case .evCharger: ["EV Charging", "Charging Station"]
    case .fairground: ["Fairground"]
    case .fireStation: ["Fire Station"]
    case .fishing: ["Fishing Pier", "Angling Club"]
    case .fitnessCenter: ["Fitness", "Gym", "Yoga Studio"]
    case .foodMarket: ["Market", "Grocery", "Supermarket", "Deli"]
    case .fortress: ["Fortress", "Fort"]
    case .gasStation: ["Gas Station", "Fuel", "Petrol"]
    case .goKart: ["Go-Karts"]
    case .golf: ["Golf Club", "Golf Course"]
    case .hiking: ["Trail", "Trailhead"]
    case .hospital: ["Hospital", "Clinic", "Medical Center"]
    case .hotel: ["Hotel", "Inn", "Hostel", "Suites"]
    case .kayaking: ["Kayak Rental"]
    case .landmark: ["Monument", "Fountain", "Lookout"]
    case .laundry: ["Laundry", "Dry Cleaning"]
    case .library: ["Library"]
    case .mailbox: ["Mailbox"]
    case .marina: ["Marina", "Yacht Harbor"]
    case .miniGolf: ["Mini Golf"]
    case .movieTheater: ["Cinema", "Movie Theater"]
    case .museum: ["Museum", "Gallery", "History Museum"]
    case .musicVenue: ["Concert Hall", "Music Hall"]
    case .nationalMonument: ["National Monument"]
    case .nationalPark: ["National Park"]
    case .nightlife: ["Bar", "Club", "Cocktail Lounge", "Pub"]
    case .park: ["Park", "Gardens", "Playground"]
    case .parking: ["Parking", "Parking Garage", "Car Park"]
    case .pharmacy: ["Pharmacy", "Apotheke", "Drugstore"]
    case .planetarium: ["Planetarium"]
    case .police: ["Police Station"]
    case .postOffice: ["Post Office"]
    case .publicTransport: ["Station", "Bus Stop", "Metro Station"]
    case .restaurant:
      [
        "Restaurant", "Grill", "Bistro", "Pizzeria", "Trattoria", "Diner", "Taquería",
        "Noodle House",
      ]
    case .restroom: ["Restroom", "Public Toilet"]
    case .rockClimbing: ["Climbing Gym", "Boulder Hall"]
    case .rvPark: ["RV Park"]
    case .school: ["School", "High School", "Academy", "Kindergarten"]
    case .skatePark: ["Skate Park"]
    case .skating: ["Ice Rink"]
    case .skiing: ["Ski Area"]
    case .soccer: ["Soccer Field", "Football Club"]
    case .spa: ["Spa", "Sauna", "Massage"]
    case .stadium: ["Stadium", "Arena"]
    case .store: ["Books", "Store", "Shoes", "Flowers", "Hardware", "Boutique", "Electronics"]
    case .surfing: ["Surf Spot"]
    case .swimming: ["Swimming Pool", "Aquatic Center"]
    case .tennis: ["Tennis Club"]
    case .theater: ["Theater", "Playhouse"]
    case .university: ["University", "College"]
    case .volleyball: ["Volleyball Court"]
    case .winery: ["Winery", "Vineyard"]
    case .zoo: ["Zoo"]
    }
  }

  /// What stands before a name: "Café Luna"; empty where it is not usual.
  var leadingNouns: [String] {
    switch self {
    case .bakery: ["Boulangerie", "Panadería", "Bäckerei"]
    case .beauty: ["Salon"]
    case .cafe: ["Café", "Caffè"]
    case .castle: ["Schloss", "Château", "Castle"]
    case .hospital: ["Hospital", "Klinikum"]
    case .hotel: ["Hotel", "Hôtel", "Pension"]
    case .museum: ["Museo", "Musée", "Museum"]
    case .nightlife: ["Bar", "Club"]
    case .park: ["Parc", "Parque"]
    case .pharmacy: ["Pharmacie", "Farmacia"]
    case .restaurant: ["Restaurant", "Trattoria", "Chez", "Bistro", "Osteria"]
    case .school: ["École", "Escuela"]
    case .stadium: ["Estadio"]
    case .theater: ["Teatro", "Théâtre"]
    case .university: ["University of"]
    default: []
    }
  }

  /// Names that are the same in many cities.
  var chains: [String] {
    switch self {
    case .atm, .bank: ["First National", "Bank of the North", "Crédit Rural"]
    case .automotiveRepair: ["Quick Wheel"]
    case .bakery: ["Golden Crust", "Le Pain Doré"]
    case .beauty: ["Cut & Go"]
    case .cafe: ["Bean Brothers", "Central Perk Up", "Kaffee König", "Monsoon Coffee"]
    case .carRental: ["Roadster", "EasyWheels"]
    case .evCharger: ["VoltPoint", "ChargeHub"]
    case .fitnessCenter: ["Iron Temple", "Fit 24"]
    case .foodMarket: ["Fresh & Near", "Super Sol", "Markthalle", "7 Days"]
    case .gasStation: ["Petro One", "Fuel & Go", "Star Oil"]
    case .hotel: ["Grand Central Hotel", "Sleep Inn Town", "Hotel Royal", "Budget Bed"]
    case .movieTheater: ["Cineplex Nova"]
    case .parking: ["ParkSmart"]
    case .pharmacy: ["Vita Pharmacy", "Corner Drugs", "Apotheke am Markt"]
    case .restaurant: ["Burger Barn", "Pizza Pronto", "Taco Loco", "Wok & Roll", "Señor Pollo"]
    case .store: ["Shoe Planet", "Book Nook", "Tech World", "Home & Garden", "Café Supplies"]
    default: []
    }
  }

  /// Whole names in other scripts than the Latin one.
  var namesInOtherScripts: [String] {
    switch self {
    case .bakery: ["Φούρνος Ήλιος", "Булочная № 1", "مخبز السلام"]
    case .cafe: ["Кофейня Луна", "Καφενείο Αθηνά", "مقهى النيل", "喫茶ルナ", "Кафе Берлин"]
    case .hotel: ["Гостиница Север", "Ξενοδοχείο Αστήρ", "فندق الشرق", "さくらホテル"]
    case .museum: ["Музей города", "Αρχαιολογικό Μουσείο"]
    case .pharmacy: ["Аптека Роза", "Φαρμακείο Σελήνη", "صيدلية القمر", "みどり薬局"]
    case .restaurant: ["さくら食堂", "Ταβέρνα Ακρόπολη", "Ресторан Пушкин", "مطعم دمشق", "寿司ルナ"]
    case .store: ["Книжный мир", "本屋みどり", "متجر النور"]
    default: []
    }
  }
}

extension PhysicalFeature {
  /// How many of 100 generated features are of the kind.
  var frequency: Int {
    switch self {
    case .lake: 22
    case .mountain: 18
    case .river: 16
    case .island: 12
    case .bay, .forest: 10
    case .valley: 6
    case .waterfall: 5
    case .desert: 1
    }
  }

  /// What stands before a name, with its space: "Mount Luna".
  var prefixes: [String] {
    switch self {
    case .bay: ["Bay of "]
    case .desert: []
    case .forest: ["Forêt de "]
    case .island: ["Isla ", "Isle of "]
    case .lake: ["Lake ", "Lago "]
    case .mountain: ["Mount ", "Monte ", "Mont "]
    case .river: ["Río "]
    case .valley: ["Vale of "]
    case .waterfall: ["Cascade "]
    }
  }

  /// What stands after a name, with its space where there is one: "Luna Lake".
  var suffixes: [String] {
    switch self {
    case .bay: [" Bay", " Cove"]
    case .desert: [" Desert"]
    case .forest: [" Forest", " Woods"]
    case .island: [" Island"]
    case .lake: [" Lake", " Pond"]
    case .mountain: [" Peak", " Hill", " Mountain"]
    case .river: [" River", " Creek"]
    case .valley: [" Valley"]
    case .waterfall: [" Falls"]
    }
  }
}
