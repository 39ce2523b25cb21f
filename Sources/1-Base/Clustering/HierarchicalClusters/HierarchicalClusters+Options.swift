extension HierarchicalClusters {
  /// The options of clustering. The names and their meaning are supercluster's.
  public struct Options: Hashable, Sendable {
    /// The zoom levels that can be clustered. Lengths are in whole units of 1/16 map point, 1 cm;
    /// at the deepest zoom a radius of 40 in an extent of 512 is 20 of them.
    public static let zoomRange = 0...24

    /// The radius of a cluster around the item it grows from, in units of `extent`.
    ///
    /// It is rounded to 1/16 map point at `maxZoom`, where it must not vanish, and doubled for each
    /// zoom below.
    public var radius: Double
    /// The width of a tile in the units of the radius.
    ///
    /// A tile is `MapSize.world` divided by 2^zoom. 256 measures the radius in screen points of a
    /// map with the zoom levels of `Viewport`; 512 with the same radius reaches half as far.
    public var extent: Double
    /// The lowest zoom level that is clustered. Below it, its items are shown.
    public var minZoom: Int
    /// The highest zoom level that is clustered. Above it, every pin is shown.
    public var maxZoom: Int
    /// The minimum number of pins of a cluster, 2 or more.
    public var minPoints: Int

    /// Options, by default those of supercluster.
    public init(
      radius: Double = 40, extent: Double = 512, minZoom: Int = 0, maxZoom: Int = 16,
      minPoints: Int = 2
    ) {
      self.radius = radius
      self.extent = extent
      self.minZoom = minZoom
      self.maxZoom = maxZoom
      self.minPoints = minPoints
    }

    func validate() throws(ClusteringError) {
      guard extent > 0, extent.isFinite else {
        throw .invalidOption(name: "extent", found: "\(extent)", expected: "a finite number over 0")
      }
      guard radius > 0, radius <= extent else {
        throw .invalidOption(
          name: "radius", found: "\(radius)", expected: "over 0 and at most the extent, \(extent)")
      }
      guard Self.zoomRange.contains(maxZoom) else {
        throw .invalidOption(
          name: "maxZoom", found: "\(maxZoom)", expected: "a zoom in \(Self.zoomRange)")
      }
      guard minZoom >= Self.zoomRange.lowerBound, minZoom <= maxZoom else {
        throw .invalidOption(
          name: "minZoom", found: "\(minZoom)", expected: "a zoom in 0...\(maxZoom), the maxZoom")
      }
      guard radiusInUnits(atZoom: maxZoom) > 0 else {
        throw .invalidOption(
          name: "radius", found: "\(radius), less than 1/32 map point at the maxZoom \(maxZoom)",
          expected: "a greater radius, a smaller extent or a lower maxZoom")
      }
      guard minPoints >= 2 else {
        throw .invalidOption(name: "minPoints", found: "\(minPoints)", expected: "2 or more")
      }
    }

    var positionRounding: PositionRounding { PositionRounding(maxZoom: maxZoom) }

    /// The radius at a zoom in fixed point units. Rounded once, at the highest zoom, so that every
    /// zoom below has exactly twice the radius of the one above. At most 2^32.
    func radiusInUnits(atZoom zoom: Int) -> UInt64 {
      let tiles = Double(1 << maxZoom)
      // Divided first, as greater products overflow; the powers of two round nothing.
      let units = UInt64((radius / extent * (FixedPoint.worldWidth / tiles)).rounded())
      return units << UInt64(maxZoom - zoom)
    }
  }
}

/// The rounding of pins' places for hierarchical clustering.
///
/// Up to zoom 16 the results are supercluster's, which depend on its rounding wherever a distance
/// is close to the radius: 24 significant bits of the world's width, at worst 8 map points (1.2 m)
/// away, half a screen point at zoom 16. At deeper zooms its rounding would be seen on the map, and
/// places are rounded to the nearest fixed point unit.
struct PositionRounding: Sendable {
  private let isSingle: Bool

  init(maxZoom: Int) { isSingle = maxZoom <= 16 }

  /// The place of a pin in fixed point units; never decreases when the argument grows.
  func units(_ mapPoints: Double) -> UInt32 {
    // The width of the world is a power of two: fractions of it have the digits of the map points.
    FixedPoint.units(isSingle ? Double(Float(mapPoints)) : mapPoints)
  }

  /// The bounds of the places of all items that are shown from `low` to `high`: pins, which were
  /// rounded, and clusters, which were not.
  func bounds(from low: Double, to high: Double) -> (low: UInt32, high: UInt32) {
    (min(units(low), FixedPoint.units(low)), max(units(high), FixedPoint.units(high)))
  }
}
