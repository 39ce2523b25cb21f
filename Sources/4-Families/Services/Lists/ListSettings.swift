import PinData
import Platform
import ScenarioModel
import Simulation

/// The keys of a scenario with people who scroll through a list whose rows are places.
protocol ListSettings: ServiceSettings {
  var places: PlaceSource { get }
  var list: ListLength { get }
}

/// The length of the lists, and the number of people with one each.
struct ListLength: Settings {
  /// Longer lists are more than a phone can show.
  static let maxRowCount = 100_000

  var rows = 1
  var people = 10
  var seed: UInt64 = 0

  static let keys: [Key<Self>] = [
    .integer("rows", \.rows, in: 1...maxRowCount, required: true, "the rows of a list"),
    .integer("people", \.people, in: 1...10_000, "people who scroll through one list each"),
    .seed(\.seed),
  ]
}

extension Key where Root: ListSettings {
  static func list(_ path: Path<ListLength>) -> Key {
    .group("list", path, required: true, "lists that people scroll through")
  }
}

extension ListSettings {
  static var maxSize: Int { ListLength.maxRowCount }
  var inputFiles: [String] { [places.file].compactMap(\.self) }

  func defaultSize() -> Int { list.rows }

  /// Throws if the places cannot be read, or have no address.
  func check(sizes: [Int], on profile: PlatformProfile) throws { try places.checkForAddresses() }

  /// The places, which replays have in common; in a warm-up, few of them.
  func placeSet(_ request: ReplayRequest, on profile: PlatformProfile) throws -> PlaceSet {
    if request.purpose == .warmUp { return PlaceGenerator.places(count: 400, seed: 0) }
    return try places.places(
      count: places.defaultCount(), profile: profile, sharing: request.shared)
  }

  /// The visits of all people; in a warm-up, of some people to a short list of few places.
  func visits(
    _ request: ReplayRequest, on profile: PlatformProfile, warmUp people: Int = 2
  ) throws -> [ListVisit] {
    if request.purpose == .warmUp {
      return try ListVisit.visits(
        of: people, rows: 10, over: placeSet(request, on: profile), seed: 0, profile)
    }
    let rows = request.scenarioCase.size
    return try request.shared.value(
      "visits", places.description, places.defaultCount(), list, rows, under: profile
    ) { profile in
      try ListVisit.visits(
        of: list.people, rows: rows, over: placeSet(request, on: profile), seed: list.seed,
        profile)
    }
  }
}

/// The keys of lists of places, and no further ones.
struct PlaceListSettings: ListSettings {
  var places = PlaceSource()
  var list = ListLength()

  static let keys: [Key<Self>] = [.places(\.places), .list(\.list)]
}
