import Clustering
import Foundation
import MapGeometry
import ScenarioModel
import VectorTiles

extension ServerClustersFamily {
  /// The strategies that come with MapPressure, naive ones first.
  package static let standardEntries: [StrategyEntry<Make>] = [
    StrategyEntry(
      "all-rows", AllRows.self,
      summary: "Loads all pins when the app starts, and clusters them on the phone.",
      reasoning: "The phone has the memory, and after the start it needs no network."),
    StrategyEntry(
      "bundled-pins", BundledPins.self,
      summary: "Has all pins in the app, clusters them on the phone, and has no server.",
      reasoning: "What comes with the app needs no network at all."),
    StrategyEntry(
      "all-rows-refreshed", AllRowsRefreshed.self,
      summary: "Loads all pins again at the first rest after each minute.",
      reasoning: "The pins change, so the phone needs them again."),
    StrategyEntry(
      "rows-of-box", RowsOfBox.self,
      summary:
        "Loads the pins of twice the visible width and height, four pages of 500 at most, and "
        + "clusters them on the phone.",
      reasoning: "The user sees only this part."),
    StrategyEntry(
      "cells", CellsOfServer.self,
      summary: "Loads the counts of cells of twice the visible width and height.",
      reasoning: "A count needs no pins, however many there are."),
    StrategyEntry(
      "clusters", ClustersOfServer.self,
      summary: "Loads the server's clusters of twice the visible width and height.",
      reasoning: "The server has clustered all pins once, for every phone."),
    StrategyEntry(
      "cluster-tiles", ClusterTiles.self,
      summary:
        "Loads the vector tiles of the visible region with the server's clusters, and asks again "
        + "whether those that it has have changed.",
      reasoning: "A tile that has not changed need not be sent twice."),
    StrategyEntry(
      "cluster-tiles-kept", ClusterTilesKept.self,
      summary: "Loads the same tiles, and keeps each for a minute without asking.",
      reasoning: "A minute-old cluster is good enough, and where the user was needs no request."),
  ]
}

/// A collection of features, as an app decodes it.
private struct FeatureCollection: Decodable {
  struct Feature: Decodable {
    struct Geometry: Decodable { let coordinates: [Double] }
    let geometry: Geometry
  }
  let features: [Feature]
  let next: String?

  init(_ body: [UInt8]) throws {
    self = try JSONDecoder().decode(FeatureCollection.self, from: Data(body))
  }

  var points: [MapPoint] {
    features.map {
      MapPoint(
        Coordinate(latitude: $0.geometry.coordinates[1], longitude: $0.geometry.coordinates[0]))
    }
  }
}

/// All pins, in clusters that the phone makes.
class AllRows: ServerStrategy {
  let client: PinClient
  fileprivate(set) var clusters: HierarchicalClusters?
  private(set) var loadTime: Int64?

  required init(client: PinClient, bundle: PinBundle) {
    self.client = client
  }

  /// The age at which the pins are loaded again; `nil` for never.
  var maxAge: Int64? { nil }

  func mapDidRest(in view: MapRest) throws {
    if let loadTime, maxAge.map({ view.time - loadTime < $0 }) ?? true { return }
    let collection = try FeatureCollection(client.get("/pins.geojson"))
    client.didDecode(features: collection.features.count)
    try show(collection.points, at: view.time)
  }

  fileprivate func show(_ points: [MapPoint], at time: Int64) throws {
    client.didCluster(pins: points.count)
    clusters = try HierarchicalClusters(
      points: points, options: HierarchicalClusters.Options(radius: 40, extent: 256))
    loadTime = time
  }

  func shown(in view: MapRest) -> ShownPins { clusters == nil ? .count(0) : .all }

  func dataTime(in view: MapRest) -> Int64? { loadTime }
}

final class AllRowsRefreshed: AllRows {
  override var maxAge: Int64? { 60_000_000_000 }
}

final class BundledPins: AllRows {
  private let bundle: PinBundle

  required init(client: PinClient, bundle: PinBundle) {
    self.bundle = bundle
    super.init(client: client, bundle: bundle)
  }

  override func mapDidRest(in view: MapRest) throws {
    if clusters == nil { try show(bundle.points, at: bundle.time) }
  }
}

/// What is loaded of a part of the map, until the map leaves it.
class LoadedPart: ServerStrategy {
  let client: PinClient
  /// The loaded part, the zoom that it was loaded for, and the time.
  fileprivate(set) var loaded: (rect: MapRect, zoom: Int, time: Int64)?

  required init(client: PinClient, bundle: PinBundle) {
    self.client = client
  }

  /// True if what is loaded is for one zoom level only.
  var dependsOnZoom: Bool { true }
  /// True if what is loaded has all pins of its part.
  var isComplete: Bool { true }

  func mapDidRest(in view: MapRest) throws {
    if let loaded, loaded.rect.contains(view.visible), isComplete,
      loaded.zoom == view.zoom || !dependsOnZoom
    {
      client.didUseKeptAnswer()
      return
    }
    let rect = view.visible.padded(by: 0.5)
    try load(rect, zoom: view.zoom)
    loaded = (rect, view.zoom, view.time)
  }

