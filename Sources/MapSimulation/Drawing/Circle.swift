/// A circle, in pixels.
public struct Circle: SymmetricShape, Hashable {
  /// The centre, in pixels from the left edge of the bitmap.
  public var centerX: Float

  /// The centre, in pixels from the top of the bitmap.
  public var centerY: Float

  /// The radius in pixels.
  public var radius: Float

  /// Creates a circle; all values are in pixels.
  public init(centerX: Float, centerY: Float, radius: Float) {
    self.centerX = centerX
    self.centerY = centerY
    self.radius = radius
  }

  public var axisX: Float { centerX }
  public var halfWidth: Float { radius }
  public var minY: Float { centerY - radius }
  public var maxY: Float { centerY + radius }

  @inline(__always)
  public func signedDistance(dx: Float, y: Float) -> Float {
    let dy = y - centerY
    return (dx * dx + dy * dy).squareRoot() - radius
  }
}
