// Pictures of maps.

open class MKMapSnapshotter: NSObject {
  open class Options: NSObject {
    public override init() {}
    open var region = MKCoordinateRegion()
  }

  open class Snapshot: NSObject {
    open var image: UIImage { fatalError() }
  }

  public init(options: Options) {}
  nonisolated(nonsending) public func start() async throws -> Snapshot { fatalError() }
  public func cancel() {}
}
