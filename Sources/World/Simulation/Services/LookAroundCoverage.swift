import Clustering
import Support

/// The places that have Look Around imagery.
///
/// Imagery is collected by area, and within an area by street: an area of the size of a city has it
/// or not, and so has each piece of a street of an area that has it. Both are drawn from the position
/// only, so that neighbours share them and a request does not depend on earlier ones. Apple lists
/// regions and publishes no share of the places in them.
package struct LookAroundCoverage: Hashable, Sendable {
  /// The fraction of the areas that have imagery.
  package let areaShare: Double
  /// The fraction of the pieces of streets that have imagery, in an area that has it.
  package let streetShare: Double
  /// The width of an area in metres.
  package let areaSize: Double
  /// The length of a piece of a street in metres.
  package let streetSize: Double
  private let seed: UInt64

  /// Creates a coverage; sizes are positive.
  package init(
    areaShare: Double, streetShare: Double, areaSize: Double, streetSize: Double, seed: UInt64
  ) {
    precondition(areaSize > 0 && streetSize > 0, "an area has a size")
    self.areaShare = areaShare
    self.streetShare = streetShare
    self.areaSize = areaSize
    self.streetSize = streetSize
    self.seed = seed
  }

  /// The coverage of a platform profile.
  ///
  /// - Precondition: the profile provides the group of a search.
  package init(profile: PlatformProfile, seed: UInt64) {
    self.init(
      areaShare: profile[.lookAroundAreaShare], streetShare: profile[.lookAroundStreetShare],
      areaSize: profile[.lookAroundAreaSize], streetSize: profile[.lookAroundStreetSize],
      seed: seed)
  }

  /// A platform without imagery.
  package static let none = LookAroundCoverage(
    areaShare: 0, streetShare: 0, areaSize: 1, streetSize: 1, seed: 0)

  /// True if a place has imagery.
  package func includes(_ coordinate: Coordinate) -> Bool {
    draw(coordinate, cellSize: areaSize, stream: 1) < areaShare
      && draw(coordinate, cellSize: streetSize, stream: 2) < streetShare
  }

  /// The number of a cell of about the given size in metres, in 0..<1.
  private func draw(_ coordinate: Coordinate, cellSize: Double, stream: UInt64) -> Double {
    let degrees = cellSize / 111_195
    let row = (coordinate.latitude / degrees).rounded(.down)
    let column = (coordinate.longitude / degrees).rounded(.down)
    var mixed = SplitMix64(seed: seed &+ stream).first
    mixed = SplitMix64(seed: mixed &+ UInt64(bitPattern: Int64(row))).first
    mixed = SplitMix64(seed: mixed &+ UInt64(bitPattern: Int64(column))).first
    var generator = SplitMix64(seed: mixed)
    return generator.unit()
  }
}
