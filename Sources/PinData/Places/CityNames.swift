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
