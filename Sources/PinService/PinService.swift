import Clustering
import MapGeometry
import PinStorage
import Support
import Synchronization
import VectorTiles

/// A service that answers requests for the pins of a store: rows by pages, counts of cells, clusters,
/// and vector tiles.
///
/// It knows no network: a server hands it requests and sends its answers. It never throws, and an
/// answer to any request is defined: a request that is not valid has a problem document (RFC 9457)
/// that says what was expected. Nothing of a request reaches the database but whole numbers.
///
/// Safe to use from any number of threads. An answer takes some ten to some hundred microseconds and
/// blocks meanwhile; see ``ServiceResponse/Body/parts(_:)`` for all pins.
public final class PinService: Sendable {
  /// The limits of requests and answers.
  public struct Limits: Hashable, Sendable {
    /// The maximum number of pins of a page.
    public var pageSize = 1_000
    /// The maximum number of cells or clusters in an answer.
    public var itemCount = 4_096
    /// The maximum number of changes in a batch.
    public var batchSize = 10_000
    /// The maximum length of a body in bytes; the server does not read more.
    public var bodyLength = 8 << 20
    /// The maximum number of pins of which an answer counts the cells, where they are not stored;
    /// beyond it the cells are those of the finest stored level.
    public var countedPins = 5_000

    /// The standard limits.
    public init() {}
  }

  /// The zoom levels of requests.
  public static let zoomRange = 0...22
  /// The number of halvings from a tile to its cells: a cell is 64 points wide.
  static let cellLevelsBelowTile = 2

  let store: any PinStore
  let limits: Limits
  private let allowsChanges: Bool
  private let metrics = ServiceMetrics()
  /// `nil` until the clusters are built for the first time.
  private let clusters = Mutex<ClusterSnapshot?>(nil)

  /// A service without clusters; see ``updateClusters(threads:)``.
  ///
  /// - Parameter allowsChanges: True if requests may change pins.
  public init(
    _ store: any PinStore, allowsChanges: Bool = false, limits: Limits = Limits()
  ) {
    self.store = store
    self.allowsChanges = allowsChanges
    self.limits = limits
  }

  /// Builds the clusters of the store's pins, if there were changes since they were built. O(n).
  ///
  /// Requests are answered from the former clusters meanwhile, and with the status 503 before the
  /// first ones are there.
  ///
  /// - Returns: whether they were built.
  @discardableResult
  public func updateClusters(threads: Int = 1) throws -> Bool {
    let version = try store.state().version
    if clusters.withLock({ $0?.version }) == version { return false }
    let snapshot = try ClusterSnapshot(store, threads: threads)
    clusters.withLock { $0 = snapshot }
    return true
  }

  /// The memory of the clusters in bytes; 0 before they are built.
  public var clusterByteCount: Int { clusters.withLock { $0?.byteCount } ?? 0 }

  /// The answer to a request.
  public func respond(to request: ServiceRequest) -> ServiceResponse {
    let start = ContinuousClock.now
    let response = answer(to: request)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    metrics.record(response, seconds: seconds)
    return response
  }

  private func answer(to request: ServiceRequest) -> ServiceResponse {
    var route = ""
    do {
      let target = try RequestTarget(request.target)
      let found = try self.route(target, method: request.method)
      route = found.name
      var response = try found.answer(request, target)
      response.route = route
      return response.forClient(of: request)
    } catch let refusal as ServiceRefusal {
      return refusal.response(route: route)
    } catch {
      // The reason is for the log: it may name files.
      var response = ServiceRefusal(
        status: 500, detail: "the store cannot answer; the server's log has the reason"
      ).response(route: route)
      response.failure = "\(error)"
      return response
    }
  }

  // MARK: - Paths

  private struct Route {
    let name: String
    let answer: (ServiceRequest, RequestTarget) throws -> ServiceResponse
  }

  private func route(_ target: RequestTarget, method: String) throws(ServiceRefusal) -> Route {
    let path = target.path
    let methods: [String: Route]
    switch path.count {
    case 1 where path[0] == "pins":
      methods = [
        "GET": Route(name: "/pins") { try self.pins($1) },
        "POST": Route(name: "/pins") { try self.change($0, $1) },
      ]
    case 1: methods = simpleRoute(path[0])
    case 2 where path[0] == "pins":
      methods = [
        "GET": Route(name: "/pins/{id}") { try self.pin($1) },
        "DELETE": Route(name: "/pins/{id}") { try self.remove($1) },
      ]
    case 2 where path[0] == "tiles":
      methods = ["GET": Route(name: "/tiles/{layer}.json") { try self.tileDocument($1) }]
    case 5 where path[0] == "tiles":
      methods = ["GET": Route(name: "/tiles/{layer}/{z}/{x}/{y}") { try self.tile($1) }]
    default: methods = [:]
    }
    guard !methods.isEmpty else { throw .notFound }
    // A server leaves the body of an answer to HEAD away.
    if let route = methods[method == "HEAD" ? "GET" : method] { return route }
    let allowed = methods.keys.sorted().joined(separator: ", ")
    throw ServiceRefusal(
      status: 405, detail: "expected one of the methods \(allowed) for this path",
      headers: [("Allow", allowed)])
  }

