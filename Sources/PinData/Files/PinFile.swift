import MapGeometry

/// Reads pins from files that other tools export.
public enum PinFile {
  /// The places in a GeoJSON (.geojson, .json) or CSV (.csv) file, in the file's order.
  ///
  /// - GeoJSON: a FeatureCollection whose features are Points or MultiPoints; other members are
  ///   ignored, features with a null geometry are left out.
  /// - CSV: a header line that names the columns (latitude, lat or y; longitude, lon, lng, long or
  ///   x; upper or lower case), separated by commas, semicolons or tabs.
  ///
  /// The file is read in pieces: memory holds the places, 16 bytes each, and one piece. The first
  /// thing that is wrong ends the reading; no place is dropped silently. Takes O(n) time. Safe to
  /// call from any thread; it blocks while it reads.
  public static func read(path: String) throws(PinFileError) -> PinSet {
    let coordinates: [Coordinate]
    switch fileExtension(of: path) {
    case "geojson", "json": coordinates = try readGeoJSON(path: path)
    case "csv": coordinates = try readCSV(path: path)
    default: throw PinFileError(path: path, location: nil, problem: .unknownExtension)
    }
    guard !coordinates.isEmpty else {
      throw PinFileError(path: path, location: nil, problem: .noPins)
    }
    return PinSet(coordinates: coordinates)
  }

  static func fileExtension(of path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 ? parts.last?.lowercased() : nil
  }
}

extension PinFileError.Problem {
  init(_ error: ScanError) {
    switch error {
    case .unreadable(let reason): self = .unreadable(reason: reason)
    case .empty: self = .emptyFile
    case .malformed(let expected, let found): self = .malformed(expected: expected, found: found)
    }
  }

  /// What is wrong with a coordinate, or `nil` for a good one.
  init?(_ coordinate: Coordinate) {
    if coordinate.isValid { return nil }
    let exchanged = Coordinate(latitude: coordinate.longitude, longitude: coordinate.latitude)
    self = exchanged.isValid ? .swappedCoordinate(coordinate) : .invalidCoordinate(coordinate)
  }
}
