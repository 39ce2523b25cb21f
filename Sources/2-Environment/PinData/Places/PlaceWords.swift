import Foundation
import Support

/// The words of places in `places.json`: what people type for them, what the names of generated places
/// are made of, and the tags of OpenStreetMap.
///
/// The names share few words, so that a search for one of them finds shops, streets and lakes in many
/// cities; some are the words of categories ("Park", "Market"), so that a name looks like a category.
struct PlaceWords: Decodable, Sendable {
  /// A category of points of interest.
  struct Category: Decodable, Sendable {
    /// The words that people type, see ``PointOfInterestCategory/searchWords``.
    let searchWords: [String]
    /// The number of places among 1,360 generated points of interest: a guess at a city's
    /// streets.
    let frequency: Int
    /// Indicates whether such places are known beyond their streets.
    let isProminent: Bool
    /// The nouns after a name: "Luna Coffee House".
    let nouns: [String]
    /// The nouns before a name: "Café Luna"; empty where that is not usual.
    let leadingNouns: [String]
    /// Names that are the same in many cities.
    let chains: [String]
    /// Whole names in other scripts than the Latin one.
    let namesInOtherScripts: [String]
  }

  /// A kind of physical feature.
  struct Feature: Decodable, Sendable {
    /// The words that people type, see ``PhysicalFeature/searchWords``.
    let searchWords: [String]
    /// The number among 100 generated features.
    let frequency: Int
    /// The words before a name with their space: "Mount Luna".
    let prefixes: [String]
    /// The words after a name with their space: "Luna Lake".
    let suffixes: [String]
  }

  private let categories: [String: Category]
  private let features: [String: Feature]
  /// By an OpenStreetMap key, the category or the kind of feature of each common value
  /// (wiki.openstreetmap.org, "Map features").
  let tags: [String: [String: String]]
  /// The words of names and streets, the more common ones first.
  let stock: [String]
  /// The names of people.
  let people: [String]
  /// Words that look like the parts of a structured query.
  let misleading: [String]
  /// The names of the generated cities, which say nothing about where a city lies: all different, also
  /// without their accents and in lower case; as many as there are cities.
  let cities: [String]

  static let all: PlaceWords = {
    do {
      return try JSONDecoder().decode(Self.self, from: Data(PackageResources.places_json))
    } catch {
      fatalError("places.json: \(DecodingFault.reason(error))")
    }
  }()

  subscript(category: PointOfInterestCategory) -> Category {
    Self.found(categories[category.rawValue], category.rawValue)
  }

  subscript(feature: PhysicalFeature) -> Feature {
    Self.found(features[feature.rawValue], feature.rawValue)
  }

  /// Returns what the file has of a category or a kind of feature; a file without it is a mistake of
  /// this project.
  static func found<Value>(_ value: Value?, _ name: String) -> Value {
    guard let value else { fatalError("places.json: \(name) is missing or not known") }
    return value
  }
}
