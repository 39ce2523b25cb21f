import Clustering

// The state of the store, and its changes.
extension PinService {
  func health() throws -> ServiceResponse {
    let state = try store.state()
    let clustersVersion = clusters.withLock { $0?.version }.map { "\($0)" } ?? "null"
    let json =
      #"{"status":"ok","pins":\#(state.pinCount),"version":\#(state.version),"#
      + #""clusters_version":\#(clustersVersion)}"#
    return .json(Array(json.utf8), headers: [("Cache-Control", "no-store")])
  }

  func metricsText() throws -> ServiceResponse {
    let state = try store.state()
    let text = metrics.text(state: [
      ("mappressure_pins", "Pins of the store.", state.pinCount),
      ("mappressure_store_version", "Batches since the store was made.", Int(state.version)),
      ("mappressure_clusters_bytes", "Memory of the clusters.", clusterByteCount),
    ])
    return ServiceResponse(
      contentType: "application/openmetrics-text; version=1.0.0; charset=utf-8",
      headers: [("Cache-Control", "no-store")], body: .bytes(Array(text.utf8)))
  }

  func checkChangesAreAllowed() throws(ServiceRefusal) {
    guard allowsChanges else {
      throw ServiceRefusal(
        status: 403,
        detail: "this server takes no changes; start it with --writable to allow them")
    }
  }

  func change(_ request: ServiceRequest) throws -> ServiceResponse {
    let changes = try PinBatch.changes(parsing: request.body, limits: limits)
    do {
      return .state(try store.apply(changes))
    } catch {
      guard case .invalidPin = error else { throw error }
      throw ServiceRefusal(status: 400, detail: "\(error)")
    }
  }

  func rebuildClusters() throws -> ServiceResponse {
    try updateClusters()
    return .state(try store.state())
  }

  func remove(_ target: RequestTarget) throws -> ServiceResponse {
    .state(try store.apply([.remove(id: try target.pinID())]))
  }
}

extension RequestTarget {
  /// The identifier at the end of the path.
  func pinID() throws(ServiceRefusal) -> Int64 {
    let text = path[1]
    let digits = text.first == "-" ? text.dropFirst() : text
    guard let number = Self.integer(digits), number <= StoredPin.maxID else {
      throw .badValue("id", expected: PinBatch.idForm, found: String(text))
    }
    return Int64(text.first == "-" ? -number : number)
  }
}

extension ServiceResponse {
  fileprivate static func state(_ state: PinStoreState) -> ServiceResponse {
    .json(Array(#"{"pins":\#(state.pinCount),"version":\#(state.version)}"#.utf8))
  }
}