  private func simpleRoute(_ name: Substring) -> [String: Route] {
    switch name {
    case "cells": ["GET": Route(name: "/cells") { try self.cells($1) }]
    case "clusters": ["GET": Route(name: "/clusters") { try self.clusters($1) }]
    case "pins.geojson": ["GET": Route(name: "/pins.geojson") { try self.allPins($1) }]
    case "health": ["GET": Route(name: "/health") { try self.health($1) }]
    case "metrics": ["GET": Route(name: "/metrics") { try self.metricsText($1) }]
    case "openapi.json":
      [
        "GET": Route(name: "/openapi.json") { _, target in
          try target.check(names: [])
          return ServiceResponse(
            contentType: "application/json", body: PackageResources.openapi_json)
        }
      ]
    default: [:]
    }
  }

  // MARK: - Reading

  private func pins(_ target: RequestTarget) throws -> ServiceResponse {
    try target.check(names: ["bbox", "limit", "after"])
    let boxes = MortonBox.boxes(of: try target.rectangle())
    let limit = try target.integer("limit", in: 1...limits.pageSize, default: 500)
    var cursor = try target.cursor()
    var pins: [StoredPin] = []
    var next: PinCursor?
    var rowsRead = 0
    // Of a rectangle across the antimeridian the eastern part comes first: its codes are not all
    // after those of the western one, so that a cursor belongs to the box that contains it.
    var remaining = boxes[...]
    if let cursor, let start = boxes.firstIndex(where: { $0.contains(cursor.code) }) {
      remaining = boxes[start...]
    } else if cursor != nil {
      throw ServiceRefusal.badValue(
        "after", expected: "a \"next\" of the same bbox", found: target["after"] ?? "")
    }
    while let box = remaining.popFirst() {
      let page = try store.pins(in: box, after: cursor, limit: limit - pins.count)
      rowsRead += page.rowsRead
      pins += page.pins
      cursor = nil
      next = page.next
      if next != nil { break }
      guard pins.count < limit else {
        next = remaining.isEmpty ? nil : pins.last.map { PinCursor(code: $0.code, id: $0.id) }
        break
      }
    }
    var json = JSONWriter(capacity: 100 + 120 * pins.count)
    json.collection(pins) { json in
      guard let next else { return }
      json.literal("\"next\":")
      json.string(next.text)
      json.literal(",")
    } feature: { json, pin in
      json.feature(pin)
    }
    return .geoJSON(json.bytes, rowsRead: rowsRead)
  }

  private func pin(_ target: RequestTarget) throws -> ServiceResponse {
    try target.check(names: [])
    guard let pin = try store.pin(id: try target.pinID()) else {
      throw ServiceRefusal(status: 404, detail: "there is no pin of this identifier")
    }
    var json = JSONWriter()
    json.feature(pin)
    return .geoJSON(json.bytes, rowsRead: 1)
  }

  private func cells(_ target: RequestTarget) throws -> ServiceResponse {
    try target.check(names: ["bbox", "zoom"])
    let boxes = MortonBox.boxes(of: try target.rectangle())
    let zoom = try target.integer("zoom", in: Self.zoomRange)
    var items: [MapItem] = []
    var rowsRead = 0
    for box in boxes {
      let list = try cells(in: box, level: zoom + Self.cellLevelsBelowTile)
      rowsRead += list.rowsRead
      items += list.cells.map(MapItem.init)
    }
    return .geoJSON(items, rowsRead: rowsRead)
  }

