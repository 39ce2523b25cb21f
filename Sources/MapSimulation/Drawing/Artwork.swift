/// What an annotation view shows.
public protocol Artwork: Sendable {
  /// Replaces what the bitmap holds by the picture, as large as fits.
  ///
  /// Allocates nothing; the same artwork in a bitmap of the same size gives the same pixels.
  func draw(into bitmap: Bitmap)
}
