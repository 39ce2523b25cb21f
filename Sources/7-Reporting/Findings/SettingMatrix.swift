import ScenarioModel

/// The faults of every strategy in every setting of a scenario, at one size.
struct SettingMatrix: Hashable {
  /// One variant in one of its settings.
  struct Place: Hashable {
    let variant: String
    let setting: String
  }

  enum Cell: Hashable {
    /// The faults, the worst first; empty where there is none.
    case faults([SettingOutcome.Fault])
    /// The strategy's case did not complete.
    case noResult
  }

  /// The naive strategy first.
  let strategies: [String]
  /// In the run's order; one empty name where there is one variant only.
  let variants: [String]
  /// In the family's order.
  let settings: [String]
  private let cells: [String: [Place: Cell]]

  /// `nil` where no strategy has settings.
  init?(_ results: ScenarioResults, size: Int) {
    let cases = results.cases.filter { $0.scenarioCase.size == size }
    settings = cases.flatMap(\.outcomes).map(\.setting).uniqued()
    guard !settings.isEmpty else { return nil }
    strategies = results.strategies
    variants = results.variants
    var cells: [String: [Place: Cell]] = [:]
    for result in cases {
      let scenarioCase = result.scenarioCase
      for setting in settings {
        let place = Place(variant: scenarioCase.variant, setting: setting)
        if result.status != .completed {
          cells[scenarioCase.strategy, default: [:]][place] = .noResult
        } else if let outcome = result.outcomes.first(where: { $0.setting == setting }) {
          cells[scenarioCase.strategy, default: [:]][place] = .faults(outcome.faults)
        }
      }
    }
    self.cells = cells
  }

  /// `nil` where the variant has no such setting.
  subscript(strategy: String, place: Place) -> Cell? { cells[strategy]?[place] }

  /// The faults of a strategy in a place; empty where there are none or nothing is known.
  func faults(_ strategy: String, _ place: Place) -> [SettingOutcome.Fault] {
    if case .faults(let faults) = self[strategy, place] { faults } else { [] }
  }

  /// Every place, variant by variant.
  var places: [Place] {
    variants.flatMap { variant in settings.map { Place(variant: variant, setting: $0) } }
  }

  /// The places in which the faults of a strategy are known.
  func places(of strategy: String) -> [Place] {
    places.filter { if case .faults = self[strategy, $0] { true } else { false } }
  }

  /// The places in which the case of a strategy did not complete.
  func lost(_ strategy: String) -> [Place] {
    places.filter { self[strategy, $0] == .noResult }
  }

  /// The faults of a strategy in some places, the worst first, with the places of each.
  ///
  /// A fault is worse than another one that follows it in some setting; of two that no setting has
  /// together, the more frequent one comes first.
  func faultPlaces(of strategy: String, in places: [Place]) -> [(fault: String, places: [Place])] {
    let lists = places.map { (place: $0, names: faults(strategy, $0).map(\.name)) }
    var remaining = lists.flatMap(\.names).uniqued()
      .map { name in
        (fault: name, places: lists.filter { $0.names.contains(name) }.map(\.place))
      }
      .enumerated()
      .sorted { left, right in
        (-left.element.places.count, left.offset) < (-right.element.places.count, right.offset)
      }
      .map(\.element)
    func isWorse(_ fault: String, than other: String) -> Bool {
      lists.contains { list in
        guard let own = list.names.firstIndex(of: fault),
          let others = list.names.firstIndex(of: other)
        else { return false }
        return own < others
      }
    }
    var result: [(fault: String, places: [Place])] = []
    while !remaining.isEmpty {
      let worst = remaining.firstIndex { candidate in
        !remaining.contains {
          $0.fault != candidate.fault && isWorse($0.fault, than: candidate.fault)
        }
      }
      // Where settings contradict each other, the more frequent fault comes first.
      result.append(remaining.remove(at: worst ?? 0))
    }
    return result
  }
}

extension ScenarioResults {
  /// The matrices of the run's sizes; equal ones once, with all their sizes.
  var matrices: [(matrix: SettingMatrix, sizes: [Int])] {
    var found: [(matrix: SettingMatrix, sizes: [Int])] = []
    for size in configurations.map(\.size).uniqued() {
      guard let matrix = SettingMatrix(self, size: size) else { continue }
      if let index = found.firstIndex(where: { $0.matrix == matrix }) {
        found[index].sizes.append(size)
      } else {
        found.append((matrix, [size]))
      }
    }
    return found
  }
}
