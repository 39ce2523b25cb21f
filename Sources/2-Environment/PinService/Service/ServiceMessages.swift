/// A request for pins, as HTTP brings it.
public struct ServiceRequest: Sendable {
  /// The method, in upper case.
  public var method: String
  /// The path and the query: `/cells?bbox=13,52,14,53&zoom=10`.
  public var target: String
  /// The header If-None-Match; `nil` if there is none.
  public var ifNoneMatch: String?
  /// The header Accept-Encoding; `nil` if there is none.
  public var acceptEncoding: String?
  /// The body.
  public var body: [UInt8]

  /// Creates a request.
  public init(
    _ method: String = "GET", _ target: String, ifNoneMatch: String? = nil,
    acceptEncoding: String? = nil, body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.ifNoneMatch = ifNoneMatch
    self.acceptEncoding = acceptEncoding
    self.body = body
  }

  var isChange: Bool { method != "GET" && method != "HEAD" }
}

/// An answer of the service, as HTTP takes it.
public struct ServiceResponse: Sendable {
  /// The bytes of an answer.
  public enum Body: Sendable {
    /// All bytes.
    case bytes([UInt8])
    /// An answer of any length, in parts.
    case parts(AllPinsBody)
  }

  /// The status code of HTTP.
  public var status = 200
  /// The media type of the body; `nil` if there is no body.
  public var contentType: String?
  /// Further headers, in the order in which they are sent.
  public var headers: [(name: String, value: String)] = []
  /// The bytes.
  public var body = Body.bytes([])
  /// The rows that the store read for the answer.
  public var rowsRead = 0
  /// The path with its variable parts as names, for metrics: `/pins/{id}`.
  public var route = ""
  /// The reason of an answer with the status 500, for a log; it may name files. `nil` otherwise.
  public var failure: String?

  /// The value of a header, by its name in the service's own case.
  public subscript(header name: String) -> String? {
    headers.first { $0.name == name }?.value
  }

  /// The length of a body that is sent at once; `nil` for one that is sent in parts.
  public var contentLength: Int? {
    if case .bytes(let bytes) = body { bytes.count } else { nil }
  }
}

extension ServiceResponse {
  /// The answer to a request whose body does not come in time.
  public static let tooSlow = ServiceRefusal(
    status: 408, detail: "expected the whole body within a minute"
  ).response(route: "")

  /// The answer to a request whose body is too long to be read.
  public static func tooLong(limit: Int) -> ServiceResponse {
    ServiceRefusal.tooLong(limit: limit).response(route: "")
  }

  /// The answer of a server that cannot take a request now.
  public static func unavailable(_ detail: String) -> ServiceResponse {
    ServiceRefusal.unavailable(detail).response(route: "")
  }
}

/// A request that the service refuses, with what it expected.
struct ServiceRefusal: Error {
  let status: Int
  let detail: String
  var headers: [(name: String, value: String)] = []

  /// A value of a request that is not valid, or is missing.
  static func badValue(
    _ name: String, status: Int = 400, expected: String, found: String?
  ) -> ServiceRefusal {
    // A message shows no more of what a stranger sent than is needed to find it: a character may
    // have any number of scalars.
    let excerpt = found.map { text in
      let scalars = text.unicodeScalars.prefix(61)
      return "\"" + (scalars.count > 60 ? String(scalars.prefix(60)) + "…" : text) + "\""
    }
    return ServiceRefusal(
      status: status, detail: "\(name): expected \(expected), found \(excerpt ?? "none")")
  }

  static func tooLong(limit: Int) -> ServiceRefusal {
    ServiceRefusal(status: 413, detail: "expected a body of at most \(limit) bytes")
  }

  /// A request that may be answered when it is sent again.
  static func unavailable(_ detail: String) -> ServiceRefusal {
    ServiceRefusal(status: 503, detail: detail, headers: [("Retry-After", "1")])
  }

  static let notFound = ServiceRefusal(
    status: 404, detail: "there is nothing at this path; /openapi.json lists the paths")

  /// As a problem document of RFC 9457.
  func response(route: String) -> ServiceResponse {
    var json = JSONWriter()
    json.literal("{\"type\":\"about:blank\",\"title\":")
    json.string(Self.title(of: status))
    json.literal(",\"status\":")
    json.integer(status)
    json.literal(",\"detail\":")
    json.string(detail)
    json.literal("}")
    return ServiceResponse(
      status: status, contentType: "application/problem+json", headers: headers,
      body: .bytes(json.bytes), route: route)
  }

  private static func title(of status: Int) -> String {
    switch status {
    case 400: "Bad Request"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    case 503: "Service Unavailable"
    default: "Internal Server Error"
    }
  }
}
