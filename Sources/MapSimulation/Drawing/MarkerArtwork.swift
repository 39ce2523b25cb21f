/// The balloon of a single pin, as of `MKMarkerAnnotationView`: colored, with a white border and a
/// white dot as its glyph.
///
/// It fits a frame of 28 x 28 points at any scale; in a bitmap that is not square it is centred.
public struct MarkerArtwork: Artwork, Hashable {
  /// The color of the body.
  public var color: Color

  /// Creates the balloon of a pin.
  public init(color: Color = .markerRed) {
    self.color = color
  }

  public func draw(into bitmap: Bitmap) {
    bitmap.clear()
    let side = Float(min(bitmap.width, bitmap.height))
    let scale = side / Balloon.frameSide
    let balloon = Balloon(
      axisX: Float(bitmap.width) / 2, top: (Float(bitmap.height) - side) / 2, scale: scale)
    bitmap.fill(balloon, color: color, border: Border(width: scale, color: .white))
    let glyph = Circle(
      centerX: balloon.axisX, centerY: balloon.bodyCenterY, radius: 4 * scale)
    bitmap.fill(glyph, color: .white)
  }
}
