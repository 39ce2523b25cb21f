import Clustering
import PinData

extension Color {
  /// Land on a map.
  package static let land = Color(red: 0xF4, green: 0xEF, blue: 0xDF)
  /// Seas and large lakes on a map.
  package static let water = Color(red: 0xCF, green: 0xE3, blue: 0xF3)
  fileprivate static let coast = Color(red: 0xB9, green: 0xB2, blue: 0x9A)
}

/// The outlines of land on a map, with what is inside.
///
/// Read for the first picture of a process. A map that is drawn in a measured trial has none.
private enum Outlines {
  static let all: [(line: OverlayLine, style: LineStyle)] = ((try? Land())?.outlines ?? []).map {
    // An outline around water runs the other way around.
    let area = zip($0, $0.dropFirst()).reduce(0.0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
    let style = LineStyle(color: .coast, width: 1, fill: area < 0 ? Color.land : Color.water)
    return (OverlayLine(line: 0, points: $0, shape: .polygon), style)
  }
}

extension FrameBuffer {
  /// Replaces the picture by a part of the world: water, and land with a thin coast.
  ///
  /// - Parameters:
  ///   - rect: what the width of the picture shows, from its top left; it may cross the
  ///     antimeridian.
  ///   - scale: the pixels for each point of the screen, at least 1.
  package func drawLand(of rect: MapRect, scale: Int) {
    // Shapes are filled in squares, so the picture is cut out of one.
    let square = FrameBuffer(width: max(width, height), height: max(width, height))
    square.fill(with: .water)
    let pixels = Double(width) / rect.width
    let side = Double(square.width) / pixels
    for (line, style) in Outlines.all {
      for turn in [-1.0, 0, 1] {
        let x = rect.minX + turn * MapSize.world.width
        let part = MapRect(x: x, y: rect.minY, width: side, height: side)
        guard line.bounds.intersects(part) else { continue }
        square.bitmap.draw(
          line, style: style, scale: scale, in: part, pointsPerMapPoint: pixels / Double(scale))
      }
    }
    composite(square, x: 0, y: 0)
  }
}
