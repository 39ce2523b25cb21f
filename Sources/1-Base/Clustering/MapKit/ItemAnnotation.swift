#if canImport(MapKit)
  import MapKit

  /// An annotation of an item of a ``ClusteredMap``: of an element, or of a cluster.
  ///
  /// It stays the same object as long as its item is on the map. A map view follows its coordinate.
  /// Use it on the main actor, like its map view.
  public final class ItemAnnotation<Element: Identifiable>: NSObject, MKAnnotation
  where Element.ID: Sendable {
    /// The element or the cluster.
    public private(set) var item: ClusteredMap<Element>.Item
    // Observed by the map view, which needs a dynamic property of Objective-C.
    @objc public private(set) dynamic var coordinate: CLLocationCoordinate2D

    /// An annotation at the item's place.
    public init(_ item: ClusteredMap<Element>.Item) {
      self.item = item
      coordinate = CLLocationCoordinate2D(item.coordinate)
      super.init()
    }

    /// Takes over the new state of the same item.
    func update(to item: ClusteredMap<Element>.Item) {
      let hasMoved = item.point != self.item.point
      self.item = item
      if hasMoved { coordinate = CLLocationCoordinate2D(item.coordinate) }
    }
  }
#endif
