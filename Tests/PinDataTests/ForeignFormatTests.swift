import Foundation
import PinData
import Support
import TestSupport
import Testing

/// Formats that people bring and that are not read: each has its name and a way out.
@Suite struct ForeignFormatTests {
  private static let zeros = [UInt8](repeating: 0, count: 8)

  @Test(arguments: [
    ("<?xml version=\"1.0\"?>\n<kml xmlns=\"x\">", "found KML.", "ogr2ogr NEW.geojson FILE."),
    ("<?xml version=\"1.0\"?><!-- places -->\n<KML>", "found KML.", "ogr2ogr"),
    ("\n<gpx version=\"1.1\">", "found GPX.", "ogr2ogr NEW.geojson FILE waypoints."),
    ("<osm version=\"0.6\">", "OSM data", "FILE points."),
    ("<?xml version=\"1.0\"?><rss/>", "found XML.", "GeoJSON or CSV"),
    ("<!DOCTYPE plist PUBLIC \"x\"><plist version=\"1.0\">", "a property list", "plutil"),
    ("bplist00", "a property list", "plutil -convert json"),
    ("<!DOCTYPE html>\n<head>", "a web page", "The file itself was not downloaded"),
    ("  <HTML lang=\"en\">", "a web page", "The file itself was not downloaded"),
    ("version https://git-lfs.github.com/spec/v1\noid", "Git LFS", "git lfs pull"),
    ("PK\u{3}\u{4}", "a ZIP archive", "unzip"), ("PAR1", "Parquet", "duckdb"),
    ("ARROW1\0\0", "Arrow or Feather", "ogr2ogr"), ("fgb\u{3}fgb\0", "FlatGeobuf", "ogr2ogr"),
    ("BZh91AY&SY", "bzip2", "bzip2 -dk FILE"),
    ("%PDF-1.7", "a PDF", "table"), ("GEOGCS[\"GCS_WGS_1984\"", "Esri shapefile", "NAME.shp"),
    ("--\n-- PostgreSQL database dump\n--", "a dump of a database", "\\copy"),
    ("PGDMP\u{1}", "a dump of a database", "pg_restore"),
    ("INSERT INTO places VALUES (1);", "a dump of a database", "sqlite3 NEW.db < FILE"),
    ("-- MySQL dump 10.13", "a dump of a database", "sqlite3"),
    ("a\0b", "bytes that are not UTF-8 text", "GeoJSON or CSV"),
  ])
  func aTextThatBeginsSo(text: String, name: String, remedy: String) throws {
    try PinTextFile(name: "pins.csv").expectRefusal(of: text, with: name, remedy)
  }

  @Test(
    arguments: [
      ("pins", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "found xz.", "xz -dk FILE"),
      ("pins", [0x28, 0xB5, 0x2F, 0xFD], "found Zstandard.", "zstd -d FILE"),
      ("pins", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7z archive", "7z x FILE"),
      ("pins.shp", [0, 0, 0x27, 0x0A], "a part of an Esri shapefile", ".shx, .dbf and .prj"),
      ("pins.dbf", [3, 0x7C, 1, 1] + zeros, "a part of an Esri shapefile", "ogr2ogr"),
      ("pins", zeros + zeros + Array("T-DB".utf8), "a Realm database", "Realm Studio"),
      ("pins", [0, 0, 0, 13, 10, 9] + Array("OSMHeader".utf8), "OSM data", "FILE points."),
      ("pins.kmz", Array("PK\u{3}\u{4}".utf8) + zeros, "a KMZ file", "ogr2ogr"),
      ("pins.xlsx", Array("PK\u{3}\u{4}".utf8) + zeros, "a workbook", "Save it as CSV"),
      ("pins.csv", [0xFF, 0xFE, 0x6C, 0], "text in UTF-16.", "iconv -f UTF-16 -t UTF-8"),
      ("pins.csv", [0xFE, 0xFF, 0, 0x6C], "text in UTF-16.", "iconv -f UTF-16 -t UTF-8"),
      (
        "pins.csv", "lat,lon\n1,2\n".utf8.flatMap { [$0, 0] }, "bytes that are not UTF-8 text",
        "UTF-16LE"
      ),
    ] as [(String, [UInt8], String, String)])
  func aFileThatBeginsSo(file: String, bytes: [UInt8], name: String, remedy: String) throws {
    try withTemporaryFile(named: file, bytes: bytes) { (path: String) throws in
      let message = try readingError(path).description
      #expect(message.contains(name), "\(message)")
      #expect(message.contains(remedy), "\(message)")
    }
  }

  /// The header of an archive has its mark behind the name of the first file.
  @Test func anArchiveInAGzipFileIsNamed() throws {
    let header = Array("pins.csv".utf8) + [UInt8](repeating: 0, count: 249) + Array("ustar".utf8)
    let bytes = try #require(Gzip.compressed(header))
    for (name, bytes, found) in [
      ("pins.tar", header, "found a tar archive."),
      ("pins.csv.gz", bytes, "found a tar archive in a gzip file."),
    ] {
      try withTemporaryFile(named: name, bytes: bytes) { (path: String) throws in
        let message = try readingError(path).description
        #expect(message.contains(found) && message.contains("tar -xf FILE"), "\(message)")
      }
    }
  }

  @Test(arguments: ["stores.gdb", "stores"])
  func aFolderIsNoFile(name: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.makeFolder(name)
    for path in [path, path + "/"] {
      let message = try readingError(path).description
      #expect(message.contains("found a folder. Name a file in it; an Esri file geodatabase"))
    }
  }

  /// A service's "workbook" is often a table in text, and a word of another format may begin one.
  @Test(arguments: [
    ("pins.xls", "lat\tlon\n1\t2\n"), ("pins.dbf", "lat,lon\n1,2\n"),
    ("pins", "variant,lat,lon\na,1,2\n"),
    ("pins", "version,lat,lon\n1,1,2\n"), ("pins", "fgb,lat,lon\n1,1,2\n"),
  ])
  func textIsReadWhateverItIsCalled(name: String, text: String) throws {
    #expect(try PinTextFile(name: name).coordinates(text).map(\.longitude) == [2])
  }

  /// If a database is asked for, the message has the format's name too.
  @Test func anotherFormatInThePlaceOfADatabase() throws {
    let error = try PinTextFile(name: "app.realm").error(
      String(repeating: "\0", count: 16) + "T-DB", PinFileOptions(isDatabase: true))
    #expect(error.description.contains("expected a SQLite database, found a Realm database."))
  }
}
