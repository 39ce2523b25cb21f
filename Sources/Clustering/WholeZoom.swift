/// The whole zoom level that answers for a fractional one.
enum WholeZoom {
  /// Rounds down and keeps within a range; NaN gives the lowest level.
  static func level(_ zoom: Double, in range: ClosedRange<Int>) -> Int {
    guard zoom >= Double(range.lowerBound) else { return range.lowerBound }
    guard zoom < Double(range.upperBound) else { return range.upperBound }
    return Int(zoom)
  }
}
