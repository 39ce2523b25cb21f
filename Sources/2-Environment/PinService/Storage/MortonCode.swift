import Clustering

/// A place on the flat world as one number: the bits of its column and its row, in turns.
///
/// Column and row have 32 bits each, so that a step is 1/16 map point (1 cm). The order of the codes
/// is Morton's (1966), the Z-order: every square cell of a quadtree is one range of codes, whose
/// first bits are the cell's number. A tile of a map is such a cell.
public struct MortonCode: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable {
  /// The interleaved bits, those of the row first.
  public let rawValue: UInt64

  /// A place by its interleaved bits.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// A place by its column, which grows eastwards, and its row, which grows southwards.
  public init(column: UInt32, row: UInt32) {
    rawValue = UInt64(spreading: column) | UInt64(spreading: row) << 1
  }

  /// The place of a point, rounded down to 1/16 map point; a point off the world is moved to its
  /// edge.
  public init(_ point: MapPoint) {
    self.init(column: Self.step(point.x), row: Self.step(point.y))
  }

  /// Steps in a map point.
  public static let stepsPerMapPoint = 16.0

  static func step(_ mapPoints: Double) -> UInt32 {
    UInt32(min(max(mapPoints * stepsPerMapPoint, 0), Double(UInt32.max)))
  }

  /// The number of steps eastwards from the antimeridian.
  public var column: UInt32 { Self.gathered(rawValue) }
  /// The number of steps southwards from the northern edge.
  public var row: UInt32 { Self.gathered(rawValue >> 1) }

  /// The middle of the place's step.
  public var mapPoint: MapPoint {
    MapPoint(
      x: (Double(column) + 0.5) / Self.stepsPerMapPoint,
      y: (Double(row) + 0.5) / Self.stepsPerMapPoint)
  }

  public static func < (left: MortonCode, right: MortonCode) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The bits at even positions of 64.
  static let columnBits: UInt64 = 0x5555_5555_5555_5555

  /// The bits at even positions, without the gaps.
  private static func gathered(_ code: UInt64) -> UInt32 {
    var bits = code & columnBits
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333
    bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF
    return UInt32(truncatingIfNeeded: bits | bits >> 16)
  }
}

extension MortonCode {
  /// The code as a signed integer of the same order, for databases that have no unsigned ones.
  public var stored: Int64 { Int64(bitPattern: rawValue ^ 1 << 63) }

  /// A code from its stored form.
  public init(stored: Int64) {
    rawValue = UInt64(bitPattern: stored) ^ 1 << 63
  }
}

/// A square of the quadtree over the world: the tile of a level that contains a place.
public struct QuadCell: Hashable, Comparable, Sendable {
  /// The number of halvings of the world, 0 to 32. A cell has the size of a tile at this zoom.
  public let level: Int
  /// The first bits of all codes in the cell, two for each level.
  public let number: UInt64

  /// The cell of a level that contains a place.
  ///
  /// - Precondition: `level` is in `0...32`.
  public init(level: Int, containing code: MortonCode) {
    self.level = level
    number = level == 0 ? 0 : code.rawValue >> UInt64(64 - 2 * level)
  }

  /// The cell by its number.
  ///
  /// - Precondition: `level` is in `0...32`, and `number` is below 4^level.
  public init(level: Int, number: UInt64) {
    self.level = level
    self.number = number
  }

  /// A cell that a store names; `nil` where its level has no such number.
  init?(storedLevel level: Int, number: Int64) {
    guard (0...32).contains(level), number >= 0, level == 32 || number >> (2 * Int64(level)) == 0
    else { return nil }
    self.init(level: level, number: UInt64(number))
  }

  /// The tile of a zoom level by its column and row; `nil` if there is none.
  public init?(zoom: Int, column: Int, row: Int) {
    guard (0...32).contains(zoom), column >= 0, row >= 0, column < 1 << zoom, row < 1 << zoom else {
      return nil
    }
    // A shift by 32 gives 0.
    let shift = UInt32(32 - zoom)
    self.init(
      level: zoom,
      containing: MortonCode(column: UInt32(column) << shift, row: UInt32(row) << shift))
  }

  /// The steps of ``MortonCode`` along a side.
  public var side: UInt64 { 1 << UInt64(32 - level) }

  /// The first and the last code in the cell.
  public var codes: ClosedRange<MortonCode> {
    // A shift by 64 gives 0: the whole world has all codes.
    let shift = UInt64(64 - 2 * level)
    let first = number << shift
    return MortonCode(rawValue: first)...MortonCode(rawValue: first | (1 << shift &- 1))
  }

  public static func < (left: QuadCell, right: QuadCell) -> Bool {
    (left.level, left.number) < (right.level, right.number)
  }
}
