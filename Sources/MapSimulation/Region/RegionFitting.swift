/// What a map view makes of a region that it is asked for, beyond fitting it to its own shape.
///
/// `MKMapView` shows the smallest rectangle of the view's aspect ratio that contains the request.
/// How exactly its region comes back afterwards is not documented; developers report each of these.
public enum RegionFitting: Hashable, Sendable {
  /// The region that is read back shows the same rectangle when it is set again.
  case exact
  /// Each conversion between a region and a rectangle leaves the rectangle a little larger or
  /// smaller, in turn, by so many points of the screen at each edge; the centre stays.
  case residual(points: Double)
  /// Each conversion moves the centre north or south, in turn, by so many degrees.
  case centerResidual(degrees: Double)
  /// Each conversion contains what it was given, and so is larger: a region is symmetric in
  /// degrees, a rectangle on the flat world.
  case expanding
}
