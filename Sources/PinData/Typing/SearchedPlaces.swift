/// The places of a set by what a person decides first: in which city, and of which kind.
struct SearchedPlaces {
  /// Positions in the set.
  struct City {
    var pointsOfInterest: [Int] = []
    var addresses: [Int] = []
    var physicalFeatures: [Int] = []

    var count: Int { pointsOfInterest.count + addresses.count + physicalFeatures.count }
  }

  let places: [Place]
  /// The city with the most places first; of equal ones the one that the set names first.
  private let cities: [City]
  /// Running sums of the weights 1, 1/2, 1/3 ... of the cities (Zipf's law).
  private let cumulativeWeights: [Double]

  init(_ set: PlaceSet, kinds: Place.Kinds) {
    places = set.places
    var numbers: [String: Int] = [:]
    var cities: [City] = []
    for (index, place) in set.places.enumerated()
    where place.coordinate.isValid && kinds.contains(place.kind) {
      let number = numbers[place.city] ?? cities.count
      if number == cities.count {
        numbers[place.city] = number
        cities.append(City())
      }
      switch place.classification {
      case .pointOfInterest: cities[number].pointsOfInterest.append(index)
      case .address: cities[number].addresses.append(index)
      case .physicalFeature: cities[number].physicalFeatures.append(index)
      }
    }
    self.cities = cities.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.map(\.element)
    var sum = 0.0
    cumulativeWeights = cities.indices.map { rank in
      sum += 1 / Double(rank + 1)
      return sum
    }
  }

  var isEmpty: Bool { cities.isEmpty }

  /// A city, as its position by size: the first twice as likely as the second.
  func city(_ random: inout SplitMix64) -> Int {
    let weight = random.unit() * (cumulativeWeights.last ?? 0)
    // The first whose running weight exceeds the drawn one, by bisection.
    var lower = 0
    var upper = cities.count - 1
    while lower < upper {
      let middle = (lower + upper) / 2
      if weight < cumulativeWeights[middle] { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }

  /// A place in a city: of 100 places 70 are points of interest, 20 addresses and 10 physical
  /// features, where the city has them; of two that come to mind the better known.
  func place(inCity city: Int, _ random: inout SplitMix64) -> Int {
    let city = cities[city]
    let kind = random.unit()
    let (first, second) = (random.unit(), random.unit())
    let wished =
      kind < 0.7 ? city.pointsOfInterest : kind < 0.9 ? city.addresses : city.physicalFeatures
    let candidates =
      [wished, city.pointsOfInterest, city.addresses, city.physicalFeatures]
      .first { !$0.isEmpty } ?? []
    let one = candidates[Int(first * Double(candidates.count))]
    let other = candidates[Int(second * Double(candidates.count))]
    return places[one].prominence >= places[other].prominence ? one : other
  }
}
