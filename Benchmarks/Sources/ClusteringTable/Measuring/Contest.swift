import BenchmarkTables

/// A comparison of our code with a reference: the measured numbers, and the function for a sample.
struct Contest {
  /// One number of a sample.
  struct Measure {
    let title: String
    let unit: Unit

    init(_ title: String, _ unit: Unit = .nanoseconds) {
      self.title = title
      self.unit = unit
    }
  }

  enum Unit {
    case nanoseconds, bytesAPin, allocations

    /// A number of this unit, as the table shows it.
    func text(_ value: Double) -> String {
      switch self {
      case .nanoseconds: NumberText.duration(value)
      case .bytesAPin where value.isNaN: "not available"
      case .bytesAPin: "\(NumberText.threeDigits(value)) B"
      case .allocations:
        value == value.rounded() ? "\(Int(value))" : NumberText.threeDigits(value)
      }
    }
  }

  /// Takes a sample: as many numbers as there are measures.
  typealias Side = () throws -> [Double]

  let measures: [Measure]
  /// Indicates whether the numbers are the same in each run, so that one sample is enough.
  var isCounted = false
  /// Indicates whether the work handles each pin, so that the floors are measured in the same
  /// rounds.
  var dealsWithEveryPin = false
  let ours: Side
  /// `nil` if there is no reference of this kind.
  var reference: Reference?

  /// The other side.
  struct Reference {
    /// Its label in the table.
    let name: String
    let side: Side

    init(_ name: String, _ side: @escaping Side) {
      self.name = name
      self.side = side
    }

    /// The time of a build.
    static func build<Index>(
      _ name: String, _ makeIndex: @escaping () throws -> Index
    ) -> Self {
      Self(name) { [try Stopwatch.nanoseconds(toMake: makeIndex)] }
    }
  }
}
