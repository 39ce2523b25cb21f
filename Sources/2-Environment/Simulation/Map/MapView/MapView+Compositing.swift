extension MapView {
  /// Draws the screen into a frame buffer of its size in pixels: a background, then every view,
  /// those further south over those further north.
  ///
  /// - Parameter showsLand: indicates whether the background has water and coasts, for a picture;
  ///   otherwise it is plain.
  /// - Returns: the pixels of views that were painted. Divided by the pixels of the screen it is
  ///   the overdraw.
  @discardableResult
  package func composite(into frame: FrameBuffer, showsLand: Bool = false) -> Int {
    if showsLand {
      frame.drawLand(of: visibleMapRect, scale: device.scale)
    } else {
      frame.fill(with: .land)
    }
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
    var shown: [(y: Double, id: UInt64, view: AnnotationView)] = []
    shown.reserveCapacity(liveViewCount)
    // Keys stored with the views: a comparison that reads an object costs several times as much.
    forEachView { shown.append(($0.y, $0.annotation.id.rawValue, $0)) }
    shown.sort { ($0.y, $0.id) < ($1.y, $1.id) }
    return shown.map(\.view)
  }
}
