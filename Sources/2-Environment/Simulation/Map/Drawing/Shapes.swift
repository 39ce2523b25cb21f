/// A shape that is its own mirror image on a vertical axis, given by its distance field.
///
/// Two promises let the rasteriser step over what needs no work: the distance changes by at most
/// one from a pixel to the next, and along a row it never grows towards the axis.
public protocol SymmetricShape: Sendable {
  /// The axis, in pixels from the left edge.
  ///
  /// It is drawn at the nearest half pixel, so that both sides get the same pixels.
  var axisX: Float { get }

  /// The maximum distance of the shape from its axis, in pixels.
  var halfWidth: Float { get }

  /// The top edge, in pixels from the top of the bitmap.
  var minY: Float { get }

  /// The bottom edge, in pixels from the top of the bitmap.
  var maxY: Float { get }

  /// The distance of a point from the outline in pixels, negative inside.
  ///
  /// - Parameters:
  ///   - dx: the distance of the point from the axis, not negative.
  ///   - y: the distance of the point from the top of the bitmap.
  func signedDistance(dx: Float, y: Float) -> Float
}

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

/// The outline of a map marker: a round body with a short tip below.
///
/// The outline consists of arcs only: the body, the rounded end of the tip, and on each side a
/// hollow arc that touches both, so its distance field needs only square roots.
public struct Balloon: SymmetricShape, Hashable {
  /// The x of the axis of symmetry, in pixels.
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
