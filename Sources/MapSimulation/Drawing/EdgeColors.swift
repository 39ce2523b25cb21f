/// The colors along the edge of a filled shape, from outside inwards.
struct EdgeColors {
  private let fill: Color
  private let border: Color
  private let borderWidth: Float

  init(fill: Color, border: Border) {
    self.fill = fill
    self.border = border.color
    borderWidth = border.width
  }

  /// At this distance from the outline and further inside, there is nothing but the fill.
  var solidDistance: Float { -borderWidth - 0.5 }

  /// The color of a pixel, weighted by how much of it is covered.
  @inline(__always)
  func color(at distance: Float) -> Color {
    if distance <= -0.5 && inside(distance) <= 0 { return border }
    let inside = inside(distance)
    let base = inside <= 0 ? border : border.mixed(with: fill, amount: Self.coverage(inside))
    return base.scaled(by: Self.coverage(0.5 - distance))
  }

  @inline(__always)
  private func inside(_ distance: Float) -> Float { 0.5 - distance - borderWidth }

  /// A share of a pixel as a byte: 0 for 0 and less, 255 for 1 and more.
  @inline(__always)
  static func coverage(_ share: Float) -> UInt32 {
    UInt32(min(max(share, 0), 1) * 255 + 0.5)
  }
}