  /// The cells of a level, or those of the finest stored level where too many pins would have to be
  /// counted.
  private func cells(in box: MortonBox, level: Int) throws -> CellList {
    let count = box.cellCount(level: level)
    guard count <= limits.itemCount else {
      throw ServiceRefusal(
        status: 400,
        detail: "zoom: expected at most \(limits.itemCount) cells of 64 points in the bbox, found "
          + "\(count == .max ? "far more" : "\(count)"); give a lower zoom or a smaller bbox")
    }
    guard level > PinCell.maxStoredLevel else { return try store.cells(in: box, level: level) }
    let stored = try store.cells(in: box, level: PinCell.maxStoredLevel)
    guard stored.cells.reduce(0, { $0 + $1.count }) <= limits.countedPins else { return stored }
    let counted = try store.cells(in: box, level: level)
    return CellList(cells: counted.cells, rowsRead: stored.rowsRead + counted.rowsRead)
  }

  private func clusters(_ target: RequestTarget) throws -> ServiceResponse {
    try target.check(names: ["bbox", "zoom"])
    let rect = try target.rectangle()
    let zoom = try target.integer("zoom", in: Self.zoomRange)
    return .geoJSON(try items(in: rect, zoom: zoom), rowsRead: 0)
  }

  private func items(in rect: MapRect, zoom: Int) throws(ServiceRefusal) -> [MapItem] {
    let items = try snapshot().items(in: rect, zoom: zoom, limit: limits.itemCount)
    guard items.count <= limits.itemCount else {
      throw ServiceRefusal(
        status: 400,
        detail: "zoom: expected at most \(limits.itemCount) clusters in the bbox, found more; give "
          + "a lower zoom or a smaller bbox")
    }
    return items
  }

  private func snapshot() throws(ServiceRefusal) -> ClusterSnapshot {
    guard let snapshot = clusters.withLock({ $0 }) else {
      throw ServiceRefusal(
        status: 503, detail: "the clusters are being built; ask again in a second",
        headers: [("Retry-After", "1")])
    }
    return snapshot
  }

  private func allPins(_ target: RequestTarget) throws -> ServiceResponse {
    try target.check(names: [])
    var response = ServiceResponse(contentType: Self.geoJSONType)
    response.body = .parts(AllPinsBody(store: store, pageSize: limits.pageSize))
    return response
  }

  static let geoJSONType = "application/geo+json"

  // MARK: - Tiles

  /// The layers of tiles.
  private enum TileLayer: String, CaseIterable {
    case cells
    case clusters

    init(_ name: Substring) throws(ServiceRefusal) {
      guard let layer = TileLayer(rawValue: String(name)) else {
        throw .badValue(
          "layer", expected: Self.allCases.map(\.rawValue).joined(separator: " or "),
          found: String(name))
      }
      self = layer
    }
  }

  private func tile(_ target: RequestTarget) throws -> ServiceResponse {
    try target.check(names: [])
    let layer = try TileLayer(target.path[1])
    let row = target.path[4].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard row.count == 2, row[1] == "mvt" || row[1] == "geojson" else {
      throw ServiceRefusal.badValue(
        "path", expected: "y.mvt or y.geojson at its end", found: String(target.path[4]))
    }
    guard let zoom = RequestTarget.integer(target.path[2]), Self.zoomRange.contains(zoom),
      let column = RequestTarget.integer(target.path[3]), let y = RequestTarget.integer(row[0]),
      let cell = QuadCell(zoom: zoom, column: column, row: y)
    else {
      throw ServiceRefusal.badValue(
        "path",
        expected: "z/x/y with z from 0 to \(Self.zoomRange.upperBound), and x and y below 2^z",
        found: target.path[2...].joined(separator: "/"))
    }
    let (items, rowsRead) = try items(of: layer, in: cell)
    guard row[1] == "mvt" else { return .geoJSON(items, rowsRead: rowsRead) }
    let tile = VectorTile(items, name: layer.rawValue, in: cell)
    return ServiceResponse(
      contentType: "application/vnd.mapbox-vector-tile", body: tile.encoded(), rowsRead: rowsRead)
  }

  private func items(of layer: TileLayer, in cell: QuadCell) throws -> ([MapItem], rowsRead: Int) {
    let box = MortonBox(cell)
    switch layer {
    case .cells:
      let list = try cells(in: box, level: cell.level + Self.cellLevelsBelowTile)
      return (list.cells.map(MapItem.init), list.rowsRead)
    case .clusters:
      let steps = MortonCode.stepsPerMapPoint
      let side = Double(cell.side) / steps
      let rect = MapRect(
        x: Double(box.first.column) / steps, y: Double(box.first.row) / steps, width: side,
        height: side)
      // Each item is in one tile: those on the further edges belong to the next.
      let items = try items(in: rect, zoom: cell.level).filter {
        $0.mapPoint.x < rect.maxX && $0.mapPoint.y < rect.maxY
      }
      return (items, 0)
    }
  }

