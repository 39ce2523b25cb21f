import Clustering

extension MapView {
  /// Draws the screen into a frame buffer of its size in pixels: a plain backdrop, then every view,
  /// those further south over those further north.
  ///
  /// - Returns: the pixels of views that were painted. Divided by the pixels of the screen it is
  ///   the overdraw.
  @discardableResult
  package func composite(into frame: FrameBuffer) -> Int {
    frame.clear(with: backdrop)
    let scale = Double(device.scale)
    return viewsInDrawingOrder().reduce(0) { painted, view in
      let half = view.size / 2
      let x = Int(((view.x - half) * scale).rounded(.down))
      let y = Int(((view.y - half) * scale).rounded(.down))
      return painted + frame.composite(view.bitmap, x: x, y: y)
    }
  }

  /// The views from the one drawn first to the one drawn last: a lower latitude is on top, as in
  /// MapKit, and equal ones by identity.
  package func viewsInDrawingOrder() -> [AnnotationView] {
    var shown: [AnnotationView] = []
    shown.reserveCapacity(liveViewCount)
    forEachView { shown.append($0) }
    shown.sort { ($0.y, $0.annotation.id.rawValue) < ($1.y, $1.annotation.id.rawValue) }
    return shown
  }

  /// A grid of map tiles that moves with the map.
  private var backdrop: MapBackdrop {
    let tileCount = Double(1 << min(max(Int(zoom.rounded(.down)), 0), 20))
    let tile = MapSize.world.width / tileCount
    let pixels = device.viewport.width / visibleMapRect.width * Double(device.scale)
    let first = (visibleMapRect.minX / tile).rounded(.up) * tile
    let firstRow = (visibleMapRect.minY / tile).rounded(.up) * tile
    return MapBackdrop(
      tileSize: max(Int(tile * pixels), 1), lineWidth: device.scale,
      originX: Int((first - visibleMapRect.minX) * pixels),
      originY: Int((firstRow - visibleMapRect.minY) * pixels))
  }
}
