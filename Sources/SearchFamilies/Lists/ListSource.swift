import PinData
import PlatformProfiles
import YAMLReading

/// The lists that people scroll through: their length, and the number of people.
struct ListSource: Sendable {
  let rows: Int
  let people: Int
  var seed: UInt64

  /// Longer lists are more than a phone can show.
  static let maxRowCount = 100_000
  private static let keys = ["rows", "people", "seed"]

  init(_ yaml: YAMLValue) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.keys)
    rows = try mapping.value("rows").integer(in: 1...Self.maxRowCount)
    people = try mapping["people"]?.integer(in: 1...10_000) ?? 10
    seed = UInt64(try mapping["seed"]?.integer(in: 0 ... .max) ?? 0)
  }

  func visits(
    rows: Int, over places: PlaceSet, profile: PlatformProfile
  ) throws -> [ListVisit] {
    try ListVisitGenerator(rows: rows, people: people, seed: seed, profile: profile)
      .visits(over: places)
  }

  var description: String { "\(people) people scroll through one each, seed \(seed)" }
}
