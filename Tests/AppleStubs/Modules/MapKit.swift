@_exported import CoreLocation
@_exported import MapKitGeometry
import SwiftUI
@_exported import UIKit

// The map view and its annotations.

@objc public protocol MKAnnotation: NSObjectProtocol {
  var coordinate: CLLocationCoordinate2D { get }
  @objc optional var title: String? { get }
  @objc optional var subtitle: String? { get }
}

@MainActor @objc public protocol MKMapViewDelegate: NSObjectProtocol {
  @objc optional func mapViewDidChangeVisibleRegion(_ mapView: MKMapView)
  @objc optional func mapView(
    _ mapView: MKMapView, viewFor annotation: any MKAnnotation
  ) -> MKAnnotationView?
  @objc optional func mapView(_ mapView: MKMapView, didSelect annotation: any MKAnnotation)
  @objc optional func mapView(_ mapView: MKMapView, regionWillChangeAnimated animated: Bool)
  @objc optional func mapView(_ mapView: MKMapView, regionDidChangeAnimated animated: Bool)
}

@MainActor open class MKMapView: UIView {
  open weak var delegate: (any MKMapViewDelegate)?
  open var visibleMapRect: MKMapRect { fatalError() }
  open func setVisibleMapRect(_ mapRect: MKMapRect, animated animate: Bool) {}
  open var annotations: [any MKAnnotation] { fatalError() }
  open var selectedAnnotations: [any MKAnnotation] = []
  open var region = MKCoordinateRegion()
  open var showsUserLocation = false
  open func selectAnnotation(_ annotation: any MKAnnotation, animated: Bool) {}
  open func showAnnotations(_ annotations: [any MKAnnotation], animated: Bool) {}
  open func convert(
    _ coordinate: CLLocationCoordinate2D, toPointTo view: UIView?
  ) -> CGPoint { fatalError() }
  open func addAnnotations(_ annotations: [any MKAnnotation]) {}
  open func removeAnnotations(_ annotations: [any MKAnnotation]) {}
  open func view(for annotation: any MKAnnotation) -> MKAnnotationView? { nil }
  open func register(
    _ viewClass: AnyClass?, forAnnotationViewWithReuseIdentifier identifier: String
  ) {}
  open func dequeueReusableAnnotationView(
    withIdentifier identifier: String, for annotation: any MKAnnotation
  ) -> MKAnnotationView { fatalError() }
  open func dequeueReusableAnnotationView(
    withIdentifier identifier: String
  ) -> MKAnnotationView? { fatalError() }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public let MKMapViewDefaultAnnotationViewReuseIdentifier = "default"

open class MKPointAnnotation: NSObject, MKAnnotation {
  open var coordinate = CLLocationCoordinate2D()
  open var title: String?
}

open class MKClusterAnnotation: NSObject, MKAnnotation {
  open var coordinate: CLLocationCoordinate2D { fatalError() }
  open var memberAnnotations: [any MKAnnotation] { fatalError() }
}

public struct MKFeatureDisplayPriority: RawRepresentable, Hashable, Sendable {
  public var rawValue: Float
  public init(rawValue: Float) { self.rawValue = rawValue }
  public static let required = MKFeatureDisplayPriority(rawValue: 1000)
  public static let defaultHigh = MKFeatureDisplayPriority(rawValue: 750)
}

@MainActor open class MKAnnotationView: UIView {
  public init(annotation: (any MKAnnotation)?, reuseIdentifier: String?) {}
  open var annotation: (any MKAnnotation)?
  open var image: UIImage?
  open var displayPriority: MKFeatureDisplayPriority = .required
  open var clusteringIdentifier: String?
  open func prepareForDisplay() {}
  open func prepareForReuse() {}
}

@MainActor open class MKMarkerAnnotationView: MKAnnotationView {
  open var glyphText: String?
}

// SwiftUI's map: the module that the compiler adds where both modules are imported.

@MainActor @preconcurrency public protocol MapContent {
  associatedtype Body: MapContent
  @MapContentBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: MapContent {}

/// Content of a map without content inside.
@MainActor @preconcurrency public protocol PrimitiveMapContent: MapContent where Body == Never {}

extension PrimitiveMapContent {
  @MainActor @preconcurrency public var body: Never { fatalError() }
}

@resultBuilder public struct MapContentBuilder {
  public static func buildExpression<Content: MapContent>(_ content: Content) -> Content {
    content
  }
  public static func buildBlock<C: MapContent>(_ content: C) -> C { content }
  public static func buildBlock<each Content: MapContent>(
    _ content: repeat each Content
  ) -> TupleMapContent<(repeat each Content)> { TupleMapContent() }
  public static func buildIf<Content: MapContent>(_ content: Content?) -> Content? { content }
}

public struct TupleMapContent<T>: PrimitiveMapContent {}

extension Optional: PrimitiveMapContent, MapContent where Wrapped: MapContent {}

extension ForEach: PrimitiveMapContent, MapContent where Content: MapContent {
  @MainActor public init(
    _ data: Data, @MapContentBuilder content: @escaping (Data.Element) -> Content
  ) where ID == Data.Element.ID, Data.Element: Identifiable { fatalError() }
}

@MainActor @preconcurrency public struct Marker<Label: View>: PrimitiveMapContent {
  public init<S: StringProtocol>(
    _ title: S, coordinate: CLLocationCoordinate2D
  ) where Label == Text {}
}

@MainActor @preconcurrency public struct Annotation<Label, Content>: PrimitiveMapContent
where Label: View, Content: View {
  public init<S: StringProtocol>(
    _ title: S, coordinate: CLLocationCoordinate2D, @ViewBuilder content: () -> Content
  ) where Label == Text {}
}

@MainActor @preconcurrency public struct Map<Content: View>: PrimitiveView {
  public init<C: MapContent>(@MapContentBuilder content: () -> C)
  where Content == MapContentView<C> {}
}

@MainActor @preconcurrency public struct MapContentView<Content: MapContent>: PrimitiveView {}

public struct MapCameraUpdateFrequency {
  public static var continuous: MapCameraUpdateFrequency { MapCameraUpdateFrequency() }
  public static var onEnd: MapCameraUpdateFrequency { MapCameraUpdateFrequency() }
}

public struct MapCameraUpdateContext {
  public let region: MKCoordinateRegion
  public let rect: MKMapRect
}

extension View {
  @MainActor @preconcurrency public func onMapCameraChange(
    frequency: MapCameraUpdateFrequency = .onEnd,
    _ action: @escaping (MapCameraUpdateContext) -> Void
  ) -> some View { self }
}
