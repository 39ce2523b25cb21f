import Clustering

/// A map view with overlays on a simulated screen, as the overlay part of `MKMapView`.
///
/// A frame has two steps. First the camera moves and the app changes overlays; then
/// ``drawOverlays()`` draws what is outdated. Apple documents that a map may draw a large overlay in
/// tiles and on separate threads, and nothing about the tiles' size or life. Here a tile belongs to
/// a whole zoom level, the one nearest to the camera's; a tile is drawn when it comes into view and
/// when an overlay in it changes; those up to one tile off screen are kept. The profile's
/// `overlay-tile-size` is their size and `overlay-main-share` the part of the drawing for which the
/// main thread waits. In a tile each line whose bounding rectangle meets it is gone through whole, as
/// a renderer strokes its whole path and leaves the clipping to the graphics context. The interior of
/// a shape is filled in each tile as far as it lies in the tile, at the profile's `fill-overlay-area`
/// for a square point; shapes that overlap are filled one after another. The outline of a circle is a
/// path of `circle-path-points`.
///
/// Lines do not cross the antimeridian. Used by one thread.
public final class OverlayMapView {
  /// The screen and the platform that it is on.
  public let device: Device
  /// The rectangle on the screen.
  public private(set) var visibleMapRect: MapRect
  /// The maker of the renderers; without one, nothing is drawn.
  public weak var delegate: (any OverlayMapDelegate)?
  /// The overlays, the one drawn first at the beginning.
  public private(set) var overlays: [MapOverlay] = []
  /// The operations since the map view was made.
  package private(set) var counts = OverlayCounts()
  private var present: Set<ObjectIdentifier> = []
  /// The number of points of all overlays.
  package private(set) var pointCount = 0
  /// The points of each line whose overlays were drawn on screen and were removed, since
  /// ``forgetRemovals()``; without those that another overlay still draws.
  package private(set) var removedOnScreen: [Int: Int] = [:]

  private var renderers: [ObjectIdentifier: OverlayRenderer] = [:]
  private var tiles = OverlayTiles()
  private let tileSize: Double
  /// Read with the first circle: no other map depends on it.
  private lazy var circlePathPoints = Int(device.profile[.circlePathPoints].rounded())

  /// A map view without overlays.
  public init(device: Device, visibleMapRect: MapRect) {
    self.device = device
    self.visibleMapRect = visibleMapRect
    tileSize = device.profile[.overlayTileSize]
  }

  /// The zoom level of the visible rectangle.
  public var zoom: Double { device.viewport.zoom(showing: visibleMapRect) }

  /// Moves the camera to a rectangle that has the view's aspect ratio already.
  public func setVisibleMapRect(_ rect: MapRect) { visibleMapRect = rect }

  /// Adds an overlay above the others, as `addOverlay(_:)`; one that is on the map is ignored.
  /// Its renderer is made when it is drawn.
  public func addOverlay(_ overlay: MapOverlay) {
    guard present.insert(ObjectIdentifier(overlay)).inserted else { return }
    overlays.append(overlay)
    counts.overlaysAdded += 1
    counts.pointsAdded += overlay.pointCount
    pointCount += overlay.pointCount
    tiles.outdate(overlay.bounds)
  }

  /// Removes overlays, as `removeOverlays(_:)`; those that are not on the map are ignored.
  public func removeOverlays(_ removed: [MapOverlay]) {
    let identifiers = present.intersection(removed.map(ObjectIdentifier.init))
    guard !identifiers.isEmpty else { return }
    let before = overlays
    overlays.removeAll { identifiers.contains(ObjectIdentifier($0)) }
    present.subtract(identifiers)
    for overlay in before where identifiers.contains(ObjectIdentifier(overlay)) {
      counts.overlaysRemoved += 1
      pointCount -= overlay.pointCount
      tiles.outdate(overlay.bounds)
      // An overlay without a renderer has never been drawn.
      guard renderers.removeValue(forKey: ObjectIdentifier(overlay)) != nil else { continue }
      for line in overlay.lines
      where line.bounds.intersects(visibleMapRect) && !draws(line.points, of: line.line) {
        removedOnScreen[line.line, default: 0] += line.points.count
      }
    }
  }

  /// Returns whether an overlay on the map has drawn these points of a line.
  private func draws(_ points: [MapPoint], of line: Int) -> Bool {
    overlays.contains { overlay in
      renderers[ObjectIdentifier(overlay)] != nil
        && overlay.lines.contains { $0.line == line && $0.points == points }
    }
  }

  /// Changes the style of an overlay's renderer, as setting `strokeColor` and `lineWidth` and calling
  /// `setNeedsDisplay()`. Without effect before the renderer is made.
  public func restyle(_ overlay: MapOverlay, _ style: LineStyle) {
    guard let renderer = renderers[ObjectIdentifier(overlay)] else { return }
    renderer.style = style
    counts.restyles += 1
    tiles.outdate(overlay.bounds)
  }