  /// TileJSON 3.0.
  private func tileDocument(_ target: RequestTarget) throws -> ServiceResponse {
    try target.check(names: [])
    guard target.path[1].hasSuffix(".json") else { throw ServiceRefusal.notFound }
    let layer = try TileLayer(target.path[1].dropLast(5))
    var json = JSONWriter()
    json.literal("{\"tilejson\":\"3.0.0\",\"tiles\":[")
    json.string("/tiles/\(layer.rawValue)/{z}/{x}/{y}.mvt")
    json.literal("],\"minzoom\":0,\"maxzoom\":")
    json.integer(Self.zoomRange.upperBound)
    json.literal(",\"vector_layers\":[{\"id\":")
    json.string(layer.rawValue)
    json.literal(
      ",\"fields\":{\"cluster\":\"Boolean\",\"point_count\":\"Number\",\"cluster_id\":\"String\"}}]}"
    )
    return ServiceResponse(contentType: "application/json", body: json.bytes)
  }

  // MARK: - State and changes

  private func health(_ target: RequestTarget) throws -> ServiceResponse {
    try target.check(names: [])
    let state = try store.state()
    var json = JSONWriter()
    json.literal("{\"status\":\"ok\",\"pins\":")
    json.integer(state.pinCount)
    json.literal(",\"version\":")
    json.integer(state.version)
    json.literal(",\"clusters_version\":")
    if let version = clusters.withLock({ $0?.version }) {
      json.integer(version)
    } else {
      json.literal("null")
    }
    json.literal("}")
    return ServiceResponse(
      contentType: "application/json", headers: [("Cache-Control", "no-store")], body: json.bytes)
  }

  private func metricsText(_ target: RequestTarget) throws -> ServiceResponse {
    try target.check(names: [])
    let state = try store.state()
    let text = metrics.text(state: [
      ("mappressure_pins", "Pins of the store.", state.pinCount),
      ("mappressure_store_version", "Batches since the store was made.", Int(state.version)),
      ("mappressure_clusters_bytes", "Memory of the clusters.", clusterByteCount),
    ])
    return ServiceResponse(
      contentType: "application/openmetrics-text; version=1.0.0; charset=utf-8",
      headers: [("Cache-Control", "no-store")], body: Array(text.utf8))
  }

  private func checkChangesAreAllowed() throws(ServiceRefusal) {
    guard allowsChanges else {
      throw ServiceRefusal(
        status: 403,
        detail: "this server takes no changes; it does when it is started with --writable")
    }
  }

  private func change(_ request: ServiceRequest, _ target: RequestTarget) throws -> ServiceResponse
  {
    try target.check(names: [])
    try checkChangesAreAllowed()
    let changes = try PinBatch.changes(parsing: request.body, limits: limits)
    do {
      return .state(try store.apply(changes))
    } catch {
      guard case .invalidPin = error else { throw error }
      throw ServiceRefusal(status: 400, detail: "\(error)")
    }
  }

  private func remove(_ target: RequestTarget) throws -> ServiceResponse {
    try target.check(names: [])
    try checkChangesAreAllowed()
    return .state(try store.apply([.remove(id: try target.pinID())]))
  }
}

extension RequestTarget {
  /// The identifier at the end of the path.
  fileprivate func pinID() throws(ServiceRefusal) -> Int64 {
    let text = path[1]
    let digits = text.first == "-" ? text.dropFirst() : text
    guard let number = Self.integer(digits), number <= PinBatch.maxID else {
      throw .badValue("id", expected: PinBatch.idForm, found: String(text))
    }
    return Int64(text.first == "-" ? -number : number)
  }
}

extension ServiceResponse {
  fileprivate static func geoJSON(_ bytes: [UInt8], rowsRead: Int) -> ServiceResponse {
    ServiceResponse(contentType: PinService.geoJSONType, body: bytes, rowsRead: rowsRead)
  }

  fileprivate static func geoJSON(_ items: [MapItem], rowsRead: Int) -> ServiceResponse {
    var json = JSONWriter(capacity: 100 + 200 * items.count)
    json.collection(items) { $0.feature($1) }
    return geoJSON(json.bytes, rowsRead: rowsRead)
  }

  fileprivate static func state(_ state: PinStoreState) -> ServiceResponse {
    var json = JSONWriter()
    json.literal("{\"pins\":")
    json.integer(state.pinCount)
    json.literal(",\"version\":")
    json.integer(state.version)
    json.literal("}")
    return ServiceResponse(contentType: "application/json", body: json.bytes)
  }
}
