#if canImport(MapKit) && !os(watchOS)
  import MapKit

  /// The annotations that a map view has of the items of a ``ClusteredMap``.
  ///
  /// Other annotations on the same map view are left alone. Keep one for each map view, together
  /// with its `ClusteredMap`.
  @MainActor
  public struct ItemAnnotations<Element: Identifiable> where Element.ID: Sendable {
    /// The annotations on the map view, by the identity of their item.
    public private(set) var annotations: [ClusteredMap<Element>.Item.ID: ItemAnnotation<Element>]

    /// The annotations of a map view that has none yet.
    public init() {
      annotations = [:]
    }

    /// Removes, adds and moves annotations.
    ///
    /// A view follows its annotation's place, but does not show a new count or a new title:
    /// update the views of the annotations that are returned.
    ///
    /// Complexity: O(changes), and what the map view does.
    ///
    /// - Parameters:
    ///   - difference: The difference of the latest update. All must be applied, in their order.
    ///   - mapView: The map view, the same each time.
    /// - Returns: The annotations that stay but whose item changed: an element moved or replaced,
    ///   or a cluster with another place or count.
    @discardableResult
    public mutating func apply(
      _ difference: ClusteredMap<Element>.Difference, to mapView: MKMapView
    ) -> [ItemAnnotation<Element>] {
      guard !difference.isEmpty else { return [] }
      let (removed, inserted, changed) = difference.apply(
        to: &annotations, inserting: { ItemAnnotation($0) }, changing: { $0.update(to: $1) })
      // Not for nothing, as the map view lays its annotations out after either call.
      if !removed.isEmpty { mapView.removeAnnotations(removed) }
      if !inserted.isEmpty { mapView.addAnnotations(inserted) }
      return changed
    }
  }

  extension MKMapView {
    /// The size of the view, in points.
    public var viewport: Viewport { Viewport(bounds.size) }

    /// The zoom level at which the view shows its visible rectangle: 0 shows the world in 256
    /// points, and each level doubles that.
    ///
    /// For a map that is rotated or tilted, MapKit reports the rectangle around what it shows,
    /// which is wider than the view: the zoom is then lower.
    public var zoom: Double { viewport.zoom(showing: MapRect(visibleMapRect)) }
  }

  extension ClusteredMap {
    /// Finds what a map view must show now, at its visible rectangle and its zoom.
    ///
    /// Nothing changes while the view has no size.
    @MainActor
    public mutating func update(for mapView: MKMapView, padding: Double = 0.25) -> Difference {
      update(visible: MapRect(mapView.visibleMapRect), in: mapView.viewport, padding: padding)
    }
  }
#endif
