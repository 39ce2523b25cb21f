/// The identity of an annotation on the map: a pin, or a cluster of pins.
///
/// Identities compare equal across queries and across builds of the same data, so that a difference
/// finds the annotations that stay on the map (``AnnotationDifference``). Pins and clusters never
/// have the same identity, and neither do the three kinds of cluster: cells of a grid, hierarchical
/// clusters, and clusters of your own.
///
/// The order puts pins before clusters and is otherwise arbitrary; it is for deterministic sorting.
/// Encoded, an identity is its raw value alone, an integer of 64 bits.
public struct AnnotationID: RawRepresentable, Hashable, Comparable, Codable, Sendable,
  BitwiseCopyable
{
  /// The identity as an integer.
  public let rawValue: UInt64

  /// Makes an identity from a stored raw value.
  ///
  /// An index treats an identity that it never gave as an unknown one.
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The maximum number of pins of an index: 2^30.
  ///
  /// Pins and the clusters above them are numbered together in 32 bits.
  public static let maximumPinCount = 1 << 30

  /// The identity of a pin, by its position in the points that an index was built from.
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
  /// A label for logs and test failures: `pin 7`, `cell 12/845/1530` (zoom, column, row),
  /// `cluster 9/42` (the zoom at which it formed, the pin from which it grew), `own cluster 5` (its
  /// number), or `annotation` and the raw value for any other.
  public var description: String {
    if let pinIndex { return "pin \(pinIndex)" }
    if let cell = gridCell { return "cell \(cell.zoom)/\(cell.column)/\(cell.row)" }
    if let origin = clusterOrigin { return "cluster \(origin.zoom)/\(origin.seed)" }
    if let ownClusterNumber { return "own cluster \(ownClusterNumber)" }
    return "annotation \(rawValue)"
  }
}

// The two highest bits are the kind: 0 a pin, 1 a grid cell, 2 a hierarchical cluster, 3 a cluster
// of a clusterer outside this library.
extension AnnotationID {
  private static let kindShift: UInt64 = 62
  private static let cellKind: UInt64 = 1
  private static let clusterKind: UInt64 = 2
  private static let foreignKind: UInt64 = 3

  /// The identity of a cluster of your own clusterer, by a number that you choose: the same
  /// cluster must get the same number on every frame. No identity of this library equals it.
  ///
  /// - Precondition: `number` is below 2^62.
  public static func cluster(_ number: UInt64) -> AnnotationID {
    precondition(number < 1 << kindShift, "a cluster's number must be below 2^62, found \(number)")
    return AnnotationID(rawValue: foreignKind << kindShift | number)
  }

  /// The bits below the kind, or `nil` for an identity of another kind.
  private func number(ofKind kind: UInt64) -> UInt64? {
    rawValue >> Self.kindShift == kind ? rawValue ^ kind << Self.kindShift : nil
  }

  /// The number of a cluster of the caller's own clusterer, or `nil` for anything else.
  var ownClusterNumber: UInt64? { number(ofKind: Self.foreignKind) }

  private static let cellBits: UInt64 = 28
  private static let cellMask: UInt64 = (1 << cellBits) - 1
  private static let seedBits: UInt64 = 32

  /// A cell of the grid: 5 bits of zoom, 28 of row, 28 of column, so that the order of the
  /// identities is the order of reading.
  static func cell(zoom: Int, column: Int, row: Int) -> AnnotationID {
    AnnotationID(
      rawValue: cellKind << kindShift | UInt64(zoom) << (2 * cellBits)
        | UInt64(row) << cellBits | UInt64(column))
  }

  /// The cell that this identity names, or `nil` for anything else.
  var gridCell: (zoom: Int, column: Int, row: Int)? {
    guard let number = number(ofKind: Self.cellKind) else { return nil }
    let row = number >> Self.cellBits & Self.cellMask
    return (Int(number >> (2 * Self.cellBits)), Int(number & Self.cellMask), Int(row))
  }

  /// A hierarchical cluster: the zoom at which it formed and the pin from which it grew. Both stay
  /// while the cluster is carried unchanged to lower zooms.
  static func cluster(zoom: Int, seed: UInt32) -> AnnotationID {
    let zoomBits = UInt64(truncatingIfNeeded: zoom) << seedBits
    return AnnotationID(rawValue: clusterKind << kindShift | zoomBits | UInt64(seed))
  }

  /// The zoom and the seed of a hierarchical cluster, or `nil` for anything else.
  var clusterOrigin: (zoom: Int, seed: UInt32)? {
    number(ofKind: Self.clusterKind).map { _ in (clusterZoom, clusterSeed) }
  }

  /// The zoom of an identity that is known to be a hierarchical cluster's.
  package var clusterZoom: Int {
    Int(truncatingIfNeeded: (rawValue & ~(Self.clusterKind << Self.kindShift)) >> Self.seedBits)
  }

  /// The seed of an identity that is known to be a hierarchical cluster's.
  var clusterSeed: UInt32 { UInt32(truncatingIfNeeded: rawValue) }
}
