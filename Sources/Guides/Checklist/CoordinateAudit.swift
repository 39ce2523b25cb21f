import Land
import MapGeometry

/// A look at the coordinates of pins for swapped latitudes and longitudes.
///
/// A swapped coordinate of which one angle is out of range is refused when a file is read. Of the
/// others it tells how many lie on land as they are, and how many would if they were swapped. Land
/// without people tells nothing: south of 60 degrees south is Antarctica.
package struct CoordinateAudit: Hashable, Sendable {
  /// The result of the comparison.
  package enum Outcome: Hashable, Sendable {
    /// Most pins lie on land as they are, and fewer would if they were swapped.
    case plausible
    /// Most pins lie in the sea, and would lie on land if they were swapped.
    case swapped
    /// Both or neither lie on land: only a look at the map tells.
    case undecided
  }

  /// The number of pins that were looked at.
  package let count: Int
  /// The fraction of them on land.
  package let onLand: Double
  /// The fraction of them that would be on land if latitude and longitude were swapped.
  package let onLandIfSwapped: Double

  /// More pins do not change the answer.
  private static let maxCount = 2_000
  /// From this fraction on most pins are on land; the outlines lack islands, and piers.
  private static let most = 0.7
  /// Up to this fraction few are.
  private static let few = 0.3
  /// South of it is Antarctica.
  private static let minLatitude = -60.0

  /// Looks at an even selection of coordinates. O(points of the outlines) for each of up to 2,000.
  package init(_ coordinates: [Coordinate], land: Land) {
    let count = min(coordinates.count, Self.maxCount)
    let selection = (0..<count).map { coordinates[$0 * coordinates.count / max(1, count)] }
    func share(_ isOnLand: (Coordinate) -> Bool) -> Double {
      count == 0 ? 0 : Double(selection.count(where: isOnLand)) / Double(count)
    }
    func isInhabited(_ coordinate: Coordinate) -> Bool {
      coordinate.isValid && coordinate.latitude > Self.minLatitude && land.contains(coordinate)
    }
    self.count = count
    onLand = share(isInhabited)
    onLandIfSwapped = share {
      isInhabited(Coordinate(latitude: $0.longitude, longitude: $0.latitude))
    }
  }

  /// The result.
  package var outcome: Outcome {
    if onLand >= Self.most, onLandIfSwapped < onLand { return .plausible }
    if onLand <= Self.few, onLandIfSwapped >= Self.most { return .swapped }
    return .undecided
  }
}
