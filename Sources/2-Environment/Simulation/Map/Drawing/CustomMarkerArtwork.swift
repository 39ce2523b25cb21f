/// A marker of an app's own: a small tree of views, drawn from the back to the front.
///
/// A shadow, a bubble with a border, a disc with a picture or a placeholder in it, and a badge with
/// a number.
package struct CustomMarkerArtwork: Artwork, Hashable {
  /// The color of the bubble.
  package var color: Color
  /// The picture's own color; `nil` draws the placeholder.
  package var picture: Color?

  private let text: String

  /// - Parameter value: the number of the badge, not negative.
  package init(color: Color, picture: Color?, value: Int) {
    self.color = color
    self.picture = picture
    text = value.abbreviated
  }

  package func draw(into bitmap: Bitmap) {
    bitmap.clear()
    let side = Float(min(bitmap.width, bitmap.height))
    let unit = side / 48
    let (middleX, middleY) = (Float(bitmap.width) / 2, Float(bitmap.height) / 2)
    func circle(_ x: Float, _ y: Float, _ radius: Float) -> Circle {
      Circle(centerX: middleX + x * unit, centerY: middleY + y * unit, radius: radius * unit)
    }
    bitmap.fill(circle(0, 3, 20), color: Color(red: 0, green: 0, blue: 0, alpha: 60))
    bitmap.fill(circle(0, 0, 20), color: color, border: Border(width: 2 * unit, color: .white))
    if let picture {
      // Rings stand for the pixels of a picture.
      for ring in 0..<5 {
        let amount = UInt32(ring * 40)
        bitmap.fill(
          circle(0, 0, 15 - 2.5 * Float(ring)), color: picture.mixed(with: .white, amount: amount))
      }
    } else {
      bitmap.fill(circle(0, 0, 15), color: Color(red: 200, green: 200, blue: 200))
    }
    let badge = circle(14, -14, 9)
    bitmap.fill(badge, color: .markerRed, border: Border(width: unit, color: .white))
    bitmap.draw(text, inside: circle(14, -14, 7), maxHeight: 9 * unit, color: .white)
  }
}
