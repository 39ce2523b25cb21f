import Platform
import Support

/// The operations of a map view with overlays.
package struct OverlayCounts: Hashable, Sendable, Tally {
  /// Overlays added to the map.
  package var overlaysAdded = 0
  /// Overlays removed from the map.
  package var overlaysRemoved = 0
  /// Points of the added overlays.
  package var pointsAdded = 0
  /// Renderers that the delegate made.
  package var renderersMade = 0
  /// Changes of a renderer's style.
  package var restyles = 0
  /// Tiles that were drawn.
  package var tilesDrawn = 0
  /// Drawings of an overlay in a tile.
  package var overlayTiles = 0
  /// Points that these drawings went through.
  package var pointsDrawn = 0
  /// The area inside of shapes that these drawings filled, in square points of the screen.
  package var filledArea = 0

  package init() {}
}

/// The main thread's modelled time for a frame of a map with overlays in nanoseconds, by its parts.
package struct OverlayWork: Hashable, Sendable {
  /// Overlays added, removed and restyled, with the points that are copied.
  package let changes: Double
  /// Renderers made.
  package let renderers: Double
  /// The part of the drawing that the main thread waits for.
  package let drawing: Double
  /// Lines that the app simplified.
  package let simplification: Double

  /// - Parameter comparisons: the distances that the app computed to simplify lines.
  package init(_ counts: OverlayCounts, comparisons: Int, on profile: PlatformProfile) {
    changes =
      profile.cost(of: Double(counts.overlaysAdded), .addOverlay)
      + profile.cost(of: Double(counts.overlaysRemoved), .removeOverlay)
      + profile.cost(of: Double(counts.restyles), .restyleRenderer)
      + profile.cost(of: Double(counts.pointsAdded), .copyOverlayPoint)
    renderers = profile.cost(of: Double(counts.renderersMade), .makeOverlayRenderer)
    let drawn =
      profile.cost(of: Double(counts.overlayTiles), .drawOverlayTile)
      + profile.cost(of: Double(counts.pointsDrawn), .drawOverlayPoint)
      + profile.cost(of: Double(counts.filledArea), .fillOverlayArea)
    drawing = drawn == 0 ? 0 : drawn * profile[.overlayMainShare]
    simplification = profile.cost(of: Double(comparisons), .simplifyPoint)
  }

  /// The whole time.
  package var total: Double { changes + renderers + drawing + simplification }
}
