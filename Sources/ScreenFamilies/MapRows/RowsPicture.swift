import MapSimulation
import ScenarioModel

/// A picture of the rows on screen: each with its own number on the left, and what it shows, with the
/// number of the row whose map that is.
struct RowsPicture {
  private let rows: [(row: Int, cell: MapCell)]
  private let device: Device

  /// The space between two rows, and the width of the column with the numbers, in points.
  private static let gap = 8
  private static let column = 40
  private static let grey = Color(red: 0xD8, green: 0xD8, blue: 0xDC)
  private static let darkGrey = Color(red: 0x8E, green: 0x8E, blue: 0x93)

  init(rows: [(row: Int, cell: MapCell)], device: Device) {
    self.rows = rows
    self.device = device
  }

  /// Writes the picture into a folder.
  func write(of scenarioCase: Case, to folder: String) throws -> Inspection.Picture {
    let name = scenarioCase.fileName("png")
    do {
      try painted().downsampled(by: device.scale).writePNG(to: folder + "/" + name)
    } catch {
      throw EnvironmentError(path: error.path, reason: error.reason)
    }
    let own = rows.count { $0.cell.visibleMapRow == $0.row }
    let wrong = rows.count { $0.cell.visibleMapRow.map { [row = $0.row] in $0 != row } ?? false }
    return Inspection.Picture(
      file: name, frame: 0,
      caption: "\(scenarioCase.strategy), the first person's list after the first scroll: of "
        + "\(rows.count) rows, \(own) show their map, \(wrong) the map of another row and "
        + "\(rows.count - own - wrong) none")
  }

  private func painted() -> FrameBuffer {
    let scale = device.scale
    let (width, height) = (Int(device.viewport.width), Int(device.viewport.height))
    let buffer = FrameBuffer(
      width: (Self.column + width) * scale,
      height: max(1, rows.count) * (height + Self.gap) * scale)
    for (place, (row, cell)) in rows.enumerated() {
      let top = place * (height + Self.gap) * scale
      label(row, Self.darkGrey, in: buffer, x: 4 * scale, y: top + 4 * scale)
      let left = Self.column * scale
      switch cell.content {
      case .picture(let picture): buffer.composite(picture.pixels, x: left, y: top)
      case .map(let map) where map.isLoaded: buffer.composite(map.drawable, x: left, y: top)
      case .map, .nothing, .placeholder:
        let blank = Bitmap(width: width * scale, height: height * scale)
        blank.withMutablePixels { $0.update(repeating: Self.grey.pixel) }
        buffer.composite(blank, x: left, y: top)
      }
      guard let visible = cell.visibleMapRow else { continue }
      label(
        visible, visible == row ? .clusterBlue : .markerRed, in: buffer, x: left + 4 * scale,
        y: top + 4 * scale)
    }
    return buffer
  }

  /// Draws the number of a row in a circle.
  private func label(_ row: Int, _ color: Color, in buffer: FrameBuffer, x: Int, y: Int) {
    let side = 32 * device.scale
    let bitmap = Bitmap(width: side, height: side)
    ClusterArtwork(count: row + 1, color: color).draw(into: bitmap)
    buffer.composite(bitmap, x: x, y: y)
  }
}
