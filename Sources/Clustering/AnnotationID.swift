/// The identity of a thing shown on the map: a pin, or a cluster of pins.
///
/// Identities compare equal across queries and across builds of the same data, so they tell which
/// annotations stay on the map (``AnnotationDifference``). Identities of pins and of clusters
/// never meet, and neither do those of the three kinds of cluster: cells of a grid, hierarchical
/// clusters, and clusters of your own.
///
/// The order puts pins before clusters and is otherwise without meaning; it is there for
/// deterministic sorting.
/// Encoded, an identity is its raw value alone, an integer of 64 bits.
public struct AnnotationID: RawRepresentable, Hashable, Comparable, Codable, Sendable,
  BitwiseCopyable
{
  public let rawValue: UInt64

  /// Makes an identity from a stored raw value.
  ///
  /// An index that is asked about an identity which it never gave answers as for an unknown one.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The greatest number of pins that an index takes: 2^30.
  ///
  /// Pins and the clusters above them are numbered together in 32 bits.
  public static let maximumPinCount = 1 << 30

  /// The identity of the pin at an index of the points that an index was built from.
  ///
  /// - Precondition: `index` is in `0..<maximumPinCount`.
  public static func pin(_ index: Int) -> AnnotationID {
    precondition(
      index >= 0 && index < maximumPinCount,
      "a pin's index must be in 0..<\(maximumPinCount), found \(index)")
    return AnnotationID(rawValue: UInt64(index))
  }

  /// The index of the pin, or `nil` for a cluster.
  public var pinIndex: Int? {
    rawValue < UInt64(Self.maximumPinCount) ? Int(rawValue) : nil
  }

  public static func < (left: AnnotationID, right: AnnotationID) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension AnnotationID: CustomStringConvertible {
  /// The identity in words, for logs and test failures: `pin 7`, `cell 12/845/1530` (zoom, column,
  /// row), `cluster 9/42` (the zoom it formed at, the pin it grew from), `own cluster 5` (its
  /// number), or `annotation` and the raw value for what nothing made.
  public var description: String {
    if let pinIndex { return "pin \(pinIndex)" }
    if let cell = gridCell { return "cell \(cell.zoom)/\(cell.column)/\(cell.row)" }
    if let origin = clusterOrigin { return "cluster \(origin.zoom)/\(origin.seed)" }
    if let ownClusterNumber { return "own cluster \(ownClusterNumber)" }
    return "annotation \(rawValue)"
  }
}
