import Foundation
import PinService

/// The program that was built with the tests.
enum BuiltServer {
  static var path: String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent(ServerProcess.programName).path
  }

  /// The server, or another program, which says nothing and does not run yet.
  static func process(_ arguments: [String], program: String = path) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }

  /// Runs the server, or another program, to its end.
  static func run(
    _ arguments: [String], program: String = path
  ) throws -> (status: Int32, output: String) {
    let process = Self.process(arguments, program: program)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  /// The port that a server names when it listens; `nil` if it ends before.
  static func port(_ output: Pipe) -> Int? {
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    return line.split(separator: ":").last.flatMap { Int($0.filter(\.isNumber)) }
  }
}

/// A folder that is removed with its suite, and the servers that log into it.
final class ServerFolder: Sendable {
  let path = FileManager.default.temporaryDirectory.path + "/mappressure-" + UUID().uuidString

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { path + "/" + name }

  func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: file(name), atomically: true, encoding: .utf8)
    return file(name)
  }

  func start(_ arguments: String...) throws -> ServerProcess {
    try ServerProcess(BuiltServer.path, arguments: arguments, log: file("log"))
  }
}

/// A socket with an option that is connected to a port of this machine.
func connectedSocket<Value>(port: Int, option: Int32, _ value: Value) throws -> Int32 {
  let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  _ = withUnsafeBytes(of: value) {
    setsockopt(socket, SOL_SOCKET, option, $0.baseAddress, socklen_t($0.count))
  }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = in_port_t(UInt16(port).bigEndian)
  address.sin_addr.s_addr = inet_addr("127.0.0.1")
  let isConnected = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
  guard isConnected else {
    close(socket)
    throw POSIXError(.ECONNREFUSED)
  }
  return socket
}

extension ServerProcess {
  /// Sends bytes, which may be no request, and returns what comes back until the server closes the
  /// connection.
  func exchange(_ text: String) throws -> String {
    let socket = try connectedSocket(
      port: port, option: SO_RCVTIMEO, timeval(tv_sec: 20, tv_usec: 0))
    defer { close(socket) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      // A server may close before it has read everything.
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      answer += buffer[..<count]
    }
    return String(decoding: answer, as: UTF8.self)
  }

  /// The answer to a request on a connection that is closed after it, as the text that came.
  func request(
    _ method: String, _ target: String, headers: [String] = [], body: String = ""
  ) throws -> String {
    let lines =
      ["\(method) \(target) HTTP/1.1", "Host: localhost", "Connection: close"] + headers
      + (body.isEmpty
        ? [] : ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"])
    return try exchange(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
  }
}
