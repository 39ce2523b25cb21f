import Foundation
import PinService

/// A server that answers an app's requests and takes other users' changes.
protocol PinBackend: AnyObject {
  /// Answers a request that takes gzip.
  func answer(_ request: PinClient.Request) throws -> SentAnswer
  /// Changes pins, as other users of the server do.
  func apply(_ changes: [StoredPin]) throws
  /// Builds the clusters of the pins as they are now.
  func updateClusters() throws
  /// The server's use of resources until now; `nil` where it is not a process of its own.
  var usage: ServerUsage? { get }
}

/// An answer as it came over the network.
struct SentAnswer {
  let status: Int
  let body: [UInt8]
  let isCompressed: Bool
  let entityTag: String?
  let rowsRead: Int
}

/// The resources that a server process has used.
struct ServerUsage: Hashable, Sendable {
  /// The nanoseconds of all processors since its clusters were built for the first time.
  let processorTime: Double?
  /// The maximum of resident memory in bytes.
  let peakMemory: Int?
  /// The nanoseconds from its start until its clusters were there.
  let startTime: Double
}

/// The service inside of this process.
final class InsideBackend: PinBackend {
  private let store: any PinStore
  private let service: PinService

  /// - Parameter hasClusters: False for a service whose clusters are built later.
  init(_ store: any PinStore, hasClusters: Bool = true) throws {
    self.store = store
    service = PinService(store)
    if hasClusters { try service.updateClusters() }
  }

  func answer(_ request: PinClient.Request) throws -> SentAnswer {
    let response = service.respond(
      to: ServiceRequest(
        "GET", request.target, ifNoneMatch: request.entityTag, acceptEncoding: "gzip"))
    var body: [UInt8] = []
    var rowsRead = response.rowsRead
    switch response.body {
    case .bytes(let bytes): body = bytes
    case .parts(let all):
      let parts = try all.parts()
      while let part = try parts.next() { body += part }
      rowsRead += parts.rowsRead
    }
    return SentAnswer(
      status: response.status, body: body,
      isCompressed: response[header: "Content-Encoding"] == "gzip",
      entityTag: response[header: "ETag"], rowsRead: rowsRead)
  }

  func apply(_ changes: [StoredPin]) throws { try store.apply(changes.map { .put($0) }) }

  func updateClusters() throws { try service.updateClusters() }

  var usage: ServerUsage? { nil }
}

/// The service inside this process. It builds its clusters when a request may need them, as most
/// strategies ask for rows only. Its answers are the same as ``InsideBackend``'s.
final class DeferringBackend: PinBackend {
  private let makeStore: () throws -> any PinStore
  private var service: InsideBackend
  /// The changes and, as `nil`, the builds of the clusters that were asked for so far; `nil` once
  /// the service has clusters.
  private var deferred: [[StoredPin]?]? = [nil]

  /// The beginnings of the targets whose answers depend on rows of the store only.
  private static let rowTargets = ["/pins", "/cells", "/tiles/cells"]

  /// - Parameter makeStore: returns a store of its own with the first state of the pins.
  init(_ makeStore: @escaping () throws -> any PinStore) throws {
    self.makeStore = makeStore
    service = try InsideBackend(makeStore(), hasClusters: false)
  }

  func answer(_ request: PinClient.Request) throws -> SentAnswer {
    if !Self.rowTargets.contains(where: request.target.hasPrefix) { try buildDeferredClusters() }
    return try service.answer(request)
  }

  func apply(_ changes: [StoredPin]) throws {
    deferred?.append(changes)
    try service.apply(changes)
  }

  func updateClusters() throws {
    if deferred == nil { try service.updateClusters() } else { deferred?.append(nil) }
  }

  /// Builds the clusters of the pins as they were at the last build that was asked for.
  private func buildDeferredClusters() throws {
    guard let steps = deferred else { return }
    deferred = nil
    guard steps.contains(where: { $0 != nil }) else { return try service.updateClusters() }
    service = try InsideBackend(makeStore(), hasClusters: false)
    let build = steps.lastIndex { $0 == nil }
    for (index, changes) in steps.enumerated() {
      if let changes { try service.apply(changes) }
      if index == build { try service.updateClusters() }
    }
  }

  var usage: ServerUsage? { nil }
}

/// The program `mappressure-server`, which ends with this object or with this process.
final class ProgramBackend: PinBackend {
  private let process: ServerProcess
  private let connection: HTTPConnection
  private let startTime: Double
  private let firstProcessorTime: Double?

  /// Starts the program, and lets it build its clusters.
  ///
  /// - Parameters:
  ///   - store: the path of a store.
  ///   - log: the path of a file for the server's log.
  init(store: String, log: String) throws {
    guard let program = ServerProcess.program else { throw ServerProcessError.missing }
    let start = ContinuousClock.now
    // Clusters are built when the session says so, and not by the server's own clock.
    process = try ServerProcess(
      program, arguments: [store, "--writable", "--no-clusters"], log: log)
    connection = try HTTPConnection(port: process.port)
    try Self.check(connection.send("POST", "/clusters"), "/clusters")
    startTime = (ContinuousClock.now - start) / .nanoseconds(1)
    firstProcessorTime = process.processorTime
  }

  private static func check(_ answer: HTTPConnection.Answer, _ target: String) throws {
    guard answer.status == 200 else { throw PinClientError(target: target, status: answer.status) }
  }

  func answer(_ request: PinClient.Request) throws -> SentAnswer {
    let tag = request.entityTag.map { [(name: "If-None-Match", value: $0)] } ?? []
    let answer = try connection.send(
      "GET", request.target, headers: [("Accept-Encoding", "gzip")] + tag)
    return SentAnswer(
      status: answer.status, body: answer.body,
      isCompressed: answer.headers["content-encoding"] == "gzip",
      entityTag: answer.headers["etag"], rowsRead: answer.rowsRead)
  }

  func apply(_ changes: [StoredPin]) throws {
    // In parts that the server takes.
    var rest = changes[...]
    repeat {
      let part = rest.prefix(PinService.Limits().batchSize)
      rest = rest.dropFirst(part.count)
      let features = part.map { pin in
        let place = pin.code.mapPoint.coordinate
        return #"{"type":"Feature","id":\#(pin.id),"geometry":{"type":"Point","coordinates":"#
          + "[\(place.longitude),\(place.latitude)]}}"
      }
      let batch = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
      try Self.check(connection.send("POST", "/pins", body: Array(batch.utf8)), "/pins")
    } while !rest.isEmpty
  }

  func updateClusters() throws { try Self.check(connection.send("POST", "/clusters"), "/clusters") }

  var usage: ServerUsage? {
    let time = process.processorTime.flatMap { now in firstProcessorTime.map { now - $0 } }
    return ServerUsage(
      processorTime: time.map { $0 * 1e9 }, peakMemory: process.peakMemory, startTime: startTime)
  }
}
