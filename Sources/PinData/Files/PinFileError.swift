import MapGeometry

/// Why a file of pins could not be used: which file, where in it, what is wrong and what to do.
public struct PinFileError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Problem: Hashable, Sendable {
    /// The operating system refused to open or read the file; `reason` is its message.
    case unreadable(reason: String)
    /// The file's name does not end in an extension whose format is known.
    case unknownExtension
    /// There is nothing in the file.
    case emptyFile
    /// The file follows its format, but holds no place.
    case noPins
    /// The file does not follow its format.
    case malformed(expected: String, found: String)
    /// The CSV file's first line does not name a latitude and a longitude column.
    case missingColumns(found: [String])
    /// A GeoJSON geometry that is not a point.
    case unsupportedGeometry(type: String)
    /// The coordinate is not on the earth.
    case invalidCoordinate(Coordinate)
    /// The coordinate is not on the earth, but would be with latitude and longitude exchanged.
    case swappedCoordinate(Coordinate)
  }

  /// Where in the file.
  public enum Location: Hashable, Sendable {
    /// A line of a CSV file and the field in it, both from 1.
    case line(Int, column: Int)
    /// A feature of a GeoJSON file, from 0, and how many bytes of the file were read.
    case feature(Int, byteOffset: Int)
    /// How many bytes of the file were read; outside of the features.
    case byteOffset(Int)
  }

  /// The file as it was named by the caller.
  public let path: String
  /// Where in the file, unless the file as a whole is the problem.
  public let location: Location?
  /// What is wrong.
  public let problem: Problem
}

extension PinFileError: CustomStringConvertible {
  /// One line for people: file, place, problem and remedy.
  public var description: String {
    if let location { "\(path), \(location): \(problem)" } else { "\(path): \(problem)" }
  }
}

extension PinFileError.Location: CustomStringConvertible {
  /// The place in the file as people say it.
  public var description: String {
    switch self {
    case .line(let line, let column): "line \(line), column \(column)"
    case .feature(let index, let offset): "feature \(index) (byte \(offset))"
    case .byteOffset(let offset): "byte \(offset)"
    }
  }
}

extension PinFileError.Problem: CustomStringConvertible {
  /// The problem and what to do about it.
  public var description: String {
    switch self {
    case .unreadable(let reason):
      "cannot read the file: \(reason). Check the path and its permissions."
    case .unknownExtension:
      "unknown kind of file: expected the extension .geojson, .json or .csv. Rename or convert it."
    case .emptyFile:
      "the file is empty: expected a GeoJSON FeatureCollection or CSV with a header line."
    case .noPins:
      "the file holds no place: expected at least one. Check how it was exported."
    case .malformed(let expected, let found):
      "expected \(expected.excerpt), found \(found.excerpt). Correct the file or export it again."
    case .missingColumns(let found):
      """
      expected a header line with a latitude column (\(CSVColumns.latitudeNames.list)) and a \
      longitude column (\(CSVColumns.longitudeNames.list)), found \(found.list.excerpt). \
      Add or rename the columns.
      """
    case .unsupportedGeometry(let type):
      """
      expected a Point, found a \(type.excerpt). Keep point features only, or replace the others \
      with a point in their middle.
      """
    case .invalidCoordinate(let coordinate):
      """
      expected a latitude of -90 to 90 and a longitude of -180 to 180, found \
      \(coordinate.text). Correct or remove this place.
      """
    case .swappedCoordinate(let coordinate):
      """
      latitude and longitude look swapped: found \(coordinate.text). Exchange the two \
      (GeoJSON writes longitude first).
      """
    }
  }
}

extension Coordinate {
  fileprivate var text: String { "latitude \(latitude), longitude \(longitude)" }
}

extension [String] {
  fileprivate var list: String {
    map { "\"" + $0 + "\"" }.joined(separator: ", ")
  }
}

extension String {
  /// As much of a file's text as a message shows: a damaged file may have a field of any length.
  var excerpt: String {
    let limit = 200
    // No character is shorter than a byte.
    guard utf8.count > limit, count > limit else { return self }
    return prefix(limit - 1) + "…"
  }
}
