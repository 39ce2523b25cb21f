import MapGeometry
import PinData

/// The pins of a file that another tool exported, as a store takes them.
public struct PinImport: Sendable {
  /// The pins in the file's order.
  public let pins: [StoredPin]
  /// True if the identifiers are those of the file; else they are positions in it, from 0.
  public let hasOwnIdentifiers: Bool
  /// Two lines for people: what was read, and what was left out.
  public let summary: String

  /// Reads GeoJSON, JSON, CSV, SQLite or a GeoPackage, each also compressed with gzip.
  ///
  /// The names are those of a property, a member or a column `name` or `title`, cut where they are
  /// longer than a store takes. The identifiers are those of a feature, or of a member or a column
  /// `id`, if all pins have one, and no two the same. Of databases neither is read.
  ///
  /// - Throws: an error that says what was expected, what was found, and where.
  public init(path: String) throws {
    let contents = try PinFile.read(path: path, options: PinFileOptions(readsLabels: true))
    let labels = contents.labels
    let identifiers = labels.compactMap(\.identifier)
    let hasOwn =
      !identifiers.isEmpty && identifiers.count == contents.pins.count
      && Set(identifiers).count == identifiers.count
    hasOwnIdentifiers = hasOwn
    summary = "\(contents.summary)"
    pins = contents.pins.coordinates.enumerated().map { position, coordinate in
      StoredPin(
        id: hasOwn ? identifiers[position] : Int64(position),
        code: MortonCode(MapPoint(coordinate)),
        name: labels.isEmpty ? "" : Self.storable(labels[position].name))
    }
  }

  /// The longest beginning of a name that a store takes.
  private static func storable(_ name: String) -> String {
    var name = name
    name.unicodeScalars.removeAll { $0 == "\0" }
    while name.utf8.count > StoredPin.maxNameLength { name.removeLast() }
    return name
  }
}
