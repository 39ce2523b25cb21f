import Support

/// An app's connection to its server, which asks for compressed answers and counts what they cost.
///
/// Used by one thread at a time.
public final class PinClient {
  private let backend: any PinBackend
  /// The requests and answers since the last call of ``takeExchange()``.
  private var exchange = ServerExchange()

  init(_ backend: any PinBackend) { self.backend = backend }

  /// An answer of the server.
  public struct Answer: Sendable {
    /// The status code: 200, or 304 for an answer that has not changed.
    public let status: Int
    /// The body, without compression.
    public let body: [UInt8]
    /// The entity tag, to ask whether the answer has changed.
    public let entityTag: String?
  }

  /// A request for an answer that the app may have already.
  public struct Request: Hashable, Sendable {
    /// The path and the query.
    public var target: String
    /// The entity tag of the answer that the app has.
    public var entityTag: String?

    /// A request.
    public init(_ target: String, entityTag: String? = nil) {
      self.target = target
      self.entityTag = entityTag
    }
  }

  /// Sends requests at once, waits for all answers, and returns them in the same order.
  ///
  /// - Throws: a ``PinClientError`` for an answer that is neither 200 nor 304.
  public func get(_ requests: [Request]) throws -> [Answer] {
    var wireBytes = 0
    let answers = try requests.map { request in
      let start = ContinuousClock.now
      let sent = try backend.answer(request)
      exchange.requestTimes.append(Int64((ContinuousClock.now - start) / .nanoseconds(1)))
      guard sent.status == 200 || sent.status == 304,
        let body = sent.isCompressed ? Gzip.decompressed(sent.body, limit: 1 << 32) : sent.body
      else { throw PinClientError(target: request.target, status: sent.status) }
      if sent.status == 304 { exchange.cacheHits += 1 }
      wireBytes += sent.body.count
      exchange.plainBytes += body.count
      exchange.rowsRead += sent.rowsRead
      return Answer(status: sent.status, body: body, entityTag: sent.entityTag)
    }
    exchange.answersNeeded += requests.count
    exchange.groups.append((requests.count, wireBytes))
    return answers
  }

  /// Sends one request, and returns its answer.
  public func get(_ target: String) throws -> [UInt8] { try get([Request(target)])[0].body }

  /// Counts an answer that the app has and does not ask for again.
  public func didUseKeptAnswer() {
    exchange.answersNeeded += 1
    exchange.cacheHits += 1
  }

  /// Counts the features that the app decoded.
  public func didDecode(features count: Int) { exchange.featureCount += count }

  /// Counts the pins that the app clustered.
  public func didCluster(pins count: Int) { exchange.clusteredPins += count }

  /// Returns the requests and answers since the last call.
  func takeExchange() -> ServerExchange {
    defer { exchange = ServerExchange() }
    return exchange
  }
}

/// A server that does not answer a request of a strategy as it should.
public struct PinClientError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The path and the query of the request.
  public let target: String
  /// The status code of the answer.
  public let status: Int

  /// An error about the answer to a request.
  public init(target: String, status: Int) {
    self.target = target
    self.status = status
  }

  public var description: String {
    "\(target): expected the server to answer with status 200, found \(status)"
  }
}
