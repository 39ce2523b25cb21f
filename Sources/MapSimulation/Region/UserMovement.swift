/// A step of a gesture between two frames: the map follows the fingers.
public struct UserMovement: Hashable, Sendable {
  /// How far the camera moves eastwards and southwards, in points of the screen.
  public var x: Double
  public var y: Double
  /// How many times as large the visible rectangle becomes, about its centre, before it moves.
  public var scale: Double

  /// A movement in points, and a scale above 0.
  public init(x: Double, y: Double, scale: Double = 1) {
    self.x = x
    self.y = y
    self.scale = scale
  }
}
