// The two highest bits tell the kinds apart: 0 a pin, 1 a grid cell, 2 a hierarchical cluster,
// 3 what a clusterer outside this library made.
extension AnnotationID {
  private static let kindShift: UInt64 = 62
  private static let cellKind: UInt64 = 1
  private static let clusterKind: UInt64 = 2
  private static let foreignKind: UInt64 = 3

  /// The identity of a cluster that a clusterer of your own made, by a number that you choose: the
  /// same cluster must get the same number on every frame. It never meets an identity of this
  /// library's.
  ///
  /// - Precondition: `number` is below 2^62.
  public static func cluster(_ number: UInt64) -> AnnotationID {
    precondition(number < 1 << kindShift, "a cluster's number must be below 2^62, found \(number)")
    return AnnotationID(rawValue: foreignKind << kindShift | number)
  }

  /// The number of a cluster that a clusterer of the caller's own made, or `nil` for anything else.
  var ownClusterNumber: UInt64? {
    guard rawValue >> Self.kindShift == Self.foreignKind else { return nil }
    return rawValue & ~(Self.foreignKind << Self.kindShift)
  }

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
    guard rawValue >> Self.kindShift == Self.cellKind else { return nil }
    let zoom = (rawValue & ~(Self.cellKind << Self.kindShift)) >> (2 * Self.cellBits)
    let row = rawValue >> Self.cellBits & Self.cellMask
    return (Int(zoom), Int(rawValue & Self.cellMask), Int(row))
  }

  /// A hierarchical cluster: the zoom at which it formed and the pin from which it grew. Both stay
  /// while the cluster is carried unchanged to lower zooms.
  static func cluster(zoom: Int, seed: UInt32) -> AnnotationID {
    AnnotationID(
      rawValue: clusterKind << kindShift | UInt64(zoom) << seedBits | UInt64(seed))
  }

  /// The zoom and the seed of a hierarchical cluster, or `nil` for anything else.
  var clusterOrigin: (zoom: Int, seed: UInt32)? {
    guard rawValue >> Self.kindShift == Self.clusterKind else { return nil }
    return (clusterZoom, clusterSeed)
  }

  /// The zoom of an identity that is known to be a hierarchical cluster's.
  var clusterZoom: Int {
    Int(truncatingIfNeeded: (rawValue & ~(Self.clusterKind << Self.kindShift)) >> Self.seedBits)
  }

  /// The seed of an identity that is known to be a hierarchical cluster's.
  var clusterSeed: UInt32 { UInt32(truncatingIfNeeded: rawValue) }
}
