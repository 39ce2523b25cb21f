import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import PinService

/// A server that answers the requests of HTTP/1.1 with a ``PinService``.
public struct PinServer: Sendable {
  /// The settings of a server.
  public struct Settings: Sendable {
    /// The address that the server listens to.
    public var host = "127.0.0.1"
    /// The port; 0 takes a free one.
    public var port = 8_080
    /// The names that requests may use for the server, and the sites whose pages may change pins.
    public var access = ServiceAccess(host: "127.0.0.1")
    /// The maximum number of open connections; further ones wait to be accepted.
    public var maxConnections = 1_024
    /// The maximum number of bodies that are read at a time; further changes get the status 503.
    public var maxBodies = 64
    /// The maximum number of changes that wait for the disk; further ones get the status 503.
    public var maxWaitingChanges = 32
    /// The seconds after which a connection that sends nothing is closed.
    public var idleTimeout = 30
    /// The seconds in which the body of a request must come.
    public var maxBodyTime = 60
    /// The seconds in which a client must take a part of an answer; then its connection is closed.
    public var maxWriteTime = 30
    /// The seconds that requests under way have when the server ends.
    public var graceTime = 8
    /// The seconds between checks whether the clusters must be built again; `nil` builds none.
    public var clusterInterval: Int? = 10
    /// Indicates whether each request is logged.
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
        service: service, settings: settings,
        writer: ChangeQueue(limit: settings.maxWaitingChanges, maxBodies: settings.maxBodies)),
      server: .http1(
        configuration: .init(
          additionalChannelHandlers: [
            ConnectionLimits(writeTime: settings.maxWriteTime, graceTime: settings.graceTime)
          ],
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
  let service: PinService
  let settings: PinServer.Settings
  let writer: ChangeQueue

  func respond(to request: Request, context: Context) async throws -> Response {
    let start = ContinuousClock.now
    let message = ServiceRequest(
      request.method.rawValue, request.uri.string,
      ifNoneMatch: request.headers[.ifNoneMatch], acceptEncoding: request.headers[.acceptEncoding])
    let source = RequestSource(request)
    let response: ServiceResponse
    var isRead = !source.hasBody
    if let refusal = settings.access.refusal(of: source, method: message.method) {
      response = refusal
    } else if request.method == .get || request.method == .head {
      response = service.respond(to: message)
    } else {
      (response, isRead) = try await change(message, request, source, from: start)
    }
    if let failure = response.failure {
      context.logger.error("the store failed", metadata: ["reason": "\(failure)"])
    }
    if settings.logsRequests {
      context.logger.info(
        "request",
        metadata: [
          "method": "\(request.method.rawValue)", "target": "\(message.target)",
          "status": "\(response.status)", "rows": "\(response.rowsRead)",
          "microseconds": "\(Int((ContinuousClock.now - start) / .microseconds(1)))",
        ])
    }
    return try Response(
      response, isHead: request.method == .head, after: start,
      closing: isRead ? nil : context.channel)
  }
}

extension PinResponder {
  /// The parts of its connection that an answer needs.
  struct Context: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
      coreContext = .init(source: source)
      channel = source.channel
    }
  }

  /// The answer to a change, and whether its body was read. What is refused for its head is refused
  /// before the body is read.
  private func change(
    _ message: ServiceRequest, _ request: Request, _ source: RequestSource,
    from start: ContinuousClock.Instant
  ) async throws -> (ServiceResponse, isRead: Bool) {
    let limit = service.limits.bodyLength
    if let refusal = service.refusal(beforeBodyOf: message) { return (refusal, !source.hasBody) }
    guard (source.bodyLength ?? 0) <= limit else { return (.tooLong(limit: limit), false) }
    guard writer.bodies.enter() else {
      return (.unavailable("too many changes are sent; send this one again"), !source.hasBody)
    }
    defer { writer.bodies.leave() }
    let end = start + .seconds(settings.maxBodyTime)
    var collected = ByteBuffer()
    for try await part in request.body {
      guard ContinuousClock.now < end else { return (.tooSlow, false) }
      guard collected.readableBytes + part.readableBytes <= limit else {
        return (.tooLong(limit: limit), false)
      }
      collected.writeImmutableBuffer(part)
    }
    var message = message
    message.body = Array(collected.readableBytesView)
    return (await writer.respond(to: message, with: service), true)
  }
}

extension RequestSource {
  fileprivate init(_ request: Request) {
    // The first Host is the authority; others stay among the headers.
    let others = HTTPField.Name("Host").map { request.headers[values: $0] } ?? []
    let length = request.headers[.contentLength].flatMap { Int($0) }
    self.init(
      hosts: (request.head.authority.map { [$0] } ?? []) + others,
      origins: request.headers[values: .origin],
      fetchSite: HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] },
      contentTypes: request.headers[values: .contentType],
      bodyLength: length ?? (request.headers[.transferEncoding] == nil ? 0 : nil))
  }
}

extension Response {
  /// - Parameter channel: a connection that is closed after the answer, because it has a body that
  ///   was not read.
  fileprivate init(
    _ response: ServiceResponse, isHead: Bool, after start: ContinuousClock.Instant,
    closing channel: (any Channel)?
  ) throws {
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
      if let channel {
        headers[.connection] = "close"
        body = ResponseBody(contentLength: bytes.count) { writer in
          if !isHead { try await writer.write(ByteBuffer(bytes: bytes)) }
          try await writer.finish(nil)
          // A client that still sends would not get the answer of a connection that is closed at once.
          channel.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
        }
      } else if isHead {
        headers[.contentLength] = "\(bytes.count)"
        body = ResponseBody()
      } else {
        body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
      }
    case .parts(let all) where isHead:
      headers[.contentLength] = "\(try all.length())"
      body = ResponseBody()
    case .parts(let all):
      body = ResponseBody { writer in
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
