import Clustering

/// An item that an answer shows at one place: a pin, or a number of pins.
struct MapItem {
  /// The pin's identifier in the store; `nil` for a cluster or a cell.
  var pinID: Int64?
  /// The pin, where its name and its properties are known.
  var pin: StoredPin?
  /// The cluster's or the cell's identity: `12/845`.
  var identifier = ""
  let mapPoint: MapPoint
  var count = 1
  /// The zoom at which a cluster opens; `nil` for anything else.
  var expansionZoom: Int?
}

extension MapItem {
  init(_ cell: PinCell) {
    self.init(
      identifier: "\(cell.cell.level)/\(cell.cell.number)", mapPoint: cell.contents.mapPoint,
      count: cell.count)
  }
}

/// The clusters of a store's pins at one version, in memory.
///
/// Immutable: any number of threads may read it.
struct ClusterSnapshot: Sendable {
  /// The radius of a cluster is 40 points of a map with tiles of 256 points.
  static let options = HierarchicalClusters.Options(radius: 40, extent: 256)

  let version: Int64
  /// Indicates whether a pin has a name or properties, which the store keeps.
  let haveLabels: Bool
  private let clusters: HierarchicalClusters
  private let ids: [Int64]

  /// Reads all pins of a store. O(n).
  init(_ store: any PinStore, threads: Int) throws {
    let locations = try store.locations()
    version = locations.version
    haveLabels = locations.haveLabels
    ids = locations.ids
    clusters = try HierarchicalClusters(
      points: locations.codes.map(\.mapPoint), options: Self.options, threads: threads)
  }

  var byteCount: Int {
    clusters.byteCount + ids.count * MemoryLayout<Int64>.stride
      + clusters.points.count * MemoryLayout<MapPoint>.stride
  }

  /// The items in a rectangle, up to a limit.
  func items(in rect: MapRect, zoom: Int, limit: Int) -> [MapItem] {
    var found: [MapItem] = []
    clusters.forEachItem(in: rect, zoom: Double(zoom)) { item in
      if found.count <= limit { found.append(self.item(item)) }
    }
    return found
  }

  /// A page of the pins of a cluster; `nil` for an identity that these clusters do not have.
  func leaves(of id: AnnotationID, offset: Int, limit: Int) -> [MapItem]? {
    guard id.pinIndex == nil, clusters.item(of: id) != nil else { return nil }
    return clusters.pins(of: id, offset: offset, limit: limit).map {
      MapItem(pinID: ids[$0], mapPoint: clusters.points[$0])
    }
  }

  private func item(_ item: ClusterItem) -> MapItem {
    if let pin = item.id.pinIndex { return MapItem(pinID: ids[pin], mapPoint: item.point) }
    return MapItem(
      identifier: String(item.id.rawValue, radix: 16), mapPoint: item.point, count: item.count,
      // A cluster opens above the zoom at which it formed, which is a part of its identity.
      expansionZoom: item.id.clusterZoom + 1)
  }
}

extension VectorTile {
  /// The width of a tile in its own units.
  static let extent = 4_096

  /// A tile with the items that lie in it; those on its eastern and southern edge belong to the
  /// next.
  init(_ items: [MapItem], name: String, in cell: QuadCell) {
    let box = MortonBox(cell)
    let scale = Double(Self.extent) / Double(cell.side)
    let (left, top) = (Double(box.first.column), Double(box.first.row))
    let features = items.map { item in
      let x = (item.mapPoint.x * MortonCode.stepsPerMapPoint - left) * scale
      let y = (item.mapPoint.y * MortonCode.stepsPerMapPoint - top) * scale
      var attributes: [Attribute] = []
      if item.count > 1 || item.pinID == nil {
        attributes = [
          Attribute(name: "cluster", value: .boolean(true)),
          Attribute(name: "point_count", value: .unsigned(UInt64(item.count))),
          Attribute(name: "cluster_id", value: .text(item.identifier)),
        ]
        if let zoom = item.expansionZoom {
          attributes.append(Attribute(name: "expansion_zoom", value: .unsigned(UInt64(zoom))))
        }
      } else if let name = item.pin?.name, !name.isEmpty {
        attributes = [Attribute(name: "name", value: .text(name))]
      }
      return Feature(
        id: item.pinID.flatMap { UInt64(exactly: $0) },
        points: [Point(x: Int32(x.rounded(.down)), y: Int32(y.rounded(.down)))],
        attributes: attributes)
    }
    self.init(layers: [Layer(name: name, extent: UInt32(Self.extent), features: features)])
  }
}
