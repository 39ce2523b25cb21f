import Simulation

/// A profile for each of some parameters in which that one is 1, in its dimension's first unit, and
/// the others are 0: a model that is linear in them gives the design of a regression.
struct UnitProfiles {
  let profiles: [PlatformProfile]
  private let base: PlatformProfile

  init(of names: [ProfileParameter.Name], in base: PlatformProfile) {
    let zero = names.reduce(base) { $0.setting($1, to: 0) }
    profiles = names.map { zero.setting($0, to: 1) }
    self.base = base
  }

  /// The values that a parameter can have.
  func range(of name: ProfileParameter.Name) -> ClosedRange<Double> {
    guard let unit = base.parameters.first(where: { $0.name == name })?.unit else { return 0...0 }
    let range = name.range(in: unit)
    return (range.lowerBound * unit.scale)...(range.upperBound * unit.scale)
  }
}

/// The rows of a regression of times: those that the model has for each operation, taken from the
/// model by asking it for the time of one operation on profiles of which one parameter is 1.
///
/// The model is linear in the operations, but for the first view.
struct DesignOfTimes {
  /// The columns of each operation that has a cost.
  private let costs: [(operation: WritableKeyPath<RecordedOperations, Int>, columns: [Double])]
  private let firstView: [Double]

  init(_ profiles: [PlatformProfile]) {
    costs = RecordedOperations.kinds.map { operation in
      var one = RecordedOperations()
      one[keyPath: operation] = 1
      return (operation, profiles.map { one.time(on: $0, afterFirstView: true) })
    }
    var view = RecordedOperations()
    view.map.markerViewsCreated = 1
    firstView = profiles.map {
      view.time(on: $0, afterFirstView: false) - view.time(on: $0, afterFirstView: true)
    }
  }

  /// The time of the work for each parameter that is 1.
  func row(of work: MeasuredWork) -> [Double] {
    let isFirst = work.operations.map.viewsCreated > 0 && !work.isAfterFirstView
    var row = isFirst ? firstView : [Double](repeating: 0, count: firstView.count)
    for (operation, columns) in costs {
      let count = work.operations[keyPath: operation]
      guard count != 0 else { continue }
      for column in row.indices { row[column] += Double(count) * columns[column] }
    }
    return row
  }
}
