import MapGeometry

/// `MapRect.partsOnWorld` without the array, so that a query allocates nothing.
struct WorldParts {
  let first: MapRect
  /// What lies across the antimeridian. Where rounding makes it touch `first`, what it shares with
  /// `first` belongs to `first`.
  let second: MapRect?

  /// `nil` for a rectangle that holds nothing: of negative size, or not a number.
  init?(_ rect: MapRect) {
    guard rect.width >= 0, rect.height >= 0, !rect.minX.isNaN, !rect.minY.isNaN else { return nil }
    let world = MapSize.world.width
    guard rect.width < world else {
      first = MapRect(x: 0, y: rect.minY, width: world, height: rect.height)
      second = nil
      return
    }
    let left = max(rect.minX, 0)
    let main = MapRect(
      x: left, y: rect.minY, width: min(rect.maxX, world) - left, height: rect.height)
    let remainder = rect.remainder()
    if let remainder, !(main.width > 0) {
      first = remainder
      second = nil
    } else {
      first = main
      second = remainder
    }
  }
}
