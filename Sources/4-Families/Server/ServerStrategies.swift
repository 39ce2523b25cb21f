import Clustering
import Foundation
import PinService
import ScenarioModel

extension StrategyEntry where Make == ServerMake {
  /// The strategies that come with MapPressure, naive ones first.
  static let standard: [StrategyEntry] = [
    StrategyEntry(
      "all-rows", summary: "Loads all pins when the app starts, and clusters them on the phone.",
      reasoning: "The phone has the memory, and after the start it needs no network."
    ) { client, _ in AllRows(client) },
    StrategyEntry(
      "bundled-pins",
      summary: "Has all pins in the app, clusters them on the phone, and has no server.",
      reasoning: "Pins that are part of the app need no network at all."
    ) { client, bundle in AllRows(client, bundle: bundle) },
    StrategyEntry(
      "all-rows-refreshed", summary: "Loads all pins again at the first rest after each minute.",
      reasoning: "The pins change, so the phone needs them again."
    ) { client, _ in AllRows(client, maxAge: 60_000_000_000) },
    part(
      "rows-of-box", dependsOnZoom: false,
      summary:
        "Loads the pins of twice the visible width and height, at most four pages of 500, and "
        + "clusters them on the phone.",
      reasoning: "The user sees only this part of the map."
    ) { client, rect, _ in try client.rows(in: rect) },
    part(
      "cells", summary: "Loads the counts of cells for twice the visible width and height.",
      reasoning: "A count needs no pins, however many there are."
    ) { client, rect, zoom in
      try client.counts("/cells?bbox=\(rect.boundingBox)&zoom=\(zoom)")
    },
    part(
      "clusters", summary: "Loads the server's clusters for twice the visible width and height.",
      reasoning: "The server has clustered all pins once, for every phone."
    ) { client, rect, zoom in
      try client.counts("/clusters?bbox=\(rect.boundingBox)&zoom=\(zoom)")
    },
    StrategyEntry(
      "cluster-tiles",
      summary:
        "Loads the vector tiles of the visible region with the server's clusters, and asks the "
        + "server whether known tiles have changed.",
      reasoning: "A tile that has not changed need not be sent twice."
    ) { client, _ in ClusterTiles(client, maxAge: 0) },
    StrategyEntry(
      "cluster-tiles-kept",
      summary: "Like cluster-tiles, but does not ask about a tile younger than a minute.",
      reasoning: "A minute-old cluster is good enough, and a region seen before needs no request."
    ) { client, _ in ClusterTiles(client, maxAge: 60_000_000_000) },
  ]

  private static func part(
    _ name: String, dependsOnZoom: Bool = true, summary: String, reasoning: String,
    load: @escaping LoadedPart.Load
  ) -> Self {
    StrategyEntry(name, summary: summary, reasoning: reasoning) { client, _ in
      LoadedPart(client, dependsOnZoom: dependsOnZoom, load: load)
    }
  }
}

/// A collection of features, as an app decodes it.
private struct FeatureCollection: Decodable {
  struct Feature: Decodable { let geometry: Geometry }
  struct Geometry: Decodable { let coordinates: [Double] }
  let features: [Feature]
  let next: String?

  var points: [MapPoint] {
    features.map {
      MapPoint(
        Coordinate(latitude: $0.geometry.coordinates[1], longitude: $0.geometry.coordinates[0]))
    }
  }
}

extension PinClient {
  fileprivate func features(_ target: String) throws -> FeatureCollection {
    let collection = try JSONDecoder().decode(FeatureCollection.self, from: Data(get(target)))
    didDecode(features: collection.features.count)
    return collection
  }

  /// Loads the pins of a part, four pages of 500 at most, and clusters them.
  fileprivate func rows(in rect: MapRect) throws -> LoadedPart.Pins {
    let pageSize = 500
    var points: [MapPoint] = []
    var after: String? = ""
    for _ in 0..<4 {
      guard let start = after else { break }
      let page = try features("/pins?bbox=\(rect.boundingBox)&limit=\(pageSize)" + start)
      points += page.points
      after = page.next.map { "&after=\($0)" }
    }
    didCluster(pins: points.count)
    _ = try GridClusters(points: points)
    return (points, after == nil)
  }

  /// Loads what the server has counted: all of a part.
  fileprivate func counts(_ target: String) throws -> LoadedPart.Pins {
    _ = try features(target)
    return ([], true)
  }
}

