/// A line along the inner side of a shape's outline.
public struct Border: Hashable, Sendable {
  /// The width in pixels; 0 is no border.
  public var width: Float

  /// The color of the whole width.
  public var color: Color

  /// Creates a border of a width in pixels.
  public init(width: Float, color: Color) {
    self.width = width
    self.color = color
  }
}
