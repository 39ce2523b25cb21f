extension Viewport {
  /// The smallest rectangle of this view's aspect ratio, with the same middle, that contains a
  /// rectangle, as `MKMapView.mapRectThatFits(_:)`. One that has the aspect ratio already, but for
  /// the last digits, stays as it is.
  public func mapRectThatFits(_ rect: MapRect) -> MapRect {
    let widthForHeight = rect.height * (width / height)
    if abs(widthForHeight - rect.width) <= 1e-12 * rect.width { return rect }
    let fitted = max(rect.width, widthForHeight)
    return MapRect(
      center: MapPoint(x: rect.midX, y: rect.midY),
      size: MapSize(width: fitted, height: fitted * (height / width)))
  }
}
