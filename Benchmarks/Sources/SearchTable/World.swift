import Foundation
import PinData
import Simulation

/// A number of generated places, and the two engines that find them.
final class World {
  static let seed: UInt64 = 1

  let places: PlaceSet
  let indexPath: String
  private var openIndex: PlaceIndex?
  private var preparedScan: LinearScan?

  init(count: Int, folder: TemporaryFolder) {
    places = PlaceGenerator.places(count: count, seed: Self.seed)
    indexPath = folder.path(of: "\(count).places")
  }

  var count: Int { places.count }

  /// The name in the list of checks.
  var name: String { "\(count) places" }

  /// Builds a new index.
  func buildIndex() throws {
    openIndex = nil
    try PlaceIndex.build(places, at: indexPath)
  }

  /// The index, which is built at its first use.
  func index() throws -> PlaceIndex {
    if let openIndex { return openIndex }
    if !FileManager.default.fileExists(atPath: indexPath) { try buildIndex() }
    let index = try PlaceIndex(path: indexPath, ranking: SearchPlatform.ranking)
    openIndex = index
    return index
  }

  /// Its words are prepared at their first use.
  func scan() -> LinearScan {
    if let preparedScan { return preparedScan }
    let scan = LinearScan(places)
    preparedScan = scan
    return scan
  }

  /// The number of repetitions, which is lower for many places.
  func repetitions(asked: Int?) -> Int { asked ?? (count > 100_000 ? 3 : 5) }
}
