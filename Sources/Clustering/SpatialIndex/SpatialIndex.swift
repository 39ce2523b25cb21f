import MapGeometry

/// Finds pins by where they are: in a rectangle of the map, within a distance of a place, or the
/// nearest ones to it.
///
/// The pins are put in the order of Hilbert's curve over the map, and boxes are drawn around every
/// 16 of them, around every two boxes, and so on. A query leaves out the boxes off what it looks
/// for, takes those within it whole, and looks at single pins only around its edge. That is as
/// quick for pins that crowd in one town, or in one spot, as for pins all over the world.
///
/// Immutable: any number of threads may query the same index at the same time. It keeps 22 bytes
/// a pin beside the points themselves, which it shares with the caller's array, and needs another 16
/// while it is built.
public struct SpatialIndex: Sendable {
  /// The pins that the index was built from.
  public let points: [MapPoint]

  let tree: PinTree

  /// Builds an index.
  ///
  /// Complexity: O(n) for n points. Only different places within a centimetre of each other, where
  /// they are more than 64, are sorted by comparison.
  ///
  /// - Throws: ``ClusteringError/pinOffTheWorld(index:point:)`` and
  ///   ``ClusteringError/tooManyPins(count:)``.
  public init(points: [MapPoint]) throws(ClusteringError) {
    try PinCheck.validate(points)
    self.points = points
    tree = PinTree(points: points)
  }

  /// The number of pins.
  public var count: Int { points.count }

  /// The bytes that the index keeps beside the points.
  package var byteCount: Int { tree.byteCount }
}
