import Clustering

// Tiles of 256 points.
extension PinService {
  /// The layers of tiles.
  enum TileLayer: String, CaseIterable {
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

  func tile(_ target: RequestTarget) throws -> ServiceResponse {
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
      contentType: "application/vnd.mapbox-vector-tile", body: .bytes(tile.encoded()),
      rowsRead: rowsRead)
  }

  func items(of layer: TileLayer, in cell: QuadCell) throws -> ([MapItem], rowsRead: Int) {
    let box = MortonBox(cell)
    switch layer {
    case .cells:
      let (_, list) = try cells(in: [box], level: cell.level + Self.cellLevelsBelowTile)
      // A stored cell may be larger than the tile: it is in the tile that has its middle.
      let items = list.cells.map(MapItem.init).filter { box.contains(MortonCode($0.mapPoint)) }
      return (items, list.rowsRead)
    case .clusters:
      let steps = MortonCode.stepsPerMapPoint
      let side = Double(cell.side) / steps
      let rect = MapRect(
        x: Double(box.first.column) / steps, y: Double(box.first.row) / steps, width: side,
        height: side)
      // Each item is in one tile: those on the further edges belong to the next.
      let (items, rowsRead) = try items(in: rect, zoom: cell.level)
      return (items.filter { $0.mapPoint.x < rect.maxX && $0.mapPoint.y < rect.maxY }, rowsRead)
    }
  }

  /// TileJSON 3.0.
  func tileDocument(_ target: RequestTarget) throws -> ServiceResponse {
    guard target.path[1].hasSuffix(".json") else { throw ServiceRefusal.notFound }
    let layer = try TileLayer(target.path[1].dropLast(5))
    let json =
      #"{"tilejson":"3.0.0","tiles":["/tiles/\#(layer.rawValue)/{z}/{x}/{y}.mvt"],"minzoom":0,"#
      + #""maxzoom":\#(Self.zoomRange.upperBound),"vector_layers":[{"id":"\#(layer.rawValue)","#
      + #""fields":{"name":"String","#
      + #""cluster":"Boolean","point_count":"Number","cluster_id":"String"}}]}"#
    return .json(Array(json.utf8))
  }
}
