#if canImport(MapKit) && canImport(SwiftUI)
  import MapKit
  import SwiftUI

  /// The items of a ``ClusteredMap`` in SwiftUI's `Map`.
  ///
  /// A SwiftUI map compares its content itself, by the identities of the items, which stay. It
  /// needs the items that are shown, and content for an element and for a cluster:
  ///
  ///     Map {
  ///       ClusteredMapContent(model.items) { stop, coordinate in
  ///         Marker(stop.name, coordinate: coordinate)
  ///       } cluster: { cluster, coordinate in
  ///         Annotation("", coordinate: coordinate) { ClusterBubble(count: cluster.count) }
  ///       }
  ///     }
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  public struct ClusteredMapContent<
    Element: Identifiable, ElementContent: MapContent, ClusterContent: MapContent
  >: MapContent where Element.ID: Sendable {
    private let items: [ClusteredMap<Element>.Item]
    private let element: (Element, CLLocationCoordinate2D) -> ElementContent
    private let cluster: (ClusterItem, CLLocationCoordinate2D) -> ClusterContent

    /// Content for each item.
    ///
    /// - Parameters:
    ///   - items: Those of ``/Clustering/ClusteredMap/shownItems``.
    ///   - element: Makes the content of an element at its place.
    ///   - cluster: Makes the content of a cluster at its place.
    public init(
      _ items: [ClusteredMap<Element>.Item],
      @MapContentBuilder element: @escaping (Element, CLLocationCoordinate2D) -> ElementContent,
      @MapContentBuilder cluster: @escaping (ClusterItem, CLLocationCoordinate2D) -> ClusterContent
    ) {
      self.items = items
      self.element = element
      self.cluster = cluster
    }

    /// The content of all items.
    public var body: some MapContent {
      ForEach(items) { item in
        if let element = item.element {
          self.element(element, CLLocationCoordinate2D(item.coordinate))
        }
        if let cluster = item.cluster {
          self.cluster(cluster, CLLocationCoordinate2D(item.coordinate))
        }
      }
    }
  }
#endif
