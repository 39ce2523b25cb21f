import Foundation
import PinData
import Simulation
import TestSupport
import Testing

@Suite struct PlaceIndexFileErrorTests {
  private func indexFile() throws -> PlaceIndexFile {
    var generator = SeededGenerator(seed: 1)
    return try PlaceIndexFile(generator.places(300))
  }

  private func error(opening path: String) -> PlaceSearchError? {
    #expect(throws: PlaceSearchError.self) {
      _ = try PlaceIndex(path: path, ranking: PlaceRanking(profile: .sample()))
    }
  }

  @Test func `a file that is missing`() throws {
    let file = try PlaceIndexFile()
    let error = error(opening: file.path)
    guard case .database(file.path, _) = error else { throw OtherCase(error) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.folder).isEmpty)
  }

  @Test func `a file of something else`() throws {
    let file = try PlaceIndexFile()
    try Data(repeating: 0x41, count: 10_000).write(to: URL(fileURLWithPath: file.path))
    #expect(
      error(opening: file.path) == .unknownFormat(path: file.path, found: "no SQLite database"))
  }

  @Test func `another SQLite database, and an empty file`() throws {
    let other = try indexFile()
    try other.overwrite(with: [0, 0, 0, 7], at: 68)
    let empty = try PlaceIndexFile()
    try Data().write(to: URL(fileURLWithPath: empty.path))
    for (path, id) in [(other.path, 7), (empty.path, 0)] {
      let found = "a SQLite database with application id \(id)"
      #expect(error(opening: path) == .unknownFormat(path: path, found: found))
    }
  }

  @Test func `an index of another version`() throws {
    let file = try indexFile()
    try file.overwrite(with: [0, 0, 0, 99], at: 60)
    let error = error(opening: file.path)
    guard case .unknownFormat(file.path, let found) = error else { throw OtherCase(error) }
    #expect(found.contains("version 99"))
  }

  @Test(arguments: [1, 99, 100, 5000, 8192, 50_000])
  func `a truncated file`(length: Int) throws {
    let file = try indexFile()
    let bytes = try file.bytes()
    try #require(bytes.count > length)
    try bytes.prefix(length).write(to: URL(fileURLWithPath: file.path))
    _ = error(opening: file.path)
  }

  @Test func `a damaged file is an error or answers, but never the end of the process`() throws {
    let file = try indexFile()
    let bytes = try file.bytes()
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<60 {
      var damaged = bytes
      // Past the header, which is tested above.
      for _ in 0..<Int.random(in: 1...200, using: &generator) {
        damaged[Int.random(in: 100..<bytes.count, using: &generator)] ^=
          1 << UInt8.random(in: 0..<8, using: &generator)
      }
      try damaged.write(to: URL(fileURLWithPath: file.path))
      do throws(PlaceSearchError) {
        let index = try PlaceIndex(path: file.path, ranking: PlaceRanking(profile: .sample()))
        for text in ["lion", "golden lio", "main street 12 berlin", "godlen", "l"] {
          let query = PlaceQuery(text: text, region: generator.region())
          _ = try? index.places(matching: query)
          _ = try? index.suggestions(for: query, queryLimit: 3)
          _ = try? index.addresses(near: generator.coordinate(), within: 1e6, limit: 5)
        }
      } catch {
        // An error is one of the two answers.
      }
    }
  }

  @Test func `a folder that is missing, and a path that is a folder`() throws {
    let file = try PlaceIndexFile()
    let places = PlaceSet(places: [])
    let missing = file.folder + "/missing/places.sqlite"
    #expect(throws: PlaceSearchError.self) { try PlaceIndex.build(places, at: missing) }
    #expect(throws: PlaceSearchError.self) { try PlaceIndex.build(places, at: file.folder) }
    _ = error(opening: file.folder)
  }

  @Test func `a build leaves nothing but the index, also when it fails`() throws {
    let file = try indexFile()
    let manager = FileManager.default
    #expect(try manager.contentsOfDirectory(atPath: file.folder) == ["places.sqlite"])
    try manager.createDirectory(atPath: file.folder + "/taken", withIntermediateDirectories: true)
    #expect(throws: PlaceSearchError.self) {
      try PlaceIndex.build(PlaceSet(places: []), at: file.folder + "/taken")
    }
    #expect(
      try manager.contentsOfDirectory(atPath: file.folder).sorted() == ["places.sqlite", "taken"])
  }

  @Test func `a build replaces an index that is open, which still works`() throws {
    let file = try indexFile()
    let open = try file.open()
    let before = try open.ids(PlaceQuery(text: "lion"))
    try PlaceIndex.build(PlaceSet(places: []), at: file.path)
    #expect(try open.ids(PlaceQuery(text: "lion")) == before)
    #expect(!before.isEmpty)
    #expect(try file.open().ids(PlaceQuery(text: "lion")).isEmpty)
  }

  @Test func `two may read one index`() throws {
    let file = try indexFile()
    let (first, second) = (try file.open(), try file.open())
    #expect(try first.ids(PlaceQuery(text: "lion")) == second.ids(PlaceQuery(text: "lion")))
  }
}

extension PlaceIndexFile {
  /// Writes into SQLite's header: the version is at 60, the application id at 68.
  fileprivate func overwrite(with bytes: [UInt8], at offset: Int) throws {
    var data = try self.bytes()
    data.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    try data.write(to: URL(fileURLWithPath: path))
  }
}
