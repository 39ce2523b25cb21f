@_exported import CoreLocation
import SwiftUI
@_exported import UIKit

// Geometry.

public struct MKMapPoint {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

public struct MKMapSize {
  public var width: Double
  public var height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

public struct MKMapRect {
  public var origin: MKMapPoint
  public var size: MKMapSize

  public init(origin: MKMapPoint, size: MKMapSize) {
    self.origin = origin
    self.size = size
  }
}

public struct MKCoordinateSpan {
  public var latitudeDelta: CLLocationDegrees
  public var longitudeDelta: CLLocationDegrees

  public init(latitudeDelta: CLLocationDegrees, longitudeDelta: CLLocationDegrees) {
    self.latitudeDelta = latitudeDelta
    self.longitudeDelta = longitudeDelta
  }
}

public struct MKCoordinateRegion {
  public var center: CLLocationCoordinate2D
  public var span: MKCoordinateSpan

  public init(center: CLLocationCoordinate2D, span: MKCoordinateSpan) {
    self.center = center
    self.span = span
  }
}

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
  open var selectedAnnotations: [any MKAnnotation] {
    get { fatalError() }
    set {}
  }
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
  open var coordinate: CLLocationCoordinate2D {
    get { fatalError() }
    set {}
  }
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

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor @preconcurrency public protocol MapContent {
  associatedtype Body: MapContent
  @MapContentBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension Never: MapContent {}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
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

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
public struct TupleMapContent<T>: MapContent {
  public var body: Never { fatalError() }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension Optional: MapContent where Wrapped: MapContent {
  public var body: Never { fatalError() }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension ForEach: MapContent where Content: MapContent {
  @MainActor public init(
    _ data: Data, @MapContentBuilder content: @escaping (Data.Element) -> Content
  ) where ID == Data.Element.ID, Data.Element: Identifiable { fatalError() }

  public var body: Never { fatalError() }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor @preconcurrency public struct Marker<Label: View>: MapContent {
  public init<S: StringProtocol>(
    _ title: S, coordinate: CLLocationCoordinate2D
  ) where Label == Text {}
  public var body: Never { fatalError() }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor @preconcurrency public struct Annotation<Label: View, Content: View>: MapContent {
  public init<S: StringProtocol>(
    _ title: S, coordinate: CLLocationCoordinate2D, @ViewBuilder content: () -> Content
  ) where Label == Text {}
  public var body: Never { fatalError() }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor @preconcurrency public struct Map<Content: View>: View {
  public init<C: MapContent>(@MapContentBuilder content: () -> C)
  where Content == MapContentView<C> {}
  public var body: Never { fatalError() }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor @preconcurrency public struct MapContentView<Content: MapContent>: View {
  public var body: Never { fatalError() }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
public struct MapCameraUpdateFrequency {
  public static var continuous: MapCameraUpdateFrequency { MapCameraUpdateFrequency() }
  public static var onEnd: MapCameraUpdateFrequency { MapCameraUpdateFrequency() }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
public struct MapCameraUpdateContext {
  public let region: MKCoordinateRegion
  public let rect: MKMapRect
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension View {
  @MainActor @preconcurrency public func onMapCameraChange(
    frequency: MapCameraUpdateFrequency = .onEnd,
    _ action: @escaping (MapCameraUpdateContext) -> Void
  ) -> some View { self }
}
