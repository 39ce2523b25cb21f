import MapGeometry

/// A region for people to read: as few digits as show how it differs from another.
struct RegionText {
  private static let fewestDigits = 5
  private static let mostDigits = 9

  let text: String

  /// - Parameter other: the region that a reader saw before; `nil` where there is none.
  init(_ region: Region, comparedTo other: Region?) {
    let digits = (Self.fewestDigits...Self.mostDigits).first {
      guard let other else { return true }
      return Self.text(region, digits: $0) != Self.text(other, digits: $0)
    }
    text = Self.text(region, digits: digits ?? Self.fewestDigits)
  }

  private static func text(_ region: Region, digits: Int) -> String {
    func fixed(_ number: Double) -> String { Self.fixed(number, digits: digits) }
    return "\(fixed(region.center.latitude)), \(fixed(region.center.longitude)), "
      + "\(fixed(region.span.latitudeDelta)) x \(fixed(region.span.longitudeDelta))°"
  }

  private static func fixed(_ number: Double, digits: Int) -> String {
    let power = (0..<digits).reduce(1.0) { power, _ in power * 10 }
    let scaled = (number * power).rounded()
    // Beyond this a double has no such digits.
    guard abs(scaled) < 9e15 else { return "\(number)" }
    let whole = String(Int64(scaled).magnitude)
    let padded = String(repeating: "0", count: max(0, digits + 1 - whole.count)) + whole
    return (scaled < 0 ? "-" : "") + padded.dropLast(digits) + "." + padded.suffix(digits)
  }
}
