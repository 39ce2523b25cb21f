/// What a map view makes of a region that it is asked for, beyond fitting it to its own shape.
///
/// `MKMapView` shows the smallest rectangle of the view's aspect ratio that contains the request.
/// How exactly its region comes back afterwards is not documented; developers report each of these.
///
/// A region is converted when it is set, and in all but the first of these once more by the layout
/// pass that follows, of which no delegate hears. So what a map reports at the end of a change and
/// what it is found to show later are not the same.
public enum RegionFitting: Hashable, Sendable {
  /// The region that is read back shows the same rectangle when it is set again.
  case exact
  /// Each conversion leaves the rectangle a little larger or smaller, in turn, by so many points of
  /// the screen at the top and at the bottom; the centre stays.
  ///
  /// Rectangles are neighbours in pairs, and a conversion takes one for its neighbour; the layout
  /// pass has the pairs in between. So no conversion drifts, and none comes to rest. The points are
  /// above 0.
  case residual(points: Double)
  /// Each conversion moves the centre north or south, in turn, by so many degrees, above 0; in
  /// pairs, as ``residual(points:)``.
  case centerResidual(degrees: Double)
  /// Each conversion contains what it was given, and so is larger: a region is symmetric in
  /// degrees, a rectangle on the flat world.
  ///
  /// The layout pass converts twice: it fits the region that it reads back, and shows the region
  /// that this gives.
  case expanding

  /// Whether a change is followed by a layout pass that changes the map once more.
  var hasLayoutPass: Bool { self != .exact }
}
