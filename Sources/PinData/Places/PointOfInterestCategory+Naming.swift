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