  /// The renderer of an overlay, as `renderer(for:)`; `nil` before it is made.
  public func renderer(for overlay: MapOverlay) -> OverlayRenderer? {
    renderers[ObjectIdentifier(overlay)]
  }

  package func forgetRemovals() { removedOnScreen.removeAll(keepingCapacity: true) }

  /// Ends a frame: makes the renderers of overlays that come into view, and draws each tile on
  /// screen that is outdated.
  public func drawOverlays() {
    let grid = TileGrid(zoom: zoom, tileSize: tileSize)
    tiles.show(visibleMapRect, grid: grid)
    let scale = device.scale
    tiles.forEachOutdated(in: visibleMapRect) { tile in
      counts.tilesDrawn += 1
      let bitmap = scale > 0 ? tile.bitmap(side: Int(tileSize) * scale) : nil
      bitmap?.clear()
      let reach = grid.reachedRect(of: tile.index)
      for overlay in overlays where overlay.bounds.intersects(reach) {
        guard let renderer = madeRenderer(for: overlay) else { continue }
        counts.overlayTiles += 1
        guard let style = renderer.style, style.isVisible else { continue }
        let rect = grid.rect(of: tile.index)
        for line in overlay.lines where line.bounds.intersects(reach) {
          counts.pointsDrawn += line.shape == .circle ? circlePathPoints : line.points.count
          if style.fill != nil { counts.filledArea += line.filledArea(in: rect, side: tileSize) }
          bitmap?.draw(
            line, style: style, scale: scale, in: rect,
            pointsPerMapPoint: 1 / grid.mapPointsPerPoint)
        }
      }
    }
  }

  private func madeRenderer(for overlay: MapOverlay) -> OverlayRenderer? {
    let identifier = ObjectIdentifier(overlay)
    if let renderer = renderers[identifier] { return renderer }
    guard let renderer = delegate?.mapView(self, rendererFor: overlay) else { return nil }
    counts.renderersMade += 1
    renderers[identifier] = renderer
    return renderer
  }

  /// Draws the tiles on screen into a frame buffer of the screen's size in pixels, over land and
  /// water.
  ///
  /// - Returns: the pixels of overlays that were painted.
  @discardableResult
  package func composite(into frame: FrameBuffer) -> Int {
    frame.drawLand(of: visibleMapRect, scale: device.scale)
    let grid = TileGrid(zoom: zoom, tileSize: tileSize)
    let scale = Double(device.scale)
    let pixels = scale * device.viewport.width / visibleMapRect.width
    var painted = 0
    tiles.forEachOnScreen(visibleMapRect) { index, bitmap in
      let rect = grid.rect(of: index)
      painted += frame.composite(
        bitmap, resizedTo: Int((rect.width * pixels).rounded(.up)),
        x: Int(((rect.minX - visibleMapRect.minX) * pixels).rounded(.down)),
        y: Int(((rect.minY - visibleMapRect.minY) * pixels).rounded(.down)))
    }
    return painted
  }
}

extension Bitmap {
  /// Strokes a line of map points into a tile.
  func stroke(
    _ points: [MapPoint], style: LineStyle, scale: Int, in rect: MapRect,
    pointsPerMapPoint: Double
  ) {
    let pixels = pointsPerMapPoint * Double(scale)
    let width = style.width * Double(scale)
    let margin = width / 2 + 2
    let clip = ClippingRect(
      minX: -margin, minY: -margin, maxX: Double(self.width) + margin,
      maxY: Double(height) + margin)
    var (lastX, lastY) = (0.0, 0.0)
    for (index, point) in points.enumerated() {
      let (x, y) = ((point.x - rect.minX) * pixels, (point.y - rect.minY) * pixels)
      if index > 0,
        let segment = PixelSegment(startX: lastX, startY: lastY, endX: x, endY: y).clipped(to: clip)
      {
        stroke(segment, width: width, color: style.color)
      }
      (lastX, lastY) = (x, y)
    }
  }
}

extension FrameBuffer {
  /// Composites a square bitmap at another size, each pixel by its nearest one.
  ///
  /// - Returns: the number of pixels that are not transparent.
  fileprivate func composite(_ source: Bitmap, resizedTo side: Int, x: Int, y: Int) -> Int {
    guard side > 0 else { return 0 }
    var painted = 0
    for row in max(0, -y)..<max(max(0, -y), min(side, height - y)) {
      for column in max(0, -x)..<max(max(0, -x), min(side, width - x)) {
        let color = source[
          x: min(column * source.width / side, source.width - 1),
          y: min(row * source.height / side, source.height - 1)]
        guard color.alpha > 0 else { continue }
        painted += 1
        bitmap[x: x + column, y: y + row] = color.over(bitmap[x: x + column, y: y + row])
      }
    }
    return painted
  }
}
