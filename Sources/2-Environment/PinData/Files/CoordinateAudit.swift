import Clustering
import Support

/// A look at the coordinates of pins for swapped latitudes and longitudes.
///
/// If only one angle of a swapped coordinate is out of range, the reader of the file refuses it.
/// This counts how many of the others lie on land as they are, and how many would if they were
/// swapped. Land without people says nothing: south of 60 degrees south is Antarctica.
///
/// Pins in the sea alone are no sign of a mistake. Harbours lie next to the outlines, and small
/// islands and buoys in the sea, and by chance they are on land if swapped, all together: pins of
/// one region are one observation, however many they are. So two things must come together.
///
/// - Many pins are where nothing is: more than 120 km from all land and from the inhabited islands
///   that the outlines lack, or in Antarctica. Of the 234,908 populated places of GeoNames, one is
///   and would be on land if swapped.
/// - Nearly all pins are on land if swapped, and significantly more than as they are: by the sign
///   test of the pins that are on land in one of the two ways only, at 1 %.
///
/// Both hold for a third of the countries, with their 30 largest towns swapped; for the others,
/// land says too little. No set of towns, harbours or islands that is right is taken for swapped.
/// Of 1,000 sets of buoys at random places in regions of 60 to 1,200 km, 8 % are.
package struct CoordinateAudit: Hashable, Sendable {
  /// The result of the comparison.
  package enum Outcome: Hashable, Sendable {
    /// Most pins lie on land as they are, and fewer would if they were swapped.
    case plausible
    /// Many pins lie where nothing is, and nearly all would lie on land if they were swapped.
    case swapped
    /// All pins lie in the few degrees of sea that angles in radians would be in.
    case radians
    /// No number of many has a decimal part from .60 on, as if 48.19 was 48 degrees and 19 minutes.
    case degreesAndMinutes
    /// Both or neither lie on land: only a look at the map decides.
    case undecided
  }

  /// The number of pins that were looked at.
  package let count: Int
  /// The fraction of them on land.
  package let onLand: Double
  /// The fraction of them that would be on land if latitude and longitude were swapped.
  package let onLandIfSwapped: Double
  /// The fraction of them in the open sea or in Antarctica.
  package let inNoOnesLand: Double
  /// The unit that the numbers themselves speak for.
  private let unit: Outcome?
  /// The number of pins that are on land as they are only.
  private let onlyAsTheyAre: Int
  /// The number of pins that are on land if swapped only.
  private let onlyIfSwapped: Int

  /// More pins do not change the answer.
  private static let maxCount = 2_000
  /// From this fraction on most pins are on land; the outlines lack islands, and piers.
  private static let most = 0.7
  /// From this fraction on nearly all are: pins of towns at a coast may be missing.
  private static let nearlyAll = 0.9
  /// From this fraction on many are where nothing is: half of Germany's 30 largest towns, swapped.
  private static let many = 0.4
  /// The distance from land at which the open sea begins, in kilometres.
  private static let openSea = 120.0
  /// The probability below which a difference is significant.
  private static let significance = 0.01
  /// South of it is Antarctica.
  private static let minLatitude = -60.0

  /// Islands with people, or with a station, that are farther from the outlines than the open sea,
  /// and would be on land if they were swapped: their middle, and a radius in kilometres.
  private static let islands: [(latitude: Double, longitude: Double, radius: Double)] = [
    (28.3, -15.7, 250), (39.4, 2.8, 150), (16, -24.1, 180), (32.9, -16.8, 60),  // Canaries, …
    (35.9, 14.4, 30), (36.1, 12.3, 90), (37.3, 25.6, 120),  // Malta, Pelagie, Cyclades
    (12.5, 53.9, 70), (-4.5, 55.6, 60),  // Socotra, Seychelles
    (0.2, 6.6, 40), (1.6, 7.4, 30), (-1.4, 5.6, 20),  // São Tomé, Príncipe, Annobón
    (-54.4, 3.4, 30),  // Bouvet
  ]

  /// Looks at an even selection of coordinates. O(points of the outlines) for each of up to 2,000.
  package init(_ coordinates: [Coordinate], land: Land) {
    let count = min(coordinates.count, Self.maxCount)
    let selection = (0..<count).map { coordinates[$0 * coordinates.count / max(1, count)] }
    func isInhabited(_ coordinate: Coordinate) -> Bool {
      coordinate.isValid && coordinate.latitude > Self.minLatitude && land.contains(coordinate)
    }
    var (here, swapped, nowhere) = (0, 0, 0)
    var (onlyHere, onlySwapped) = (0, 0)
    for coordinate in selection {
      let isHere = isInhabited(coordinate)
      let isSwapped = isInhabited(
        Coordinate(latitude: coordinate.longitude, longitude: coordinate.latitude))
      if isHere { here += 1 } else if Self.isNoOnesLand(coordinate, land) { nowhere += 1 }
      if isSwapped { swapped += 1 }
      if isHere, !isSwapped { onlyHere += 1 }
      if isSwapped, !isHere { onlySwapped += 1 }
    }
    let total = Double(max(1, count))
    self.count = count
    unit = Self.unit(of: selection.filter { $0.latitude != 0 || $0.longitude != 0 })
    onlyAsTheyAre = onlyHere
    onlyIfSwapped = onlySwapped
    onLand = Double(here) / total
    onLandIfSwapped = Double(swapped) / total
    inNoOnesLand = Double(nowhere) / total
  }

  private static func unit(of coordinates: [Coordinate]) -> Outcome? {
    let areRadians = coordinates.allSatisfy {
      $0.latitude.magnitude <= .pi / 2 && $0.longitude.magnitude <= .pi
    }
    if areRadians, coordinates.count > 2 { return .radians }
    let angles = coordinates.flatMap { [$0.latitude.magnitude, $0.longitude.magnitude] }
    let fractions = angles.map { $0 - $0.rounded(.down) }
    // By chance, 20 different degrees have no such part in 4 of 100,000 files; the degrees of a
    // grid have few parts.
    let areMinutes =
      fractions.allSatisfy { $0 < 0.5999 } && fractions.contains { $0 > 0.5 }
      && Set(angles.map { $0.rounded(.down) }).count >= 20
      && Set(fractions.map { ($0 * 100).rounded() }).count >= 10
    return areMinutes ? .degreesAndMinutes : nil
  }

  private static func isNoOnesLand(_ coordinate: Coordinate, _ land: Land) -> Bool {
    if coordinate.latitude <= minLatitude { return true }
    if land.isNear(coordinate, kilometers: openSea) { return false }
    return !islands.contains { island in
      coordinate.greatCircleDistance(
        to: Coordinate(latitude: island.latitude, longitude: island.longitude))
        < island.radius * 1_000
    }
  }

  /// The result.
  package var outcome: Outcome {
    if let unit { return unit }
    if onLand >= Self.most, onLandIfSwapped < onLand { return .plausible }
    let isSwapped =
      inNoOnesLand >= Self.many && onLandIfSwapped >= Self.nearlyAll
      && chance < Self.significance
    return isSwapped ? .swapped : .undecided
  }

  /// The probability that as many pins or more are on land only if swapped, of those that are on land
  /// in one way only, if each way was as probable as the other.
  private var chance: Double {
    // The sum of the binomial distribution from a number on.
    onlyIfSwapped == 0
      ? 1
      : BetaDistribution(alpha: Double(onlyIfSwapped), beta: Double(onlyAsTheyAre + 1))
        .cumulativeProbability(0.5)
  }
}
