import Clustering

extension MapRect {
  /// Returns whether the rectangle contains the point, or its image one turn around the world:
  /// computed without the simulation's own geometry.
  package func shows(_ point: MapPoint) -> Bool {
    (-1...1).contains { turns in
      contains(MapPoint(x: point.x + Double(turns) * MapSize.world.width, y: point.y))
    }
  }
}
