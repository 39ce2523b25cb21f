import Clustering

/// A static kd-tree over places, flat in two arrays, as mourner's kdbush has it: the index that
/// supercluster keeps for each zoom level.
///
/// The places are halved by x and by y in turn until ``nodeSize`` are left; the middle one of each
/// part stands in the middle of its stretch of the arrays, so that the tree needs no pointers.
public struct KDTree: Sendable {
  /// As many places are searched one after the other.
  static let nodeSize = 64

  /// The numbers of the places, in the order of the tree.
  let ids: [UInt32]
  /// x and y of each place in the same order, in widths of the world.
  let coordinates: [Float]

  /// A tree of map points; the place of a point is its index.
  ///
  /// Complexity: O(n log n).
  public init(points: [MapPoint]) {
    let world = MapSize.world.width
    self.init(count: points.count) { (points[$0].x / world, points[$0].y / world) }
  }

  init(count: Int, place: (Int) -> (x: Double, y: Double)) {
    var ids = [UInt32](unsafeUninitializedCapacity: count) { buffer, initialized in
      for index in 0..<count { buffer.initializeElement(at: index, to: UInt32(index)) }
      initialized = count
    }
    var coordinates = [Float](unsafeUninitializedCapacity: 2 * count) { buffer, initialized in
      for index in 0..<count {
        let (x, y) = place(index)
        buffer.initializeElement(at: 2 * index, to: Float(x))
        buffer.initializeElement(at: 2 * index + 1, to: Float(y))
      }
      initialized = 2 * count
    }
    ids.withUnsafeMutableBufferPointer { ids in
      coordinates.withUnsafeMutableBufferPointer { coordinates in
        KDTreeSort(ids: ids, coordinates: coordinates).sort(0, count - 1, axis: 0)
      }
    }
    self.ids = ids
    self.coordinates = coordinates
  }

  /// The number of places.
  public var count: Int { ids.count }
}
