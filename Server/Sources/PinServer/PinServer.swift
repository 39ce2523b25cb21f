import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import PinService

/// A server that answers the requests of HTTP/1.1 with a ``PinService``.
public struct PinServer: Sendable {
  /// The settings of a server.
  public struct Settings: Sendable {
    /// The address that the server listens to.
    public var host = "127.0.0.1"
    /// The port; 0 takes a free one.
    public var port = 8_080
    /// The maximum number of open connections; further ones wait to be accepted.
    public var maxConnections = 1_024
    /// The maximum number of changes that wait for the disk; further ones get the status 503.
    public var maxWaitingChanges = 32
    /// The seconds after which a connection that sends nothing is closed.
    public var idleTimeout = 30
    /// The seconds in which the body of a request must come.
    public var maxBodyTime = 60
    /// The seconds between two looks whether the clusters must be built again; `nil` builds none.
    public var clusterInterval: Int? = 10
    /// True if each request is logged.
    public var logsRequests = false

    /// The standard settings.
    public init() {}
  }

  private let service: PinService
  private let settings: Settings
  private let logger: Logger

  /// A server that does not run yet.
  public init(_ service: PinService, settings: Settings = Settings(), logger: Logger) {
    self.service = service
    self.settings = settings
    self.logger = logger
  }

  /// Listens until the process gets SIGTERM or SIGINT, then ends the requests under way, and returns.
  ///
  /// - Parameter didStart: gets the port when the server accepts connections.
  public func run(didStart: @escaping @Sendable (_ port: Int) -> Void) async throws {
    let application = Application(
      responder: PinResponder(
        service: service, writer: ChangeQueue(limit: settings.maxWaitingChanges),
        bodyTime: .seconds(settings.maxBodyTime), logsRequests: settings.logsRequests),
      server: .http1(
        configuration: .init(
          idleTimeout: .seconds(Int64(settings.idleTimeout)),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 8_192, maxHeaderListSize: 16_384, maxHeaderFieldCount: 100))),
      configuration: ApplicationConfiguration(
        address: .hostname(settings.host, port: settings.port),
        availableConnectionsDelegate: MaximumAvailableConnections(settings.maxConnections)),
      onServerRunning: { channel in didStart(channel.localAddress?.port ?? 0) },
      logger: logger)
    let clusters = settings.clusterInterval.map { interval in
      ClusterUpdates(service: service, interval: interval, logger: logger)
    }
    clusters?.start()
    defer { clusters?.stop() }
    try await application.runService()
  }
}

/// Answers requests by the service.
private struct PinResponder: HTTPResponder {
  typealias Context = BasicRequestContext

  let service: PinService
  let writer: ChangeQueue
  let bodyTime: Duration
  let logsRequests: Bool

  func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
    let start = ContinuousClock.now
    var message = ServiceRequest(
      request.method.rawValue, request.uri.string,
      ifNoneMatch: request.headers[.ifNoneMatch], acceptEncoding: request.headers[.acceptEncoding])
    let response: ServiceResponse
    switch request.method {
    case .get, .head:
      response = service.respond(to: message)
    default:
      guard let body = try await body(of: request, until: start + bodyTime) else {
        return Response(.tooSlow, isHead: false, after: start)
      }
      message.body = body
      response = await writer.respond(to: message, with: service)
    }
    if let failure = response.failure {
      context.logger.error("the store failed", metadata: ["reason": "\(failure)"])
    }
    if logsRequests {
      context.logger.info(
        "request",
        metadata: [
          "method": "\(request.method.rawValue)", "target": "\(message.target)",
          "status": "\(response.status)", "rows": "\(response.rowsRead)",
          "microseconds": "\(Int((ContinuousClock.now - start) / .microseconds(1)))",
        ])
    }
    return Response(response, isHead: request.method == .head, after: start)
  }
}

extension PinResponder {
  /// The body of a request, or the beginning of one that is too long for the service; `nil` if it does
  /// not come in time.
  private func body(
    of request: Request, until end: ContinuousClock.Instant
  ) async throws -> [UInt8]? {
    // One byte more tells the service that the body is too long.
    let limit = service.limits.bodyLength + 1
    var collected = ByteBuffer()
    for try await part in request.body {
      guard ContinuousClock.now < end else { return nil }
      if collected.readableBytes < limit { collected.writeImmutableBuffer(part) }
    }
    return Array(collected.readableBytesView.prefix(limit))
  }
}

extension Response {
  fileprivate init(
    _ response: ServiceResponse, isHead: Bool, after start: ContinuousClock.Instant
  ) {
    var headers = HTTPFields()
    if let type = response.contentType { headers[.contentType] = type }
    for (name, value) in response.headers {
      if let name = HTTPField.Name(name) { headers[name] = value }
    }
    // The time of the server itself, for a client that measures (W3C Server Timing).
    let milliseconds = (ContinuousClock.now - start) / .microseconds(1) / 1_000
    headers[Self.serverTiming] = "total;dur=\(milliseconds), rows;desc=\"\(response.rowsRead)\""
    let body: ResponseBody
    switch response.body {
    case .bytes(let bytes):
      if isHead {
        headers[.contentLength] = "\(bytes.count)"
        body = ResponseBody()
      } else {
        body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
      }
    case .parts(let all):
      body =
        isHead
        ? ResponseBody()
        : ResponseBody { writer in
          let parts = try all.parts()
          while let part = try parts.next() {
            if !part.isEmpty { try await writer.write(ByteBuffer(bytes: part)) }
          }
          try await writer.finish([Self.serverTiming: "rows;desc=\"\(parts.rowsRead)\""])
        }
    }
    self.init(status: .init(code: response.status), headers: headers, body: body)
  }

  private static let serverTiming = HTTPField.Name("Server-Timing") ?? .server
}
