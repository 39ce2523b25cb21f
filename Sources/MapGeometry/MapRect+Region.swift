extension MapRect {
  /// The smallest rectangle that shows a region.
  ///
  /// Latitudes beyond the projection saturate. The rectangle spans the antimeridian where the
  /// region does.
  public init(_ region: Region) {
    let center = MapPoint(region.center)
    let width = region.span.longitudeDelta / 360 * MapSize.world.width
    let north = min(region.center.latitude + region.span.latitudeDelta / 2, 90)
    let south = max(region.center.latitude - region.span.latitudeDelta / 2, -90)
    let top = MapPoint(Coordinate(latitude: north, longitude: 0)).y
    let bottom = MapPoint(Coordinate(latitude: south, longitude: 0)).y
    self.init(x: center.x - width / 2, y: top, width: width, height: bottom - top)
  }
}

extension Region {
  /// The region that a rectangle shows, as `MKCoordinateRegion(_: MKMapRect)`: centred on the
  /// rectangle's middle on the flat world, which is what a map view reads back.
  public init(_ rect: MapRect) {
    let top = MapPoint(x: rect.midX, y: rect.minY).coordinate
    let bottom = MapPoint(x: rect.midX, y: rect.maxY).coordinate
    var longitude = top.longitude
    if longitude > 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
    self.init(
      center: Coordinate(
        latitude: MapPoint(x: rect.midX, y: rect.midY).coordinate.latitude, longitude: longitude),
      span: CoordinateSpan(
        latitudeDelta: top.latitude - bottom.latitude,
        longitudeDelta: rect.width / MapSize.world.width * 360
      )
    )
  }
}
