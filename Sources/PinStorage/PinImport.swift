import MapGeometry
import PinData

/// The pins of a file that another tool exported, as a store takes them.
public struct PinImport: Sendable {
  /// The pins in the file's order, with their positions in it, from 0, as identifiers.
  public let pins: [StoredPin]
  /// Two lines for people: what was read, and what was left out.
  public let summary: String

  /// Reads GeoJSON, JSON, CSV, SQLite or a GeoPackage, each also compressed with gzip.
  ///
  /// - Throws: an error that says what was expected, what was found, and where.
  public init(path: String) throws {
    let contents = try PinFile.read(path: path)
    summary = "\(contents.summary)"
    pins = contents.pins.coordinates.enumerated().map { position, coordinate in
      StoredPin(id: Int64(position), code: MortonCode(MapPoint(coordinate)))
    }
  }
}
