import Clustering

/// The part of a row of a square that lies inside of a shape, in rows from the left edge.
struct FillSpan {
  let row: Int
  let start: Double
  let end: Double

  /// A part that is cut off at the edges of a square of a number of rows; `nil` if nothing is left.
  fileprivate init?(row: Int, from start: Double, to end: Double, rows: Int) {
    self.row = row
    self.start = max(start, 0)
    self.end = min(end, Double(rows))
    guard self.start < self.end else { return nil }
  }
}

extension OverlayLine {
  /// The area of a tile that lies inside of the shape, in square points of the screen.
  ///
  /// - Parameter side: the width of the tile in points of the screen.
  func filledArea(in tile: MapRect, side: Double) -> Int {
    let rows = max(Int(side.rounded()), 1)
    let width = fillSpans(in: tile, rows: rows).reduce(0) { $0 + $1.end - $1.start }
    let row = side / Double(rows)
    return Int((width * row * row).rounded())
  }

  /// The parts of a square that lie inside of the shape, row by row: what lies inside in the middle
  /// of a row counts for all of it. A line has no inside.
  func fillSpans(in square: MapRect, rows: Int) -> [FillSpan] {
    switch shape {
    case .line: []
    case .polygon: polygonSpans(in: square, rows: rows)
    case .circle: circleSpans(in: square, rows: rows)
    }
  }

  /// Inside is what an odd number of edges lies to the left of.
  private func polygonSpans(in square: MapRect, rows: Int) -> [FillSpan] {
    let scale = Double(rows) / square.width
    let corners = points.map {
      MapPoint(x: ($0.x - square.minX) * scale, y: ($0.y - square.minY) * scale)
    }
    var crossings: [(row: Int, x: Double)] = []
    // An edge from the last point to the first one has no height where the outline is closed.
    for (start, end) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
      let (top, bottom) = start.y < end.y ? (start, end) : (end, start)
      let crossed = Self.rows(from: top.y, to: bottom.y, of: rows)
      guard !crossed.isEmpty else { continue }
      let slope = (bottom.x - top.x) / (bottom.y - top.y)
      for row in crossed {
        crossings.append((row: row, x: top.x + (Double(row) + 0.5 - top.y) * slope))
      }
    }
    crossings.sort { ($0.row, $0.x) < ($1.row, $1.x) }
    // A closed outline crosses each row an even number of times.
    return stride(from: 0, to: crossings.count - 1, by: 2).compactMap { index in
      FillSpan(
        row: crossings[index].row, from: crossings[index].x, to: crossings[index + 1].x, rows: rows)
    }
  }

  private func circleSpans(in square: MapRect, rows: Int) -> [FillSpan] {
    let scale = Double(rows) / square.width
    let x = (bounds.midX - square.minX) * scale
    let y = (bounds.midY - square.minY) * scale
    let radius = bounds.width / 2 * scale
    return Self.rows(from: y - radius, to: y + radius, of: rows).compactMap { row in
      let drop = Double(row) + 0.5 - y
      let half = max(radius * radius - drop * drop, 0).squareRoot()
      return FillSpan(row: row, from: x - half, to: x + half, rows: rows)
    }
  }

  /// The rows whose middles lie between two heights.
  private static func rows(from top: Double, to bottom: Double, of rows: Int) -> Range<Int> {
    func first(_ y: Double) -> Int {
      Int((min(max(y, 0), Double(rows)) - 0.5).rounded(.up))
    }
    let start = first(top)
    return start..<max(start, first(bottom))
  }
}

extension Bitmap {
  /// Draws a line or a shape into a tile: the interior, and the outline above it.
  ///
  /// - Parameter rect: the tile.
  func draw(
    _ line: OverlayLine, style: LineStyle, scale: Int, in rect: MapRect, pointsPerMapPoint: Double
  ) {
    if let fill = style.fill { paint(line.fillSpans(in: rect, rows: width), color: fill) }
    guard style.width > 0 else { return }
    guard line.shape == .circle else {
      stroke(
        line.points, style: style, scale: scale, in: rect, pointsPerMapPoint: pointsPerMapPoint)
      return
    }
    let pixels = pointsPerMapPoint * Double(scale)
    let border = style.width * Double(scale)
    let x = (line.bounds.midX - rect.minX) * pixels
    let y = (line.bounds.midY - rect.minY) * pixels
    let radius = line.bounds.width / 2 * pixels + border / 2
    // Of a circle that is larger than any screen, the picture has the interior only.
    guard max(abs(x), abs(y), radius) < 1_000_000 else { return }
    fill(
      Circle(centerX: Float(x), centerY: Float(y), radius: Float(radius)), color: .clear,
      border: Border(width: Float(border), color: style.color))
  }

  /// Paints parts of rows over the content; a pixel is painted if its middle lies in a part.
  private func paint(_ spans: [FillSpan], color: Color) {
    let width = width
    withMutablePixels { pixels in
      // A span lies in a row of the bitmap.
      for span in spans {
        let first = Int((span.start - 0.5).rounded(.up))
        let end = Int((span.end - 0.5).rounded(.up))
        let row = span.row * width
        Self.paint(color, from: row + first, upTo: row + end, in: pixels)
      }
    }
  }
}
