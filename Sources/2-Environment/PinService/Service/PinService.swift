import Synchronization

/// A service that answers requests for the pins of a store: rows by pages, counts of cells, clusters,
/// and vector tiles.
///
/// It knows no network: a server hands it requests and sends its answers. It never throws, and an
/// answer to any request is defined: a request that is not valid has a problem document (RFC 9457)
/// that says what was expected. Nothing of a request reaches the database but whole numbers.
///
/// Safe to use from any number of threads. An answer takes some ten to some hundred microseconds and
/// blocks meanwhile; see ``ServiceResponse/Body/parts(_:)`` for all pins.
public final class PinService: Sendable {
  /// The limits of requests and answers.
  public struct Limits: Hashable, Sendable {
    /// The maximum number of pins of a page.
    public var pageSize = 1_000
    /// The maximum number of cells or clusters in an answer.
    public var itemCount = 4_096
    /// The maximum number of changes in a batch.
    public var batchSize = 10_000
    /// The maximum length of a body in bytes; the server does not read more.
    public var bodyLength = 8 << 20
    /// The maximum number of pins that an answer counts into cells that are not stored; beyond it
    /// the cells are those of the finest stored level.
    public var countedPins = 5_000

    /// The standard limits.
    public init() {}
  }

  /// The zoom levels of requests.
  public static let zoomRange = 0...22
  /// The number of halvings from a tile to its cells: a cell is 64 points wide.
  static let cellLevelsBelowTile = 2

  let store: any PinStore
  /// The name of the file or of the store, for the page.
  let name: String
  /// The limits of requests and answers.
  public let limits: Limits
  let allowsChanges: Bool
  let metrics = ServiceMetrics()
  let bodyLengths = BodyLengths()
  /// `nil` until the clusters are built for the first time.
  let clusters = Mutex<ClusterSnapshot?>(nil)

  /// A service without clusters; see ``updateClusters(threads:)``.
  ///
  /// - Parameters:
  ///   - name: The name of the file or of the store, which the page shows.
  ///   - allowsChanges: True if requests may change pins.
  public init(
    _ store: any PinStore, name: String = "pins", allowsChanges: Bool = false,
    limits: Limits = Limits()
  ) {
    self.store = store
    self.name = name
    self.allowsChanges = allowsChanges
    self.limits = limits
  }

  /// Builds the clusters of the store's pins, if there were changes since they were built. O(n).
  ///
  /// Requests are answered from the former clusters meanwhile, and with the status 503 before the
  /// first ones are there.
  ///
  /// - Returns: whether they were built.
  @discardableResult
  public func updateClusters(threads: Int = 1) throws -> Bool {
    let version = try store.state().version
    if clusters.withLock({ $0?.version }) == version { return false }
    let snapshot = try ClusterSnapshot(store, threads: threads)
    clusters.withLock { $0 = snapshot }
    return true
  }

  /// The memory of the clusters in bytes; 0 before they are built.
  public var clusterByteCount: Int { clusters.withLock { $0?.byteCount } ?? 0 }

  /// The answer to a request.
  public func respond(to request: ServiceRequest) -> ServiceResponse {
    let start = ContinuousClock.now
    let response = answer(to: request)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    metrics.record(response, seconds: seconds)
    return response
  }

  private func answer(to request: ServiceRequest) -> ServiceResponse {
    var route = ""
    do {
      let target = try RequestTarget(request.target)
      let found = try self.route(target, method: request.method)
      route = found.name
      try target.check(names: found.parameters)
      if request.isChange { try checkChangesAreAllowed() }
      var response = try found.answer(request, target)
      response.route = route
      return response.forClient(of: request)
    } catch let refusal as ServiceRefusal {
      return refusal.response(route: route)
    } catch PinStoreError.busy {
      return ServiceRefusal.unavailable(
        "another process holds the lock of the store; send it again"
      ).response(route: route)
    } catch {
      // The reason is for the log: it may name files.
      var response = ServiceRefusal(
        status: 500, detail: "the store cannot answer; the server's log has the reason"
      ).response(route: route)
      response.failure = "\(error)"
      return response
    }
  }

  /// The refusal of a request before its body is read; `nil` where the body decides.
  ///
  /// A server asks this first, so that what is refused anyway costs it no memory.
  public func refusal(beforeBodyOf request: ServiceRequest) -> ServiceResponse? {
    var route = ""
    do {
      let found = try self.route(try RequestTarget(request.target), method: request.method)
      route = found.name
      if request.isChange { try checkChangesAreAllowed() }
      return nil
    } catch let refusal {
      let response = refusal.response(route: route)
      metrics.record(response, seconds: 0)
      return response
    }
  }

  // MARK: - Paths

  private struct Route {
    let name: String
    /// The names that the query may have.
    var parameters: [String] = []
    let answer: (ServiceRequest, RequestTarget) throws -> ServiceResponse
  }

  private func route(_ target: RequestTarget, method: String) throws(ServiceRefusal) -> Route {
    let methods = routes(target.path)
    guard !methods.isEmpty else { throw .notFound }
    // A server leaves the body of an answer to HEAD away.
    if let route = methods[method == "HEAD" ? "GET" : method] { return route }
    let allowed = methods.keys.sorted().joined(separator: ", ")
    throw ServiceRefusal(
      status: 405, detail: "expected one of the methods \(allowed) for this path",
      headers: [("Allow", allowed)])
  }

  /// The routes of a path by their methods; none for a path that is not known.
  private func routes(_ path: [Substring]) -> [String: Route] {
    switch (path.count, path[0]) {
    case (1, ""): ["GET": Route(name: "/") { _, _ in self.page() }]
    case (1, "pins"):
      [
        "GET": Route(name: "/pins", parameters: ["bbox", "limit", "after"]) { try self.pins($1) },
        "POST": Route(name: "/pins") { request, _ in try self.change(request) },
      ]
    case (2, "pins"):
      [
        "GET": Route(name: "/pins/{id}") { try self.pin($1) },
        "DELETE": Route(name: "/pins/{id}") { try self.remove($1) },
      ]
    case (1, "cells"):
      ["GET": Route(name: "/cells", parameters: ["bbox", "zoom"]) { try self.cells($1) }]
    case (1, "clusters"):
      [
        "GET": Route(name: "/clusters", parameters: ["bbox", "zoom"]) { try self.clusters($1) },
        "POST": Route(name: "/clusters") { _, _ in try self.rebuildClusters() },
      ]
    case (3, "clusters") where path[2] == "leaves":
      [
        "GET": Route(name: "/clusters/{id}/leaves", parameters: ["limit", "offset"]) {
          try self.leaves($1)
        }
      ]
    case (2, "tiles"): ["GET": Route(name: "/tiles/{layer}.json") { try self.tileDocument($1) }]
    case (5, "tiles"): ["GET": Route(name: "/tiles/{layer}/{z}/{x}/{y}") { try self.tile($1) }]
    case (1, "pins.geojson"): ["GET": Route(name: "/pins.geojson") { _, _ in self.allPins() }]
    case (1, "health"): ["GET": Route(name: "/health") { _, _ in try self.health() }]
    case (1, "metrics"): ["GET": Route(name: "/metrics") { _, _ in try self.metricsText() }]
    case (1, "openapi.json"):
      ["GET": Route(name: "/openapi.json") { _, _ in .json(PackageResources.openapi_json) }]
    default: [:]
    }
  }
}
