import Foundation

/// A connection of HTTP/1.1 to a server on this machine, which stays open for further requests.
///
/// Its only peer is `mappressure-server`: it knows bodies with a length, bodies in chunks, and trailers,
/// and no redirects, proxies or encryption. A library for HTTP would make every build of the tool
/// longer by one and a half to three minutes. It blocks; no answer for a minute is an error.
///
/// Used by one thread at a time.
public final class HTTPConnection {
  /// An answer.
  public struct Answer: Sendable {
    /// The status code.
    public let status: Int
    /// The headers and the trailers, with names in lower case.
    public let headers: [String: String]
    /// The body, as it came over the connection but without chunks.
    public let body: [UInt8]

    /// The number of rows that the server read, of the header Server-Timing.
    public var rowsRead: Int {
      let timing = headers["server-timing"] ?? ""
      guard let rows = timing.range(of: "rows;desc=\"") else { return 0 }
      return Int(timing[rows.upperBound...].prefix { $0.isNumber }) ?? 0
    }
  }

  private let socket: Int32
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  /// The bytes that were received and are not used yet.
  private var rest: ArraySlice<UInt8> = []

  /// Connects to a port of this machine.
  public init(port: Int) throws(HTTPConnectionError) {
    #if canImport(Glibc)
      socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    #else
      socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(truncatingIfNeeded: port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      let reason = String(cString: strerror(errno))
      close(socket)
      throw .cannotConnect(port: port, reason: reason)
    }
    // A request is one small packet, which must not wait for the next.
    var flag: Int32 = 1
    setsockopt(
      socket, Int32(IPPROTO_TCP), TCP_NODELAY, &flag, socklen_t(MemoryLayout<Int32>.size))
    var timeout = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(
      socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit {
    close(socket)
  }

  /// Sends a request, and returns its answer.
  ///
  /// - Parameter headers: Further headers.
  public func send(
    _ method: String, _ target: String, headers: [(name: String, value: String)] = [],
    body: [UInt8] = []
  ) throws(HTTPConnectionError) -> Answer {
    var head = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    if !body.isEmpty {
      head += "Content-Type: application/geo+json\r\nContent-Length: \(body.count)\r\n"
    }
    try send(Array((head + "\r\n").utf8) + body)
    let status = try line()
    // HTTP/1.1 200 OK
    guard let code = status.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw .malformed(status)
    }
    var fields = try self.fields()
    var content: [UInt8] = []
    if fields["transfer-encoding"]?.lowercased() == "chunked" {
      content = try chunks()
      fields.merge(try self.fields()) { $1 }
    } else if let length = fields["content-length"].flatMap({ Int($0) }), method != "HEAD",
      code != 304
    {
      content = try bytes(length)
    }
    return Answer(status: code, headers: fields, body: content)
  }

  private func send(_ bytes: [UInt8]) throws(HTTPConnectionError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw .closed(reason: String(cString: strerror(errno))) }
      rest = rest.dropFirst(count)
    }
  }

  private func fields() throws(HTTPConnectionError) -> [String: String] {
    var fields: [String: String] = [:]
    while true {
      let line = try line()
      if line.isEmpty { return fields }
      let sides = line.split(separator: ":", maxSplits: 1)
      guard sides.count == 2 else { throw .malformed(line) }
      fields[sides[0].lowercased()] = sides[1].trimmingCharacters(in: .whitespaces)
    }
  }

  private func chunks() throws(HTTPConnectionError) -> [UInt8] {
    var content: [UInt8] = []
    while true {
      let size = try line()
      guard let count = Int(size.prefix { $0.isHexDigit }, radix: 16) else {
        throw .malformed(size)
      }
      if count == 0 { return content }
      content += try bytes(count)
      _ = try line()
    }
  }

  /// The next line without its end.
  private func line() throws(HTTPConnectionError) -> String {
    var line: [UInt8] = []
    while true {
      if let end = rest.firstIndex(of: 0x0A) {
        line += rest[..<end]
        rest = rest[(end + 1)...]
        if line.last == 0x0D { line.removeLast() }
        return String(decoding: line, as: UTF8.self)
      }
      line += rest
      try receive()
    }
  }

  private func bytes(_ count: Int) throws(HTTPConnectionError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      if rest.isEmpty { try receive() }
      let part = rest.prefix(count - bytes.count)
      bytes += part
      rest = rest.dropFirst(part.count)
    }
    return bytes
  }

  private func receive() throws(HTTPConnectionError) {
    let count = recv(socket, &buffer, buffer.count, 0)
    guard count > 0 else {
      throw .closed(reason: count == 0 ? "it ended" : String(cString: strerror(errno)))
    }
    rest = buffer[..<count]
  }
}

/// A connection that does not bring an answer.
public enum HTTPConnectionError: Error, Hashable, Sendable {
  /// Nothing listens to the port.
  case cannotConnect(port: Int, reason: String)
  /// The connection ended before the answer did.
  case closed(reason: String)
  /// The answer is not one of HTTP/1.1.
  case malformed(String)
}

extension HTTPConnectionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotConnect(let port, let reason):
      "expected a server at port \(port) of this machine, found none: \(reason)"
    case .closed(let reason):
      "expected an answer from the server, but the connection broke: \(reason)"
    case .malformed(let line): "expected an answer of HTTP/1.1, found \"\(line.prefix(80))\""
    }
  }
}
