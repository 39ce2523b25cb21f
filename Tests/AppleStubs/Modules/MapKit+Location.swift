// Classes of CoreLocation, which is a C header here.

public final class CLLocation: NSObject, @unchecked Sendable {
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {}
  public var coordinate: CLLocationCoordinate2D { fatalError() }
  public func distance(from location: CLLocation) -> Double { fatalError() }
}

open class CLPlacemark: NSObject {
  open var name: String? { fatalError() }
}

// Asynchronous methods that are imported from Objective-C stay on the caller's actor.

open class CLGeocoder: NSObject {
  public func reverseGeocodeLocation(
    _ location: CLLocation,
    completionHandler: @escaping @Sendable ([CLPlacemark]?, (any Error)?) -> Void
  ) {}
  nonisolated(nonsending) public func reverseGeocodeLocation(
    _ location: CLLocation
  ) async throws -> [CLPlacemark] { fatalError() }
  public func geocodeAddressString(
    _ addressString: String,
    completionHandler: @escaping @Sendable ([CLPlacemark]?, (any Error)?) -> Void
  ) {}
}

public enum CLAuthorizationStatus: Int32, Sendable {
  case notDetermined, restricted, denied, authorizedAlways, authorizedWhenInUse
}

open class CLLocationManager: NSObject {
  open var authorizationStatus: CLAuthorizationStatus { fatalError() }
  public func requestWhenInUseAuthorization() {}
  public func requestLocation() {}
}

public final class CLServiceSession: Sendable {
  public enum AuthorizationRequirement: Sendable {
    case none, whenInUse, always
  }

  public struct Diagnostic: Sendable {
    public var authorizationDenied: Bool { fatalError() }
    public var authorizationRestricted: Bool { fatalError() }
  }

  public struct Diagnostics: AsyncSequence, Sendable {
    public struct AsyncIterator: AsyncIteratorProtocol {
      public mutating func next() async throws -> Diagnostic? { fatalError() }
    }

    public func makeAsyncIterator() -> AsyncIterator { fatalError() }
  }

  public init(authorization: AuthorizationRequirement) {}
  public var diagnostics: Diagnostics { fatalError() }
  public func invalidate() {}
}
