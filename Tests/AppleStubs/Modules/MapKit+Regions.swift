import SwiftUI

// The region of a map view.

extension MKMapRect {
  public static let null = MKMapRect(
    origin: MKMapPoint(x: .infinity, y: .infinity), size: MKMapSize(width: 0, height: 0))
  public var width: Double { size.width }
  public var height: Double { size.height }
  public var minX: Double { fatalError() }
  public var maxX: Double { fatalError() }
  public var minY: Double { fatalError() }
  public var maxY: Double { fatalError() }
  public func contains(_ rect2: MKMapRect) -> Bool { fatalError() }
  public func insetBy(dx: Double, dy: Double) -> MKMapRect { fatalError() }
}

// As structs of C.
extension MKMapPoint: @unchecked Sendable {}
extension MKMapSize: @unchecked Sendable {}
extension MKMapRect: @unchecked Sendable {}
extension MKCoordinateSpan: @unchecked Sendable {}
extension MKCoordinateRegion: @unchecked Sendable {}

public enum MKUserTrackingMode: Int, Sendable {
  case none, follow
}

extension MKMapView {
  public var region: MKCoordinateRegion {
    get { fatalError() }
    set {}
  }
  public func setRegion(_ region: MKCoordinateRegion, animated: Bool) {}
  public func regionThatFits(_ region: MKCoordinateRegion) -> MKCoordinateRegion { region }
  public func convert(_ region: MKCoordinateRegion, toRectTo view: UIView?) -> CGRect {
    fatalError()
  }
  public var showsUserLocation: Bool {
    get { fatalError() }
    set {}
  }
  public func setUserTrackingMode(_ mode: MKUserTrackingMode, animated: Bool) {}
}

// The camera of SwiftUI's map, and the user's location in it.

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
public struct MapCameraPosition {
  public static var automatic: MapCameraPosition { fatalError() }
  public static func region(_ region: MKCoordinateRegion) -> MapCameraPosition { fatalError() }
  public var positionedByUser: Bool { fatalError() }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
public struct EmptyMapContent: MapContent {
  public var body: Never { fatalError() }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension Map {
  public init(position: Binding<MapCameraPosition>)
  where Content == MapContentView<EmptyMapContent> {}
  public init<C: MapContent>(
    position: Binding<MapCameraPosition>, @MapContentBuilder content: () -> C
  ) where Content == MapContentView<C> {}
  public init(initialPosition: MapCameraPosition)
  where Content == MapContentView<EmptyMapContent> {}
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
public struct UserAnnotation: MapContent {
  public init() {}
  public var body: Never { fatalError() }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
public struct MapUserLocationButton: View {
  public init() {}
  public var body: Never { fatalError() }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension View {
  @MainActor @preconcurrency public func mapControls(
    @ViewBuilder _ content: () -> some View
  ) -> some View { self }
}
