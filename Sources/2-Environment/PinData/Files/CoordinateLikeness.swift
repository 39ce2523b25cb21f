import Clustering
import Foundation

/// A notation that a coordinate off the earth resembles. A message names it; it is only converted
/// if the caller asks for that.
package struct CoordinateLikeness: Hashable, Sendable {
  /// The words after "which look".
  let words: String
  /// The option that reads it; `nil` if the caller knows how to exchange the two numbers.
  let remedy: String?

  /// A longitude as the latitude, and the other way round.
  package static let swapped = Self(words: "swapped", remedy: nil)
  package static let longitudesFrom0 = Self(
    words: "like longitudes from 0 to 360", remedy: option("longitudes", ["0-360"]))
  package static let metres = Self(
    words: "like metres of a map projection (such as UTM or web mercator)",
    remedy: "Convert metres to degrees, for example: ogr2ogr -s_srs EPSG:NUMBER -t_srs EPSG:4326 "
      + "NEW.geojson FILE; for CSV, add -oo X_POSSIBLE_NAMES=X -oo Y_POSSIBLE_NAMES=Y.")

  /// Degrees and minutes in one number.
  package static let degreesAndMinutes = Self(
    words: "like degrees and minutes in one number (ddmm.mmmm, as in NMEA)",
    remedy: "Write degrees: 4812.066 is 48 + 12.066 / 60.")

  /// Degrees times a power of ten, one of these.
  package static func scaled(exponents: [Int]) -> Self {
    Self(
      words: "like degrees times " + exponents.map { "1e\($0)" }.joined(separator: " or "),
      remedy: option("scale", exponents.map { "1e-\($0)" }))
  }

  private static func option(_ key: String, _ values: [String]) -> String {
    "If they are: 'try' has the option "
      + values.map { "--\(key) \($0)" }.joined(separator: " or ") + "; in a scenario, "
      + values.map { "\"\(key): \($0)\"" }.joined(separator: " or ") + " in 'data'."
  }

  /// The largest metres in either direction: half of the equator in web mercator is 20,037,508. With
  /// the number of a zone before them, and then seldom whole, they are longer.
  private static let maxMetres = (whole: 2.1e7, others: 1e8)

  /// All notations that a coordinate off the earth resembles; empty if it resembles none.
  package static func all(
    _ written: Coordinate, in notation: CoordinateNotation = CoordinateNotation()
  ) -> [Self] {
    let coordinate = notation.coordinate(written)
    if abs(coordinate.latitude) <= 180, abs(coordinate.longitude) <= 90 { return [.swapped] }
    if notation.longitudes == .around0, abs(coordinate.latitude) <= 90,
      (180...360).contains(coordinate.longitude)
    {
      return [.longitudesFrom0]
    }
    let sizes = [abs(written.latitude), abs(written.longitude)]
    let areMinutes = sizes.allSatisfy { $0.truncatingRemainder(dividingBy: 100) < 60 }
    if notation.scale == 1, areMinutes, sizes[0] <= 9_000, sizes[1] <= 18_000,
      sizes[0] > 90, sizes.contains(where: { $0 > 1_000 && $0.rounded() != $0 })
    {
      return [.degreesAndMinutes]
    }
    guard let smallest = sizes.min(), let largest = sizes.max(),
      sizes.allSatisfy({ $0 > 1_000 })
    else { return [] }
    let isWhole = sizes.allSatisfy { $0.isFinite && $0.rounded() == $0 }
    // Those of files with degrees as whole numbers: encoded lines, services of public transport,
    // histories of locations. The two may be swapped.
    let exponents = [5, 6, 7].filter {
      let unit = pow(10, Double($0))
      return isWhole && largest > 1e5 && smallest <= 90 * unit && largest <= 180 * unit
    }
    let areMetres =
      notation.scale == 1 && largest <= (isWhole ? maxMetres.whole : maxMetres.others)
    return (exponents.isEmpty ? [] : [.scaled(exponents: exponents)]) + (areMetres ? [.metres] : [])
  }
}

extension DataFileError.Problem {
  /// The problem with a coordinate off the earth.
  ///
  /// - Parameters:
  ///   - written: the coordinate as the file has it.
  ///   - canBeTold: true where the caller can say that the file has another notation.
  ///   - exchange: how to exchange the two numbers.
  static func offEarth(
    _ written: Coordinate, _ notation: CoordinateNotation, canBeTold: Bool,
    exchange: () -> String
  ) -> Self {
    let coordinate = notation.coordinate(written)
    let looks = CoordinateLikeness.all(written, in: notation)
      .filter { canBeTold || [.swapped, .metres, .degreesAndMinutes].contains($0) }
    let words = looks.map(\.words).joined(separator: ", or ")
    let remedy = looks.map { $0.remedy ?? exchange() + " If only this place is wrong, fix it." }
      .joined(separator: " ")
    return .mismatch(
      expected: "a latitude of -90 to 90 and a longitude of -180 to 180",
      found:
        "latitude \(coordinate.latitude), longitude \(coordinate.longitude)\(notation)"
        + (looks.isEmpty ? "" : ", which look \(words)"),
      remedy: looks.isEmpty
        ? "Check that they are degrees, and correct or remove this place." : remedy)
  }
}
