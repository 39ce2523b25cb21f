import SwiftUI

// Lines on a map, and what draws them.

@objc public protocol MKOverlay: MKAnnotation {}

open class MKPolyline: NSObject, MKOverlay {
  // Apple's takes a pointer, which the compiler cannot make of an array without its own library.
  public init(coordinates coords: [CLLocationCoordinate2D], count: Int) {}
  open var coordinate: CLLocationCoordinate2D { fatalError() }
}

open class MKMultiPolyline: NSObject, MKOverlay {
  public init(_ polylines: [MKPolyline]) {}
  open var coordinate: CLLocationCoordinate2D { fatalError() }
}

open class MKPolygon: NSObject, MKOverlay {
  public init(coordinates coords: [CLLocationCoordinate2D], count: Int) {}
  open var coordinate: CLLocationCoordinate2D { fatalError() }
}

open class MKMultiPolygon: NSObject, MKOverlay {
  public init(_ polygons: [MKPolygon]) {}
  open var coordinate: CLLocationCoordinate2D { fatalError() }
}

@MainActor open class MKOverlayRenderer: NSObject {
  public init(overlay: any MKOverlay) {}
  open func setNeedsDisplay() {}
}

@MainActor open class MKOverlayPathRenderer: MKOverlayRenderer {
  open var fillColor: UIColor?
  open var strokeColor: UIColor?
  open var lineWidth: CGFloat = 0
}

@MainActor open class MKPolylineRenderer: MKOverlayPathRenderer {}
@MainActor open class MKPolygonRenderer: MKOverlayPathRenderer {}
@MainActor open class MKMultiPolylineRenderer: MKOverlayPathRenderer {}
@MainActor open class MKMultiPolygonRenderer: MKOverlayPathRenderer {}

extension MKMapView {
  public var overlays: [any MKOverlay] { fatalError() }
  public func addOverlay(_ overlay: any MKOverlay) {}
  public func removeOverlay(_ overlay: any MKOverlay) {}
  public func removeOverlays(_ overlays: [any MKOverlay]) {}
  public func renderer(for overlay: any MKOverlay) -> MKOverlayRenderer? { nil }
}

// In SwiftUI's map.

public struct MapPolyline: PrimitiveMapContent {
  public init(coordinates: [CLLocationCoordinate2D]) {}
  public func stroke(_ color: Color, lineWidth: CGFloat = 1) -> some MapContent { self }
}

public struct MapPolygon: PrimitiveMapContent {
  public init(coordinates: [CLLocationCoordinate2D]) {}
  public func stroke(_ color: Color, lineWidth: CGFloat = 1) -> some MapContent { self }
}

extension MapContent {
  public func tag<Tag: Hashable>(_ tag: Tag) -> some MapContent { self }
}

extension Map {
  public init<Selection: Hashable, C: MapContent>(
    position: Binding<MapCameraPosition>, selection: Binding<Selection?>,
    @MapContentBuilder content: () -> C
  ) where Content == MapContentView<C> {}
}
