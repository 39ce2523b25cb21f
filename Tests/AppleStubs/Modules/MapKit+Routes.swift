// Routes, travel times and Look Around.

open class MKRoute: NSObject {
  open var expectedTravelTime: Double { fatalError() }
}

open class MKDirections: NSObject {
  open class Request: NSObject {
    public override init() {}
    open var source: MKMapItem?
    open var destination: MKMapItem?
  }

  open class Response: NSObject {
    open var routes: [MKRoute] { fatalError() }
  }

  open class ETAResponse: NSObject {
    open var expectedTravelTime: Double { fatalError() }
  }

  public init(request: Request) {}
  open var isCalculating: Bool { fatalError() }
  nonisolated(nonsending) public func calculate() async throws -> Response { fatalError() }
  nonisolated(nonsending) public func calculateETA() async throws -> ETAResponse {
    fatalError()
  }
  public func cancel() {}
}

open class MKLookAroundScene: NSObject {}

open class MKLookAroundSceneRequest: NSObject {
  public init(coordinate: CLLocationCoordinate2D) {}
  nonisolated(nonsending) public var scene: MKLookAroundScene? {
    get async throws { fatalError() }
  }
  public func cancel() {}
}
