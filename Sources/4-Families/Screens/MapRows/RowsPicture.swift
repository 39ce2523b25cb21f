import Simulation

extension FramePicture {
  /// The space between two rows, and the width of the column with the numbers, in points.
  private static let gap = 8
  private static let column = 40
  private static let grey = Color(red: 0xD8, green: 0xD8, blue: 0xDC)
  private static let darkGrey = Color(red: 0x8E, green: 0x8E, blue: 0x93)

  /// The rows on screen. Each has its own number on the left, and its content with the number of
  /// the row whose map it shows.
  init(rows: [(row: Int, cell: MapCell)], device: Device) {
    let scale = device.scale
    let (width, height) = (Int(device.viewport.width), Int(device.viewport.height))
    let buffer = FrameBuffer(
      width: (Self.column + width) * scale,
      height: max(1, rows.count) * (height + Self.gap) * scale)
    // The number of a row in a circle.
    func label(_ row: Int, _ color: Color, x: Int, y: Int) {
      let bitmap = Bitmap(width: 32 * scale, height: 32 * scale)
      ClusterArtwork(count: row + 1, color: color).draw(into: bitmap)
      buffer.composite(bitmap, x: x + 4 * scale, y: y + 4 * scale)
    }
    for (place, (row, cell)) in rows.enumerated() {
      let (left, top) = (Self.column * scale, place * (height + Self.gap) * scale)
      label(row, Self.darkGrey, x: 0, y: top)
      switch cell.content {
      case .picture(let picture): buffer.composite(picture.pixels, x: left, y: top)
      case .map(let map) where map.isLoaded: buffer.composite(map.drawable, x: left, y: top)
      case .map, .nothing, .placeholder:
        let blank = Bitmap(width: width * scale, height: height * scale)
        blank.withMutablePixels { $0.update(repeating: Self.grey.pixel) }
        buffer.composite(blank, x: left, y: top)
      }
      guard let visible = cell.visibleMapRow else { continue }
      label(visible, visible == row ? .clusterBlue : .markerRed, x: left, y: top)
    }
    let own = rows.count { $0.cell.visibleMapRow == $0.row }
    let none = rows.count { $0.cell.visibleMapRow == nil }
    let wrong = rows.count - own - none
    self.init(
      frame: 0, buffer: buffer, scale: scale,
      caption:
        ", the first person's list after the first scroll: of \(rows.count) rows, \(own) show "
        + "their map, \(wrong) another row's map, and \(none) no map")
  }
}
