/// Makes up the names of points of interest and of physical features.
struct PlaceNaming {
  /// A category with what its places are called.
  struct CategoryStock {
    let category: PointOfInterestCategory
    let nouns: [String]
    let leadingNouns: [String]
    let chains: [String]
    let namesInOtherScripts: [String]
  }

  private let stocks: [CategoryStock]
  /// Positions in `stocks`, each as often as its frequency says.
  private let categories: [Int]
  /// The kinds of features, each as often as its frequency says.
  let features: [PhysicalFeature]

  init() {
    stocks = PointOfInterestCategory.allCases.map {
      CategoryStock(
        category: $0, nouns: $0.nouns, leadingNouns: $0.leadingNouns, chains: $0.chains,
        namesInOtherScripts: $0.namesInOtherScripts)
    }
    categories = stocks.indices.flatMap { [stocks] index in
      Array(repeating: index, count: stocks[index].category.frequency)
    }
    features = PhysicalFeature.allCases.flatMap { Array(repeating: $0, count: $0.frequency) }
  }

  func category(_ random: inout SplitMix64) -> CategoryStock {
    stocks[random.element(of: categories)]
  }

  /// A name for a point of interest.
  func name(
    of stock: CategoryStock, in city: GeneratedCity, random: inout SplitMix64
  ) -> String {
    let form = random.unit()
    switch form {
    case ..<0.16 where !stock.chains.isEmpty:
      return random.element(of: stock.chains)
    case ..<0.22 where !stock.namesInOtherScripts.isEmpty:
      return random.element(of: stock.namesInOtherScripts)
    case ..<0.40 where !stock.leadingNouns.isEmpty:
      return random.element(of: stock.leadingNouns) + " " + word(&random)
    default:
      break
    }
    let noun = random.element(of: stock.nouns)
    switch random.unit() {
    case ..<0.58: return word(&random) + " " + noun
    case ..<0.68: return random.element(of: PlaceWords.people) + "'s " + noun
    case ..<0.72: return random.element(of: PlaceWords.people) + "'s"
    case ..<0.78: return word(&random) + " & " + word(&random) + " " + noun
    case ..<0.84: return random.element(of: CityNames.all) + " " + noun
    case ..<0.90: return random.element(of: PlaceWords.misleading) + " " + noun
    case ..<0.92: return word(&random) + "-" + noun
    case ..<0.96: return (city.streetName(&random) ?? city.name) + " " + noun
    default: return city.name + " " + noun
    }
  }

  /// A name for a physical feature.
  func name(of feature: PhysicalFeature, random: inout SplitMix64) -> String {
    let prefixes = feature.prefixes
    let word = word(&random)
    if !prefixes.isEmpty, random.chance(0.4) { return random.element(of: prefixes) + word }
    return word + random.element(of: feature.suffixes)
  }

  /// A word of the stock; the first ones twice as often as those in the middle.
  private func word(_ random: inout SplitMix64) -> String {
    let count = PlaceWords.stock.count
    return PlaceWords.stock[min(random.index(below: count), random.index(below: count))]
  }
}
