import BenchmarkTables

extension Contest.Unit {
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
