/// A shape that is its own mirror image on a vertical axis, given by its distance field.
///
/// Two promises let the rasteriser step over what needs no work: the distance changes by at most
/// one from a pixel to the next, and along a row it never grows towards the axis.
public protocol SymmetricShape: Sendable {
  /// The axis, in pixels from the left edge.
  ///
  /// It is drawn at the nearest half pixel, so that both sides get the same pixels.
  var axisX: Float { get }

  /// The greatest distance of the shape from its axis, in pixels.
  var halfWidth: Float { get }

  /// The top edge, in pixels from the top of the bitmap.
  var minY: Float { get }

  /// The bottom edge, in pixels from the top of the bitmap.
  var maxY: Float { get }

  /// The distance of a point from the outline in pixels, negative inside.
  ///
  /// - Parameters:
  ///   - dx: how far the point lies from the axis, not negative.
  ///   - y: how far the point lies below the top of the bitmap.
  func signedDistance(dx: Float, y: Float) -> Float
}
