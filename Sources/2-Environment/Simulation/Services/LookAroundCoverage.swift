import Clustering
import Platform
import Support

/// The places that have Look Around imagery.
///
/// Imagery is collected by area, and within an area by street: an area of the size of a city has it
/// or not, and so has each piece of a street of an area that has it. Both are drawn from the position
/// only, so that neighbours share them and a request does not depend on earlier ones. Apple lists
/// regions and publishes no share of the places in them.
package struct LookAroundCoverage: Hashable, Sendable {
  /// The fraction of the areas that have imagery.
  package var areaShare = 0.0
  /// The fraction of the pieces of streets that have imagery, in an area that has it.
  package var streetShare = 0.0
  /// The width of an area in metres, more than 0.
  package var areaSize = 1.0
  /// The length of a piece of a street in metres, more than 0.
  package var streetSize = 1.0
  /// The seed of the draws.
  package var seed: UInt64 = 0

  /// A platform without imagery.
  package static let none = LookAroundCoverage()

  private init() {}

  /// The coverage of a platform profile.
  ///
  /// - Precondition: the profile provides the group of a search.
  package init(profile: PlatformProfile, seed: UInt64) {
    areaShare = profile[.lookAroundAreaShare]
    streetShare = profile[.lookAroundStreetShare]
    areaSize = profile[.lookAroundAreaSize]
    streetSize = profile[.lookAroundStreetSize]
    self.seed = seed
  }

  /// Returns whether a place has imagery.
  package func includes(_ coordinate: Coordinate) -> Bool {
    draw(coordinate, cellSize: areaSize, stream: 1) < areaShare
      && draw(coordinate, cellSize: streetSize, stream: 2) < streetShare
  }

  /// The number of a cell of about the given size in metres, in 0..<1.
  private func draw(_ coordinate: Coordinate, cellSize: Double, stream: UInt64) -> Double {
    let degrees = cellSize / 111_195
    let row = (coordinate.latitude / degrees).rounded(.down)
    let column = (coordinate.longitude / degrees).rounded(.down)
    var generator = SplitMix64(
      mixing: seed &+ stream, UInt64(bitPattern: Int64(row)), UInt64(bitPattern: Int64(column)))
    return generator.unit()
  }
}
