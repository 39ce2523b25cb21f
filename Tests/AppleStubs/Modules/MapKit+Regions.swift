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

public enum MKUserTrackingMode: Int, Sendable {
  case none, follow
}

extension MKMapView {
  public func setRegion(_ region: MKCoordinateRegion, animated: Bool) {}
  public func regionThatFits(_ region: MKCoordinateRegion) -> MKCoordinateRegion { region }
  public func convert(_ region: MKCoordinateRegion, toRectTo view: UIView?) -> CGRect {
    fatalError()
  }
  public func setUserTrackingMode(_ mode: MKUserTrackingMode, animated: Bool) {}
}

// The camera of SwiftUI's map, and the user's location in it.

public struct MapCameraPosition {
  public static var automatic: MapCameraPosition { fatalError() }
  public static func region(_ region: MKCoordinateRegion) -> MapCameraPosition { fatalError() }
  public var positionedByUser: Bool { fatalError() }
}

public struct EmptyMapContent: PrimitiveMapContent {}

extension Map {
  public init(position: Binding<MapCameraPosition>)
  where Content == MapContentView<EmptyMapContent> {}
  public init<C: MapContent>(
    position: Binding<MapCameraPosition>, @MapContentBuilder content: () -> C
  ) where Content == MapContentView<C> {}
  public init(initialPosition: MapCameraPosition)
  where Content == MapContentView<EmptyMapContent> {}
}

public struct UserAnnotation: PrimitiveMapContent {
  public init() {}
}

public struct MapUserLocationButton: PrimitiveView {
  public init() {}
}

extension View {
  @MainActor @preconcurrency public func mapControls(
    @ViewBuilder _ content: () -> some View
  ) -> some View { self }
}
