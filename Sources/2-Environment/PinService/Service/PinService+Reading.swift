import Clustering

// Pins, cells and clusters of a part of the map.
extension PinService {
  func pins(_ target: RequestTarget) throws -> ServiceResponse {
    let boxes = try target.boxes()
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

  func pin(_ target: RequestTarget) throws -> ServiceResponse {
    guard let pin = try store.pin(id: try target.pinID()) else {
      throw ServiceRefusal(status: 404, detail: "no pin has this identifier")
    }
    var json = JSONWriter()
    json.feature(pin)
    return .geoJSON(json.bytes, rowsRead: 1)
  }

  func cells(_ target: RequestTarget) throws -> ServiceResponse {
    let boxes = try target.boxes()
    let zoom = try target.integer("zoom", in: Self.zoomRange)
    let (level, list) = try cells(in: boxes, level: zoom + Self.cellLevelsBelowTile)
    var json = JSONWriter(capacity: 100 + 200 * list.cells.count)
    json.collection(list.cells) { json in
      json.literal("\"level\":")
      json.integer(level)
      json.literal(",")
    } feature: { json, cell in
      json.feature(MapItem(cell))
    }
    return .geoJSON(json.bytes, rowsRead: list.rowsRead)
  }

  /// The cells of a level, or those of the finest stored level where too many pins would have to be
  /// counted.
  func cells(in boxes: [MortonBox], level: Int) throws -> (level: Int, list: CellList) {
    // At most two worlds of the finest level that a zoom gives: the sum fits.
    let count = boxes.reduce(0) { $0 + $1.cellCount(level: level) }
    guard count <= limits.itemCount else {
      throw ServiceRefusal(
        status: 400,
        detail: "zoom: expected at most \(limits.itemCount) cells of 64 points in the bbox, found "
          + "\(count); give a lower zoom or a smaller bbox")
    }
    let storedLevel = min(level, PinCell.maxStoredLevel)
    let stored = try cellsOnce(in: boxes, level: storedLevel)
    guard level > storedLevel, stored.cells.reduce(0, { $0 + $1.count }) <= limits.countedPins
    else { return (storedLevel, stored) }
    let counted = try cellsOnce(in: boxes, level: level)
    return (level, CellList(cells: counted.cells, rowsRead: stored.rowsRead + counted.rowsRead))
  }

  /// The cells that boxes touch, each once: both ends of a box across the antimeridian may be in one
  /// cell.
  private func cellsOnce(in boxes: [MortonBox], level: Int) throws -> CellList {
    var cells: [PinCell] = []
    var rowsRead = 0
    for box in boxes {
      let list = try store.cells(in: box, level: level)
      rowsRead += list.rowsRead
      let known = Set(cells.lazy.map(\.cell))
      cells += known.isEmpty ? list.cells : list.cells.filter { !known.contains($0.cell) }
    }
    return CellList(cells: cells, rowsRead: rowsRead)
  }

  func clusters(_ target: RequestTarget) throws -> ServiceResponse {
    let rect = try target.rectangle()
    let zoom = try target.integer("zoom", in: Self.zoomRange)
    guard let rect else { return .geoJSON([MapItem](), rowsRead: 0) }
    let (items, rowsRead) = try items(in: rect, zoom: zoom)
    return .geoJSON(items, rowsRead: rowsRead)
  }

  /// The clusters and pins in a rectangle. The names and properties of the pins are read from the
  /// store, if it has any.
  func items(in rect: MapRect, zoom: Int) throws -> ([MapItem], rowsRead: Int) {
    let snapshot = try snapshot()
    let items = snapshot.items(in: rect, zoom: zoom, limit: limits.itemCount)
    guard items.count <= limits.itemCount else {
      throw ServiceRefusal(
        status: 400,
        detail: "zoom: expected at most \(limits.itemCount) clusters in the bbox, found more; give "
          + "a lower zoom or a smaller bbox")
    }
    return try labelled(items, snapshot)
  }

  /// The pins of a cluster, a page of them.
  func leaves(_ target: RequestTarget) throws -> ServiceResponse {
    let limit = try target.integer("limit", in: 1...limits.pageSize, default: 500)
    let offset = try target.integer("offset", in: 0...(.max), default: 0)
    let snapshot = try snapshot()
    guard let id = UInt64(target.path[1], radix: 16).map(AnnotationID.init(rawValue:)),
      let pins = snapshot.leaves(of: id, offset: offset, limit: limit)
    else {
      throw ServiceRefusal(
        status: 404, detail: "no cluster has this identifier; request the clusters again")
    }
    let (items, rowsRead) = try labelled(pins, snapshot)
    return .geoJSON(items, rowsRead: rowsRead)
  }

  private func labelled(
    _ items: [MapItem], _ snapshot: ClusterSnapshot
  ) throws -> ([MapItem], rowsRead: Int) {
    guard snapshot.haveLabels else { return (items, 0) }
    var pins: [Int64: StoredPin] = [:]
    for pin in try store.pins(ids: items.compactMap(\.pinID)) { pins[pin.id] = pin }
    let labelled = items.map { item in
      var item = item
      item.pin = item.pinID.flatMap { pins[$0] }
      return item
    }
    return (labelled, pins.count)
  }

  func snapshot() throws(ServiceRefusal) -> ClusterSnapshot {
    guard let snapshot = clusters.withLock({ $0 }) else {
      throw .unavailable("the clusters are being built; ask again in a second")
    }
    return snapshot
  }

  func allPins() -> ServiceResponse {
    ServiceResponse(
      contentType: Self.geoJSONType,
      body: .parts(AllPinsBody(store: store, pageSize: limits.pageSize, lengths: bodyLengths)))
  }

  static let geoJSONType = "application/geo+json"
}

extension ServiceResponse {
  static func json(
    _ bytes: [UInt8], headers: [(name: String, value: String)] = []
  ) -> ServiceResponse {
    ServiceResponse(contentType: "application/json", headers: headers, body: .bytes(bytes))
  }

  static func geoJSON(_ bytes: [UInt8], rowsRead: Int) -> ServiceResponse {
    ServiceResponse(contentType: PinService.geoJSONType, body: .bytes(bytes), rowsRead: rowsRead)
  }

  static func geoJSON(_ items: [MapItem], rowsRead: Int) -> ServiceResponse {
    var json = JSONWriter(capacity: 100 + 200 * items.count)
    json.collection(items) { $0.feature($1) }
    return geoJSON(json.bytes, rowsRead: rowsRead)
  }
}
