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
  public var searchWords: [String] { PlaceWords.all[self].searchWords }
}

/// A kind of physical feature.
public enum PhysicalFeature: String, Hashable, Sendable, Codable, CaseIterable {
  case bay, desert, forest, island, lake, mountain, river, valley, waterfall

  /// The words that people type for any feature of the kind, in lower case, the usual word
  /// first. Two to five words; no two kinds, and no category of points of interest, share one.
  public var searchWords: [String] { PlaceWords.all[self].searchWords }
}
