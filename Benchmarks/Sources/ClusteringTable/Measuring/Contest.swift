/// What is measured on the two sides, and how one sample is taken.
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
  }

  /// Takes a sample: as many numbers as there are measures.
  typealias Side = () throws -> [Double]

  let measures: [Measure]
  /// Whether the numbers are the same on every run, so that one sample is enough.
  var isCounted = false
  /// Whether every pin is dealt with, so that the floors are measured in the same rounds.
  var dealsWithEveryPin = false
  let ours: Side
  /// `nil` where there is nothing of its kind to compare with.
  var reference: Reference?

  /// The other side.
  struct Reference {
    /// What it is, as the table says.
    let name: String
    let side: Side

    init(_ name: String, _ side: @escaping Side) {
      self.name = name
      self.side = side
    }
  }
}
