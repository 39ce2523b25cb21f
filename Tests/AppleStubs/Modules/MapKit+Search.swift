// Places, and how apps find them.

open class MKPlacemark: CLPlacemark {
  public init(coordinate: CLLocationCoordinate2D) {}
}

open class MKMapItem: NSObject {
  public init(placemark: MKPlacemark) {}
  public class func forCurrentLocation() -> MKMapItem { fatalError() }
  open var name: String?
}

public struct MKPointOfInterestCategory: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public static let cafe = MKPointOfInterestCategory(rawValue: "cafe")
  public static let park = MKPointOfInterestCategory(rawValue: "park")
}

open class MKPointOfInterestFilter: NSObject {
  public init(including categories: [MKPointOfInterestCategory]) {}
}

public enum MKLocalSearchRegionPriority: Int, Sendable {
  case `default`, required
}

open class MKLocalSearch: NSObject {
  public struct ResultType: OptionSet, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let address = ResultType(rawValue: 1)
    public static let pointOfInterest = ResultType(rawValue: 2)
  }

  open class Request: NSObject {
    public override init() {}
    public init(completion: MKLocalSearchCompletion) {}
    open var naturalLanguageQuery: String?
    open var region = MKCoordinateRegion()
    open var regionPriority = MKLocalSearchRegionPriority.default
    open var resultTypes: ResultType = []
    open var pointOfInterestFilter: MKPointOfInterestFilter?
  }

  open class Response: NSObject {
    open var mapItems: [MKMapItem] { fatalError() }
  }

  public init(request: Request) {}
  public func start(
    completionHandler: @escaping @MainActor @Sendable (Response?, (any Error)?) -> Void
  ) {}
  nonisolated(nonsending) public func start() async throws -> Response { fatalError() }
  public func cancel() {}
}

open class MKLocalSearchCompletion: NSObject {
  open var title: String { fatalError() }
}

@objc public protocol MKLocalSearchCompleterDelegate: NSObjectProtocol {
  @objc optional func completerDidUpdateResults(_ completer: MKLocalSearchCompleter)
}

open class MKLocalSearchCompleter: NSObject {
  public struct ResultType: OptionSet, Sendable {
    public var rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let address = ResultType(rawValue: 1)
    public static let pointOfInterest = ResultType(rawValue: 2)
    public static let query = ResultType(rawValue: 4)
  }

  open weak var delegate: (any MKLocalSearchCompleterDelegate)?
  open var queryFragment = ""
  open var region = MKCoordinateRegion()
  open var regionPriority = MKLocalSearchRegionPriority.default
  open var resultTypes: ResultType = []
  open var results: [MKLocalSearchCompletion] { fatalError() }
  public func cancel() {}
}

// The successors of CLGeocoder.

open class MKReverseGeocodingRequest: NSObject {
  public init?(location: CLLocation) {}
  nonisolated(nonsending) public var mapItems: [MKMapItem] {
    get async throws { fatalError() }
  }
}

open class MKGeocodingRequest: NSObject {
  public init?(addressString: String) {}
  nonisolated(nonsending) public var mapItems: [MKMapItem] {
    get async throws { fatalError() }
  }
}
