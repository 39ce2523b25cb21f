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
