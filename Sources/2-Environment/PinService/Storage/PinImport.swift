import Clustering
import PinData

/// The pins of a file that another tool exported, as a store takes them.
public struct PinImport: Sendable {
  /// The pins in the file's order.
  public let pins: [StoredPin]
  /// Indicates whether the identifiers are those of the file; else they are positions in it, from
  /// 0.
  public let hasOwnIdentifiers: Bool
  /// Lines for people: what was read, and what was left out.
  public let summary: String
  /// The limit of places, unless a caller gives another one.
  public static let maxPlaces = PinFileOptions().maxPlaces

  /// Reads GeoJSON, JSON, CSV, SQLite or a GeoPackage, each also compressed with gzip.
  ///
  /// The names are those of a property, a member or a column `name` or `title`, cut where they are
  /// longer than a store takes. The identifiers are those of a feature, or of a member or a column
  /// `id`, if they are whole numbers, all pins have one, and no two the same; other ones are kept
  /// as a property `id`. The other columns, members or properties of a
  /// pin are kept within limits, as they are: texts of a CSV file, and texts, numbers, booleans and
  /// nulls of JSON. Of databases nothing but places is read. Places beyond
  /// the latitudes of the map (±85) are kept at its edge, where a map shows them, and counted in the
  /// summary.
  ///
  /// - Parameter maxPlaces: more places are refused: a small file can hold any number.
  /// - Throws: an error that says what was expected, what was found, and where.
  public init(path: String, maxPlaces: Int = maxPlaces) throws {
    var options = PinFileOptions(readsLabels: true)
    options.maxPlaces = maxPlaces
    let contents = try PinFile.read(path: path, options: options)
    let labels = contents.labels
    let identifiers = labels.compactMap(\.identifier)
    let hasOwn =
      !identifiers.isEmpty && identifiers.count == contents.pins.count
      && Set(identifiers).count == identifiers.count
    hasOwnIdentifiers = hasOwn
    let points = [MapPoint](projecting: contents.pins.coordinates)
    pins = points.enumerated().map { position, point in
      var properties = labels.isEmpty ? PinProperties() : labels[position].properties
      // Numbers that do not identify the pins are kept as texts are.
      if !hasOwn, let number = labels.isEmpty ? nil : labels[position].identifier {
        properties.add("id", json: "\(number)".utf8)
      }
      return StoredPin(
        id: hasOwn ? identifiers[position] : Int64(position),
        code: MortonCode(point),
        name: labels.isEmpty ? "" : Self.storable(labels[position].name),
        properties: properties.json)
    }
    let leftOut = labels.reduce(0) { $0 + Int($1.properties.leftOutCount) }
    let beyond = contents.pins.coordinates.count { abs($0.latitude) > MapPoint.maxLatitude }
    var parts = ["\(contents.summary)"]
    if beyond > 0 { parts.append("\(beyond) beyond latitude 85, moved to that edge of the map") }
    if leftOut > 0 {
      let noun = leftOut == 1 ? "property" : "properties"
      parts.append("\(leftOut) \(noun) left out: nested, too long or too many")
    }
    summary = parts.joined(separator: "; ")
  }

  /// A name that a store takes. Its length is that of a label, which the reader of the file has cut.
  private static func storable(_ name: String) -> String {
    guard name.utf8.contains(0) else { return name }
    return String(String.UnicodeScalarView(name.unicodeScalars.filter { $0 != "\0" }))
  }
}
