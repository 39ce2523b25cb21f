import Foundation

/// A connection of HTTP/1.1 to a server on this machine, which stays open.
///
/// Used by one thread at a time. It knows only what mappressure-server sends: bodies with a length.
final class Connection: @unchecked Sendable {
  private let socket: Int32
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var rest: [UInt8] = []

  struct Answer {
    let status: Int
    let length: Int
  }

  init(port: Int) throws {
    socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw POSIXError(.ECONNREFUSED) }
    var flag: Int32 = 1
    setsockopt(
      socket, Int32(IPPROTO_TCP), TCP_NODELAY, &flag, socklen_t(MemoryLayout<Int32>.size))
    var timeout = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(
      socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit {
    close(socket)
  }

  func get(_ target: String) throws -> Answer {
    try exchange("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
  }

  func post(_ target: String, body: String) throws -> Answer {
    try exchange(
      "POST \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        + body)
  }

  private func exchange(_ text: String) throws -> Answer {
    var text = text
    try text.withUTF8 { bytes in
      var sent = 0
      while sent < bytes.count {
        let count = send(
          socket, bytes.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
        guard count > 0 else { throw POSIXError(.EPIPE) }
        sent += count
      }
    }
    var header: [UInt8] = rest
    let end = Array("\r\n\r\n".utf8)
    var position = header.position(of: end)
    while position == nil {
      header += try receive()
      position = header.position(of: end)
    }
    let start = (position ?? 0) + end.count
    let lines = String(decoding: header[..<start], as: UTF8.self).split(separator: "\r\n")
    guard let first = lines.first, let status = Int(first.split(separator: " ")[1]),
      let length = lines.first(where: { $0.lowercased().hasPrefix("content-length:") }).flatMap({
        Int($0.dropFirst(15).filter(\.isNumber))
      })
    else { throw POSIXError(.EBADMSG) }
    var received = header.count - start
    while received < length { received += try receive().count }
    rest = []
    return Answer(status: status, length: length)
  }

  private func receive() throws -> ArraySlice<UInt8> {
    let count = recv(socket, &buffer, buffer.count, 0)
    guard count > 0 else { throw POSIXError(.ECONNRESET) }
    return buffer[..<count]
  }
}

extension [UInt8] {
  fileprivate func position(of pattern: [UInt8]) -> Int? {
    guard count >= pattern.count else { return nil }
    return (0...(count - pattern.count)).first {
      self[$0..<($0 + pattern.count)].elementsEqual(pattern)
    }
  }
}
