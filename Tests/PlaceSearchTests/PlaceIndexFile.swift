import Foundation
import PinData
import PlaceSearch

/// An index of some places in a folder that is removed with it.
final class PlaceIndexFile {
  let folder: String
  let path: String

  init() throws {
    folder = NSTemporaryDirectory() + "place-search-tests-" + UUID().uuidString
    path = folder + "/places.sqlite"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  convenience init(_ places: [Place]) throws {
    try self.init()
    try PlaceIndex.build(PlaceSet(places: places), at: path)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  func open() throws -> PlaceIndex {
    try PlaceIndex(path: path)
  }
}

extension PlaceIndex {
  /// The positions of the places that a query finds, best first.
  func ids(_ query: PlaceQuery) throws -> [Int] {
    try places(matching: query).places.map(\.id)
  }

  /// The names of the places that a text finds, best first.
  func names(_ text: String) throws -> [String] {
    try places(matching: PlaceQuery(text: text)).places.map(\.place.name)
  }
}

extension PlaceIndexFile {
  func bytes() throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }
}