/// All pins, in clusters that the phone makes.
private final class AllRows: ServerCallbacks {
  private let client: PinClient
  /// The pins that come with the app; `nil` for the server's pins.
  private let bundle: PinBundle?
  /// The age at which the pins are loaded again; `nil` for never.
  private let maxAge: Int64?
  private var clusters: HierarchicalClusters?
  private var loadTime: Int64?

  init(_ client: PinClient, bundle: PinBundle? = nil, maxAge: Int64? = nil) {
    self.client = client
    self.bundle = bundle
    self.maxAge = maxAge
  }

  func mapDidRest(in view: MapRest) throws {
    if let loadTime, maxAge.map({ view.time - loadTime < $0 }) ?? true { return }
    let points = try bundle?.points ?? client.features("/pins.geojson").points
    client.didCluster(pins: points.count)
    clusters = try HierarchicalClusters(
      points: points, options: HierarchicalClusters.Options(radius: 40, extent: 256))
    loadTime = bundle?.time ?? view.time
  }

  func shown(in view: MapRest) -> ShownPins { clusters == nil ? .count(0) : .all }

  func dataTime(in view: MapRest) -> Int64? { loadTime }
}

/// The pins loaded for a part of the map, until the map leaves it.
private final class LoadedPart: ServerCallbacks {
  /// The pins that are loaded one by one, and whether the part has no others.
  typealias Pins = (points: [MapPoint], areAll: Bool)
  /// Loads a part for a zoom level.
  typealias Load = @Sendable (PinClient, MapRect, _ zoom: Int) throws -> Pins

  private let client: PinClient
  /// Indicates whether the loaded content is for one zoom level only.
  private let dependsOnZoom: Bool
  private let load: Load
  /// The loaded part, the zoom that it was loaded for, the time, and the pins.
  private var loaded: (rect: MapRect, zoom: Int, time: Int64, pins: Pins)?

  init(_ client: PinClient, dependsOnZoom: Bool, load: @escaping Load) {
    self.client = client
    self.dependsOnZoom = dependsOnZoom
    self.load = load
  }

  func mapDidRest(in view: MapRest) throws {
    if let loaded, loaded.rect.contains(view.visible), loaded.pins.areAll,
      loaded.zoom == view.zoom || !dependsOnZoom
    {
      client.didUseKeptAnswer()
      return
    }
    let rect = view.visible.padded(by: 0.5)
    loaded = (rect, view.zoom, view.time, try load(client, rect, view.zoom))
  }

  func shown(in view: MapRest) -> ShownPins {
    guard let loaded else { return .count(0) }
    // What another zoom level shows stays until the new answer comes.
    if loaded.pins.areAll { return .inside(loaded.rect.partsOnWorld) }
    let parts = view.visible.partsOnWorld
    return .count(loaded.pins.points.count { point in parts.contains { $0.contains(point) } })
  }

  func dataTime(in view: MapRest) -> Int64? { loaded?.time }
}

/// Tiles; the phone keeps each one that it has loaded.
private final class ClusterTiles: ServerCallbacks {
  private struct Tile: Hashable {
    let zoom: Int
    let column: Int
    let row: Int

    var rect: MapRect {
      let side = MapSize.world.width / Double(1 << zoom)
      return MapRect(x: Double(column) * side, y: Double(row) * side, width: side, height: side)
    }
  }

  private let client: PinClient
  /// The age up to which a tile is used without a question, in nanoseconds.
  private let maxAge: Int64
  /// The tiles that the phone has, with the times when the server last said that they are right.
  private var tiles: [Tile: (entityTag: String?, time: Int64)] = [:]
  /// The tiles that are on the map.
  private var shownTiles: [Tile] = []

  init(_ client: PinClient, maxAge: Int64) {
    self.client = client
    self.maxAge = maxAge
  }

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
        tiles[tile] = (answer.entityTag ?? tiles[tile]?.entityTag, view.time)
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
    func numbers(_ low: Double, _ high: Double) -> ClosedRange<Int> {
      let (first, last) = (Int((low / side).rounded(.down)), Int((high / side).rounded(.down)))
      return max(first, 0)...max(min(last, count - 1), 0)
    }
    var tiles: [Tile] = []
    for row in numbers(view.visible.minY, view.visible.maxY) {
      for part in view.visible.partsOnWorld {
        for column in numbers(part.minX, part.maxX) {
          let tile = Tile(zoom: view.zoom, column: column, row: row)
          if !tiles.contains(tile) { tiles.append(tile) }
        }
      }
    }
    return tiles
  }
}
