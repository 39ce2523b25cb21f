extension MapRect {
  /// Whether the rectangle reaches over the left or the right edge of the world, as
  /// `MKMapRectSpans180thMeridian`.
  public var spans180thMeridian: Bool {
    minX < 0 || maxX > MapSize.world.width
  }

  /// The part that lies over the world's edge, wrapped to the other side, as `MKMapRectRemainder`;
  /// `nil` where the rectangle stays on the world, or is as wide as the world.
  public func remainder() -> MapRect? {
    guard spans180thMeridian, width < MapSize.world.width else { return nil }
    if minX < 0, maxX <= 0 { return wrapped(minX, width) }
    if minX < 0 { return wrapped(minX, -minX) }
    let overhang = min(width, maxX - MapSize.world.width)
    return wrapped(maxX - overhang, overhang)
  }

  /// The parts of the rectangle that lie on the world: one, or two where it crosses the
  /// antimeridian. A rectangle as wide as the world is the whole width once.
  ///
  /// A point is in the region that the rectangle shows when one of these contains it.
  public var partsOnWorld: [MapRect] {
    let world = MapSize.world.width
    if width >= world {
      return [MapRect(x: 0, y: minY, width: world, height: height)]
    }
    let left = max(minX, 0)
    let right = min(maxX, world)
    let main = MapRect(x: left, y: minY, width: right - left, height: height)
    guard let remainder = remainder() else { return [main] }
    return main.width > 0 ? [main, remainder] : [remainder]
  }

  /// The stretch of the rectangle that begins at an x off the world, moved onto it.
  private func wrapped(_ x: Double, _ width: Double) -> MapRect {
    let world = MapSize.world.width
    return MapRect(
      x: x - (x / world).rounded(.down) * world, y: minY, width: width, height: height)
  }
}
