/// The rows of a picture as a PNG holds them before compression: each filtered, and led by the
/// number of its filter.
struct PNGScanlines {
  private(set) var bytes: [UInt8] = []

  /// Chooses the filter of a row, given the row and the one above it.
  typealias FilterChoice = (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> PNGFilter

  init(_ frame: FrameBuffer, filter choose: FilterChoice) {
    let rowLength = frame.width * PNGFilter.bytesPerPixel
    var above = [UInt8](repeating: 0, count: rowLength)
    var row = above
    bytes.reserveCapacity((rowLength + 1) * frame.height)
    for y in 0..<frame.height {
      Self.copyRow(y, of: frame, to: &row)
      row.withUnsafeBufferPointer { row in
        above.withUnsafeBufferPointer { above in
          let filter = choose(row, above)
          bytes.append(filter.rawValue)
          for index in row.indices {
            bytes.append(filter.filtered(row, above: above, at: index))
          }
        }
      }
      swap(&row, &above)
    }
  }

  private static func copyRow(_ y: Int, of frame: FrameBuffer, to row: inout [UInt8]) {
    let width = frame.width
    frame.withPixels { pixels in
      for x in 0..<width {
        let color = Color(premultiplied: pixels[y * width + x])
        row[3 * x] = color.red
        row[3 * x + 1] = color.green
        row[3 * x + 2] = color.blue
      }
    }
  }
}
