/// A picture that an annotation view shows.
public protocol Artwork: Sendable {
  /// Replaces the bitmap's content by the picture, as large as fits.
  ///
  /// Allocates nothing; the same artwork in a bitmap of the same size gives the same pixels.
  func draw(into bitmap: Bitmap)
}

/// The balloon of a single pin, as of `MKMarkerAnnotationView`: colored, with a white border and a
/// white dot as its glyph.
///
/// It fits a frame of 28 x 28 points at any scale; in a bitmap that is not square it is centred.
public struct MarkerArtwork: Artwork, Hashable {
  /// The color of the body.
  public var color: Color

  /// Creates the balloon of a pin.
  public init(color: Color = .markerRed) { self.color = color }

  public func draw(into bitmap: Bitmap) {
    bitmap.clear()
    let side = Float(min(bitmap.width, bitmap.height))
    let scale = side / Balloon.frameSide
    let balloon = Balloon(
      axisX: Float(bitmap.width) / 2, top: (Float(bitmap.height) - side) / 2, scale: scale)
    bitmap.fill(balloon, color: color, border: Border(width: scale, color: .white))
    let glyph = Circle(centerX: balloon.axisX, centerY: balloon.bodyCenterY, radius: 4 * scale)
    bitmap.fill(glyph, color: .white)
  }
}

/// The bubble of a cluster: a circle in a lighter ring, with the count of members in white.
///
/// It fills the bitmap; in a bitmap that is not square it is centred.
public struct ClusterArtwork: Artwork, Hashable {
  /// The color of the body; the ring is a lighter tone of it.
  public var color: Color

  private let text: String

  /// Creates the bubble of a cluster.
  ///
  /// - Precondition: the count is not negative.
  public init(count: Int, color: Color = .clusterBlue) {
    self.color = color
    text = count.abbreviated
  }

  public func draw(into bitmap: Bitmap) {
    bitmap.clear()
    let side = Float(min(bitmap.width, bitmap.height))
    let scale = side / Balloon.frameSide
    let bubble = Circle(
      centerX: Float(bitmap.width) / 2, centerY: Float(bitmap.height) / 2, radius: 13.5 * scale)
    let ring = Border(width: 2 * scale, color: color.mixed(with: .white, amount: 160))
    bitmap.fill(bubble, color: color, border: ring)
    let inside = Circle(
      centerX: bubble.centerX, centerY: bubble.centerY,
      radius: bubble.radius - ring.width - 1.5 * scale)
    bitmap.draw(text, inside: inside, maxHeight: 11 * scale, color: .white)
  }
}
