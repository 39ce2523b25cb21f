/// A format that people bring and that is not read: how a file of it is recognised, what it is
/// called, and the way to a file that is read.
struct ForeignFormat {
  /// Something that a file of the format has.
  enum Sign {
    case bytes([UInt8])
    case letters(String, at: Int = 0)
    /// The first words in lower case, after white space and the dashes of a comment.
    case words(String)
    /// The first words in lower case, before a bracket or a brace.
    case script(String)
    /// An element of XML among the first bytes, in lower case.
    case element(String)
    /// The ending of the file's name, in lower case. Text of any name may be CSV, as where a service
    /// calls it a workbook.
    case ending(String)
  }

  let name: String
  let remedy: String
  private let signs: [Sign]

  private init(_ name: String, _ remedy: String, _ signs: Sign...) {
    (self.name, self.remedy, self.signs) = (name, remedy, signs)
  }

  /// The format of a file; `nil` if it is none of those that are known not to be read.
  ///
  /// - Parameter start: the first bytes of the file.
  static func of(_ start: ArraySlice<UInt8>, path: String) -> ForeignFormat? {
    let words = String(decoding: start, as: UTF8.self).lowercased()
      .drop { $0.isWhitespace || $0 == "-" }
    let isText = !start.contains(0)
    func has(_ sign: Sign) -> Bool {
      switch sign {
      case .bytes(let some): start.starts(with: some)
      case .letters(let some, let offset): start.dropFirst(offset).starts(with: some.utf8)
      case .words(let some): words.hasPrefix(some)
      case .script(let some): words.hasPrefix(some) && words.contains { "[{".contains($0) }
      case .element(let name): words.hasPrefix("<") && words.contains("<" + name)
      case .ending(let ending): !isText && DataFile.ending(of: path) == ending
      }
    }
    return all.first { $0.signs.contains(where: has) } ?? (isText ? nil : unknown)
  }

  private static let all = [
    ForeignFormat("a gzip file", "Unpack it once.", .bytes(GzipInflater.magic)),
    ForeignFormat("bzip2", unpack("bzip2 -dk FILE"), .letters("BZh")),
    ForeignFormat("xz", unpack("xz -dk FILE"), .bytes([0xFD, 0x37, 0x7A, 0x58, 0x5A])),
    ForeignFormat("Zstandard", unpack("zstd -d FILE"), .bytes([0x28, 0xB5, 0x2F, 0xFD])),
    ForeignFormat("a 7z archive", unpack("7z x FILE"), .bytes([0x37, 0x7A, 0xBC, 0xAF])),
    ForeignFormat("a tar archive", unpack("tar -xf FILE"), .letters("ustar", at: 257)),
    ForeignFormat("a KMZ file (packed KML)", convert(), .ending("kmz")),
    ForeignFormat("a workbook", "Save it as CSV.", .ending("xlsx"), .ending("xls"), .ending("ods")),
    ForeignFormat("a ZIP archive", unpack("unzip FILE"), .letters("PK\u{3}\u{4}")),
    ForeignFormat("KML", convert(), .element("kml")),
    ForeignFormat("GPX", convert("waypoints"), .element("gpx")),
    ForeignFormat("OSM data", convert("points"), .element("osm "), .letters("OSMHeader", at: 6)),
    ForeignFormat(
      "a web page", "The file itself was not downloaded: take its raw form, or sign in first.",
      .element("html"), .element("!doctype html")),
    ForeignFormat(
      "a property list", "Convert it, for example: plutil -convert json -o NEW.json FILE.",
      .letters("bplist00"), .element("plist")),
    ForeignFormat("XML", "Convert it to GeoJSON or CSV, for example with ogr2ogr.", .words("<")),
    ForeignFormat("FlatGeobuf", convert(), .letters("fgb\u{3}")),
    ForeignFormat(
      "a part of an Esri shapefile",
      "Convert all of it, with its .shx, .dbf and .prj in a folder: "
        + "ogr2ogr -t_srs EPSG:4326 NEW.geojson NAME.shp.",
      .bytes([0, 0, 0x27, 0x0A]), .ending("dbf"), .words("geogcs["), .words("projcs[")),
    ForeignFormat(
      "Parquet",
      "Convert it, for example: duckdb -c \"COPY (FROM 'FILE') TO 'NEW.csv'\"; GeoParquet "
        + "with: ogr2ogr NEW.geojson FILE.", .letters("PAR1")),
    ForeignFormat("Arrow or Feather", convert(), .letters("ARROW1"), .letters("FEA1")),
    ForeignFormat("a Realm database", "Export it with Realm Studio.", .letters("T-DB", at: 16)),
    ForeignFormat(
      "a dump of a database",
      "Load it into a database, for example: sqlite3 NEW.db < FILE, and name that; or "
        + "with psql or pg_restore, and then: \\copy (SELECT …) TO 'NEW.csv' CSV HEADER.",
      .letters("PGDMP"), .words("postgresql database"), .words("mysql dump"),
      .words("mariadb dump"),
      .words("insert into"), .words("create table"), .words("pragma "), .words("begin transaction")),
    ForeignFormat(
      "JavaScript",
      "Remove the text before the data and the semicolon after it: "
        + "sed '1s/^[^[{]*//; $s/; *$//' FILE > NEW.json",
      .script("var "), .script("let "), .script("const "), .script("window."),
      .script("module.exports"), .script("export ")),
    ForeignFormat("a PDF", "Find the table that it was made from.", .letters("%PDF")),
    ForeignFormat("a pointer of Git LFS", "Run: git lfs pull.", .words("version https://git-lfs")),
    ForeignFormat("text in UTF-16", utf8, .bytes([0xFF, 0xFE]), .bytes([0xFE, 0xFF])),
  ]

  private static let unknown = ForeignFormat(
    "bytes that are not UTF-8 text", "Save it as GeoJSON or CSV. " + utf8)
  private static let utf8 =
    "Text in UTF-16 becomes UTF-8 with: iconv -f UTF-16 -t UTF-8 FILE > NEW (-f UTF-16LE, where "
    + "the text has no byte order mark)."

  private static func unpack(_ command: String) -> String { "Unpack it, for example: \(command)." }

  /// - Parameter layer: the layer with the points, in a format that has others.
  private static func convert(_ layer: String = "") -> String {
    "Convert it, for example: ogr2ogr NEW.geojson FILE" + (layer.isEmpty ? "." : " \(layer).")
  }
}

extension DataFileError.Problem {
  /// The problem with a folder in the place of a file.
  static let folder = Self.mismatch(
    expected: "a file", found: "a folder",
    remedy: "Name a file in it; an Esri file geodatabase (.gdb) is converted with: "
      + "ogr2ogr -t_srs EPSG:4326 NEW.geojson FOLDER LAYER.")
}
