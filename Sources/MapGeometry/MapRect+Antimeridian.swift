extension MapRect {
  /// Whether the rectangle reaches over the left or the right edge of the world, as
  /// `MKMapRectSpans180thMeridian`.
  public var spans180thMeridian: Bool {
    minX < 0 || maxX > MapSize.world.width
  }

  /// The part that lies over the world's edge, wrapped to the other side, as `MKMapRectRemainder`;
  /// `nil` where the rectangle stays on the world.
  public func remainder() -> MapRect? {
    let world = MapSize.world.width
    if width >= world { return nil }
    if minX < 0 {
      return MapRect(x: minX + world, y: minY, width: -minX, height: height)
    }
    if maxX > world {
      return MapRect(x: 0, y: minY, width: maxX - world, height: height)
    }
    return nil
  }

  /// The parts of the rectangle that lie on the world: one, or two where it spans the
  /// antimeridian. A rectangle as wide as the world is the whole width once.
  ///
  /// A point is in the region that the rectangle shows when one of these contains it.
  public var partsOnWorld: [MapRect] {
    let world = MapSize.world.width
    if width >= world {
      return [MapRect(x: 0, y: minY, width: world, height: height)]
    }
    let left = max(minX, 0)
    let main = MapRect(x: left, y: minY, width: min(maxX, world) - left, height: height)
    guard let remainder = remainder() else { return [main] }
    return main.width > 0 ? [main, remainder] : [remainder]
  }
}
