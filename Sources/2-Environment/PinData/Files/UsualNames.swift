/// The usual names that a row or an object has, as a set of slots: latitudes come first, then
/// longitudes.
struct UsualNames: OptionSet, Hashable {
  let rawValue: UInt32

  /// Names in lower case that belong together: the latitudes have a slot, and each list of
  /// longitudes has one.
  ///
  /// The ranks: 0 for plain names, 1 for those with a known word before or after, as "stop_lat" or
  /// "Latitude (deg)", and 2 for names that may mean anything: a place on a screen or on a plan, the
  /// size of a thing.
  private static let families: [(rank: Int, latitudes: [String], longitudes: [[String]])] = [
    (0, ["latitude", "lattitude"], [["longitude"]]),
    (0, ["lat"], [["lon"], ["lng"], ["long"]]),
    (0, ["breitengrad"], [["längengrad", "laengengrad"]]),
    (0, ["latitud", "latitudine"], [["longitud", "longitudine"]]),
    (0, ["breedtegraad", "breddegrad"], [["lengtegraad", "lengdegrad", "længdegrad"]]),
    (0, ["широта"], [["долгота"]]), (0, ["緯度", "纬度"], [["経度", "经度"]]),
    (2, ["y"], [["x"]]), (2, ["breite"], [["länge", "laenge"]]),
    (
      1, extended(["latitude", "lat", "breite"]) + ["dec_lat_va"],
      [extended(["longitude", "lon", "lng", "long", "länge", "laenge"]) + ["dec_long_va"]]
    ),
  ]

  /// The words that do not change the meaning of a name; the words for a trip's two ends are not
  /// among them.
  private static let wordsBefore = [
    "", "z", "stop", "geo", "gps", "decimal", "wgs84", "location", "position", "coordinate",
    "coordinates", "coords", "point", "place", "map", "pin", "marker", "venue", "store", "site",
    "station", "address", "geographic", "geographische", "rec", "intpt",
  ]
  private static let wordsAfter = [
    "", "deg", "degree", "degrees", "decimal", "dd", "wgs84", "wgs 84", "°", "grad", "°n", "°e",
    "decimal degrees", "dezimalgrad", "degrees_north", "degrees_east", "degrees north",
    "degrees east", "unit=\"degrees_north\"", "unit=\"degrees_east\"",
  ]

  private static func extended(_ names: [String]) -> [String] {
    // Attributes of Core Data begin with a Z.
    let words = wordsBefore + wordsBefore.map { "z" + $0 }
    let before = words.flatMap { word in ["", "_", " ", ".", "-"].map { word + $0 } }
    let after = wordsAfter.flatMap {
      [$0, "_" + $0, " " + $0, " (\($0))", " [\($0)]", "(\($0))", "[\($0)]"]
    }
    return names.flatMap { name in before.map { $0 + name } + after.map { name + $0 } }
  }

  /// The slot of the first longitude.
  static let firstLongitude = families.count
  /// The families of the slots.
  private static let familyOfSlot =
    Array(families.indices)
    + families.enumerated().flatMap { index, family in family.longitudes.map { _ in index } }
  /// The number of slots.
  static let count = familyOfSlot.count
  private static func rank(_ slot: Int) -> Int { families[familyOfSlot[slot]].rank }

  /// The slots by the names; a name that is also an extended one has its own.
  private static let slots: [String: Int] = {
    let names = families.map(\.latitudes) + families.flatMap(\.longitudes)
    let pairs = names.enumerated().flatMap { slot, names in names.map { ($0, slot) } }
    return Dictionary(pairs) { first, _ in first }
  }()
  private static let frequent = ["lat", "lon", "lng", "latitude", "longitude"].compactMap { name in
    slots[name].map { (name: name, slot: $0) }
  }
  private static let maxLength = slots.keys.map(\.utf8.count).max() ?? 0

  static func slot(_ slot: Int) -> UsualNames { UsualNames(rawValue: 1 << UInt32(slot)) }

  /// The slot of a name; `nil` for any other name.
  ///
  /// - Parameter chosen: the caller's names, which are then the only ones and have the first slots.
  static func slot(of name: String, chosen: CoordinateNames? = nil) -> Int? {
    if let chosen {
      if name == chosen.latitude { return 0 }
      return name == chosen.longitude ? firstLongitude : nil
    }
    if let frequent = frequent.first(where: { $0.name == name }) { return frequent.slot }
    return isPossible(name) ? slots[name.lowercased()] : nil
  }

  /// Returns whether a name may be one: most names of a file are not, and need no text in lower
  /// case. The usual ones have one letter, an L, a B or a letter that is not in ASCII.
  private static func isPossible(_ name: String) -> Bool {
    let bytes = name.utf8
    return bytes.count == 1
      || bytes.count <= maxLength
        && bytes.contains { byte in
          let letter = byte | 0x20
          return letter == UInt8(ascii: "l") || letter == UInt8(ascii: "b") || byte >= 0x80
        }
  }

  /// A latitude and a longitude, by their slots.
  struct Pair: Hashable {
    let latitude: Int
    let longitude: Int

    /// Indicates whether this is names that may mean anything.
    var isVague: Bool { UsualNames.rank(latitude) == 2 }
  }

  /// The meaning of the names together.
  enum Choice: Equatable {
    case none
    /// The one pair, and the slots of others that are weaker.
    case one(Pair, besides: [Int])
    /// Pairs of equal rank, or a pair and half of a stronger one.
    case several([Pair])
  }

  /// The pair that is meant, if only one can be.
  ///
  /// A pair is of one family, where there is one; else of the only two names, as "lat" and
  /// "longitude". Weaker names count where nothing stronger is there, not even half a pair.
  var choice: Choice {
    let slots = (0..<Self.count).filter { contains(.slot($0)) }
    guard let rank = slots.map(Self.rank).min() else { return .none }
    let pairs = slots.filter { $0 < Self.firstLongitude }.flatMap { latitude in
      slots.filter { $0 >= Self.firstLongitude }.map { Pair(latitude: latitude, longitude: $0) }
    }
    let complete = pairs.filter { Self.familyOfSlot[$0.longitude] == $0.latitude }
    var meant = complete.filter { Self.rank($0.latitude) == rank }
    var others = complete.filter { Self.rank($0.latitude) > rank }
    if meant.isEmpty {
      meant = pairs.filter { Self.rank($0.latitude) < 2 && Self.rank($0.longitude) < 2 }
      others = complete.filter(\.isVague)
    }
    let plain = Set(slots.filter { Self.rank($0) == 0 }.map { Self.familyOfSlot[$0] })
    if meant.count == 1, complete.contains(meant[0]), plain.count > 1 {
      // As "latitude" with "lat" and "lon".
      return .several(pairs.filter { plain.contains($0.latitude) })
    }
    if meant.count == 1 {
      return .one(meant[0], besides: others.flatMap { [$0.latitude, $0.longitude] })
    }
    let several = meant.isEmpty ? others : meant
    return several.isEmpty ? .none : .several(several)
  }
}
