/// How numbers are written for programs: nothing is lost, and no locale takes part.
enum ExactNumber {
  /// Whole numbers plain, others in the shortest form that reads back as the same number; `nil`
  /// for what is not a finite number.
  static func text(_ value: Double) -> String? {
    guard value.isFinite else { return nil }
    if value == value.rounded(), abs(value) < 9_007_199_254_740_992 { return String(Int(value)) }
    return "\(value)"
  }
}
