/// The places in a member of a JSON file that is not read, or the entries of a list that may be
/// some.
struct UnreadPlaces {
  /// The forms that several places have.
  enum Kind: Equatable {
    /// Members of one object.
    case members
    /// Objects in one array.
    case array
    /// Arrays of numbers in one array.
    case positions
    /// Arrays or objects of numbers, one of latitudes and one of longitudes, with these names.
    case columns(CoordinateNames)
  }

  /// The way to the array or object that holds them; "[]" is each element of an array. A long name
  /// is cut: that of a small compressed file may be of any length.
  var path: [String] = []
  /// Indicates whether they have an x and a y only, or are no objects: then they may be anything.
  var isVague = false
  var kind = Kind.members
  var count = 0
  /// The place of the first.
  let position: DataFileError.TextPosition

  /// The number of different ways that are remembered.
  static let maxCount = 100

  /// The appearance of a value with these places alone.
  var looks: JSONItems.Looks { count == 0 ? .other : isVague ? .vaguePlace : .place }

  /// Counts a value, if it is a place.
  mutating func add(_ looks: JSONItems.Looks, count: Int = 1) {
    guard looks > .position else { return }
    self.count += count
    if looks == .place { isVague = false }
  }

  /// The way in a message, without the marks of elements.
  var name: String {
    let way = path.filter { $0 != "[]" }
    guard case .columns(let names) = kind else { return way.joined(separator: ".").excerpt(60) }
    return [names.latitude, names.longitude].map { (way + [$0]).joined(separator: ".").excerpt(60) }
      .joined(separator: "\" and \"")
  }

  /// The way as a filter of the program jq; `nil` where a name is no plain word.
  var steps: String? { Self.steps(of: path) }

  static func steps(of path: [String]) -> String? {
    let steps = path.map { $0 == "[]" ? $0 : "." + $0 }.joined()
    let isPlain = path.allSatisfy { step in
      step == "[]"
        || step.utf8.allSatisfy(ASCII.isWord) && step.utf8.first.map(ASCII.isDigit) == false
    }
    return isPlain && steps.utf8.count <= 100 ? steps : nil
  }
}

extension [UnreadPlaces] {
  /// Adds places to those with the same way; too many ways count as one.
  mutating func add(_ places: UnreadPlaces) {
    let index = firstIndex { $0.path == places.path }
    guard let index = index ?? (count < UnreadPlaces.maxCount ? nil : count - 1) else {
      return append(places)
    }
    self[index].count += places.count
    self[index].isVague = self[index].isVague && places.isVague
    if self[index].kind != places.kind { self[index].kind = .members }
  }
}
