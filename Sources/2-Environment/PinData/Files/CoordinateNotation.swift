import Clustering

/// The notation of a file's coordinates, if they are not degrees from -180 to 180.
///
/// Nothing is converted that the caller does not ask for: a number that looks like another notation
/// is refused.
package struct CoordinateNotation: Hashable, Sendable {
  /// The ranges of the longitudes in a file, in degrees.
  package enum Longitudes: String, Hashable, Sendable, CaseIterable {
    case around0 = "-180-180"
    /// As models of the sea and the air have them.
    case from0 = "0-360"
  }

  /// The degrees that 1 stands for: 1e-6 for micro-degrees.
  package var scale: Double
  package var longitudes: Longitudes

  /// Degrees from -180 to 180.
  package init(scale: Double = 1, longitudes: Longitudes = .around0) {
    self.scale = scale
    self.longitudes = longitudes
  }

  /// Returns the coordinate in degrees.
  ///
  /// A scale below 1 divides by the whole number that it stands for, which is rounded once only.
  func coordinate(_ written: Coordinate) -> Coordinate {
    if self == CoordinateNotation() { return written }
    var (latitude, longitude) = (written.latitude, written.longitude)
    if scale < 1, (1 / scale).rounded() * scale == 1 {
      let units = (1 / scale).rounded()
      (latitude, longitude) = (latitude / units, longitude / units)
    } else {
      (latitude, longitude) = (latitude * scale, longitude * scale)
    }
    if longitudes == .from0, longitude > 180, longitude <= 360 { longitude -= 360 }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}

extension CoordinateNotation: CustomStringConvertible {
  /// The notation as the keys of a scenario; empty for degrees from -180 to 180.
  package var description: String {
    (scale == 1 ? "" : ", scale: \(scale)")
      + (longitudes == .around0 ? "" : ", longitudes: \(longitudes.rawValue)")
  }
}