  func load(_ rect: MapRect, zoom: Int) throws {}

  func shown(in view: MapRest) -> ShownPins {
    // What another zoom level shows stays until the new answer comes.
    loaded.map { .inside($0.rect.partsOnWorld) } ?? .count(0)
  }

  func dataTime(in view: MapRest) -> Int64? { loaded?.time }
}

final class RowsOfBox: LoadedPart {
  private static let pageSize = 500
  private static let maxPages = 4
  private var points: [MapPoint] = []
  private var hasAll = true

  override var dependsOnZoom: Bool { false }
  override var isComplete: Bool { hasAll }

  override func load(_ rect: MapRect, zoom: Int) throws {
    points = []
    var after = ""
    for _ in 0..<Self.maxPages {
      let page = try FeatureCollection(
        client.get("/pins?bbox=\(rect.boundingBox)&limit=\(Self.pageSize)" + after))
      points += page.points
      client.didDecode(features: page.features.count)
      hasAll = page.next == nil
      guard let next = page.next else { break }
      after = "&after=\(next)"
    }
    client.didCluster(pins: points.count)
    _ = try GridClusters(points: points)
  }

  override func shown(in view: MapRest) -> ShownPins {
    guard !hasAll else { return super.shown(in: view) }
    let parts = view.visible.partsOnWorld
    return .count(points.count { point in parts.contains { $0.contains(point) } })
  }
}

final class CellsOfServer: LoadedPart {
  override func load(_ rect: MapRect, zoom: Int) throws {
    let cells = try FeatureCollection(
      client.get("/cells?bbox=\(rect.boundingBox)&zoom=\(zoom)"))
    client.didDecode(features: cells.features.count)
  }
}

final class ClustersOfServer: LoadedPart {
  override func load(_ rect: MapRect, zoom: Int) throws {
    let clusters = try FeatureCollection(
      client.get("/clusters?bbox=\(rect.boundingBox)&zoom=\(zoom)"))
    client.didDecode(features: clusters.features.count)
  }
}

/// Tiles, of which the phone keeps those that it has.
class ClusterTiles: ServerStrategy {
  fileprivate struct Tile: Hashable {
    let zoom: Int
    let column: Int
    let row: Int
  }

  private struct KeptTile {
    let entityTag: String?
    /// The time when the server last said that the tile is right.
    var time: Int64
  }

  private let client: PinClient
  private var tiles: [Tile: KeptTile] = [:]
  /// The tiles that are on the map.
  private var shownTiles: [Tile] = []

  required init(client: PinClient, bundle: PinBundle) {
    self.client = client
  }

  /// The age up to which a tile is used without a question, in nanoseconds.
  var maxAge: Int64 { 0 }

  func mapDidRest(in view: MapRest) throws {
    let needed = Self.tiles(of: view)
    var asked: [Tile] = []
    for tile in needed {
      if let kept = tiles[tile], view.time - kept.time < maxAge {
        client.didUseKeptAnswer()
      } else {
        asked.append(tile)
      }
    }
    if !asked.isEmpty {
      let answers = try client.get(
        asked.map {
          PinClient.Request(
            "/tiles/clusters/\($0.zoom)/\($0.column)/\($0.row).mvt", entityTag: tiles[$0]?.entityTag
          )
        })
      for (tile, answer) in zip(asked, answers) {
        if answer.status == 200 {
          let features = try VectorTile(decoding: answer.body).layers.first?.features ?? []
          client.didDecode(features: features.count)
        }
        tiles[tile] = KeptTile(
          entityTag: answer.entityTag ?? tiles[tile]?.entityTag, time: view.time)
      }
    }
    shownTiles = needed
  }

  func shown(in view: MapRest) -> ShownPins { .inside(shownTiles.map(\.rect)) }

  func dataTime(in view: MapRest) -> Int64? {
    Self.tiles(of: view).compactMap { tiles[$0]?.time }.min()
  }

  /// The tiles that a view shows, in rows from the north.
  private static func tiles(of view: MapRest) -> [Tile] {
    let count = 1 << view.zoom
    let side = MapSize.world.width / Double(count)
    var tiles: [Tile] = []
    let rows =
      max(
        Int((view.visible.minY / side).rounded(.down)), 0)...max(
        min(Int((view.visible.maxY / side).rounded(.down)), count - 1), 0)
    for row in rows {
      for part in view.visible.partsOnWorld {
        let columns =
          max(
            Int((part.minX / side).rounded(.down)), 0)...max(
            min(Int((part.maxX / side).rounded(.down)), count - 1), 0)
        for column in columns {
          let tile = Tile(zoom: view.zoom, column: column, row: row)
          if !tiles.contains(tile) { tiles.append(tile) }
        }
      }
    }
    return tiles
  }
}

final class ClusterTilesKept: ClusterTiles {
  override var maxAge: Int64 { 60_000_000_000 }
}

extension ClusterTiles.Tile {
  fileprivate var rect: MapRect {
    let side = MapSize.world.width / Double(1 << zoom)
    return MapRect(x: Double(column) * side, y: Double(row) * side, width: side, height: side)
  }
}
