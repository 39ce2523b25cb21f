import MapGeometry

extension Region {
  /// The region that a map must be asked for so that it shows the rectangle, which has the map's
  /// aspect ratio.
  ///
  /// `Region(rect)`, what a map reads back, will not do: away from the equator its span of latitude
  /// is not symmetric around the flat world's middle, so fitting it again would zoom out. This one
  /// spans twice the shorter side; it is the width, or the side towards the nearer pole, that
  /// fitting then goes by.
  init(showing rect: MapRect) {
    let middle = MapPoint(x: rect.midX, y: rect.midY).coordinate
    let north = MapPoint(x: rect.midX, y: rect.minY).coordinate.latitude
    let south = MapPoint(x: rect.midX, y: rect.maxY).coordinate.latitude
    let halfSpan = min(north - middle.latitude, middle.latitude - south)
    // A centre that went around the earth comes back to ±180.
    let turns = (middle.longitude / 360).rounded()
    self.init(
      center: Coordinate(
        latitude: middle.latitude.roundedToBillionths,
        longitude: (middle.longitude - 360 * turns).roundedToBillionths),
      span: CoordinateSpan(
        latitudeDelta: (2 * halfSpan).roundedToBillionths,
        longitudeDelta: min(rect.width / MapSize.world.width * 360, 360).roundedToBillionths))
  }
}

extension Double {
  /// Away from the last bits, in which C libraries differ.
  fileprivate var roundedToBillionths: Double { (self * 1e9).rounded() / 1e9 }
}
