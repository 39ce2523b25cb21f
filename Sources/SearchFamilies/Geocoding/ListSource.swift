import PinData
import YAMLReading

/// The lists that people scroll through: how long they are, and how many people there are.
struct ListSource: Sendable {
  let rows: Int
  let people: Int
  private(set) var seed: UInt64

  /// Longer lists take no part in what a phone can show.
  static let greatestRowCount = 100_000
  private static let keys = ["rows", "people", "seed"]

  init(_ yaml: YAMLValue) throws(InputError) {
    let mapping = try yaml.mapping(keys: Self.keys)
    rows = try mapping.value("rows").integer(in: 1...Self.greatestRowCount)
    people = try mapping["people"]?.integer(in: 1...10_000) ?? 10
    seed = UInt64(try mapping["seed"]?.integer(in: 0 ... .max) ?? 0)
  }

  func visits(rows: Int, over places: PlaceSet) throws -> [ListVisit] {
    try ListVisitGenerator(rows: rows, people: people, seed: seed).visits(over: places)
  }

  func reseeded(_ seed: UInt64) -> ListSource {
    var source = self
    source.seed = seed
    return source
  }

  var description: String { "\(people) people scroll through one each, seed \(seed)" }
}
