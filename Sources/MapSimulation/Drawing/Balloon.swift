/// The outline of a map marker: a round body with a short tip below.
///
/// The outline consists of arcs only: the body, the rounded end of the tip, and on each side a
/// hollow arc that touches both, so its distance field needs nothing but square roots.
public struct Balloon: SymmetricShape, Hashable {
  public let axisX: Float

  /// The centre of the body, in pixels from the top of the bitmap.
  public let bodyCenterY: Float

  /// The radius of the body, in pixels.
  public let bodyRadius: Float

  private let tipDrop: Float
  private let tipRadius: Float
  private let hollowX: Float
  private let hollowDrop: Float
  private let hollowRadius: Float

  /// The side of the square in which a balloon fits, in points: the frame of a marker view.
  public static let frameSide: Float = 28

  /// Creates a balloon that fills a frame.
  ///
  /// - Parameters:
  ///   - axisX: the middle of the frame, in pixels.
  ///   - top: the top of the frame, in pixels.
  ///   - scale: the pixels of a point.
  public init(axisX: Float, top: Float, scale: Float) {
    self.axisX = axisX
    bodyRadius = 11 * scale
    bodyCenterY = top + 11.5 * scale
    tipRadius = 1.5 * scale
    tipDrop = 14.5 * scale
    hollowRadius = 5 * scale
    // The hollow's centre is the corner of a triangle whose sides are known: circles that touch
    // are as far apart as their radii together.
    let toBody = bodyRadius + hollowRadius
    let toTip = tipRadius + hollowRadius
    hollowDrop = (toBody * toBody - toTip * toTip + tipDrop * tipDrop) / (2 * tipDrop)
    hollowX = (toBody * toBody - hollowDrop * hollowDrop).squareRoot()
  }

  public var halfWidth: Float { bodyRadius }
  public var minY: Float { bodyCenterY - bodyRadius }
  public var maxY: Float { bodyCenterY + tipDrop + tipRadius }

  @inline(__always)
  public func signedDistance(dx: Float, y: Float) -> Float {
    let drop = y - bodyCenterY
    let toBody = (dx * dx + drop * drop).squareRoot() - bodyRadius
    if drop <= 0 { return toBody }
    let x = dx - hollowX
    let fromHollow = drop - hollowDrop
    // Inside the triangle of the three centres, the hollow arc is the nearest part.
    let belowBodySide = hollowDrop * x - hollowX * fromHollow <= 0
    let aboveTipSide = -hollowX * fromHollow - (tipDrop - hollowDrop) * x >= 0
    if belowBodySide && aboveTipSide {
      return hollowRadius - (x * x + fromHollow * fromHollow).squareRoot()
    }
    let fromTip = drop - tipDrop
    return min(toBody, (dx * dx + fromTip * fromTip).squareRoot() - tipRadius)
  }
}
