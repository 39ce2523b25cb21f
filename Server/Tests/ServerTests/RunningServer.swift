import Foundation

/// The real program, started on a free port of loopback.
final class RunningServer: Sendable {
  private let process: Process
  let port: Int
  let log: String

  /// - Parameter log: where its log goes.
  init(_ arguments: [String], log: String) throws {
    let program = Self.products.appendingPathComponent("mappressure-server")
    let process = Process()
    process.executableURL = program
    process.arguments = arguments + ["--port", "0"]
    let output = Pipe()
    process.standardOutput = output
    FileManager.default.createFile(atPath: log, contents: nil)
    process.standardError = FileHandle(forWritingAtPath: log)
    try process.run()
    // It says one line when it listens, and nothing if it cannot start.
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = line.split(separator: ":").last.flatMap({ Int($0.filter(\.isNumber)) }) else {
      process.waitUntilExit()
      throw StartFailure(
        status: process.terminationStatus,
        message: (try? String(contentsOfFile: log, encoding: .utf8)) ?? "")
    }
    self.process = process
    self.port = port
    self.log = log
  }

  struct StartFailure: Error {
    let status: Int32
    let message: String
  }

  deinit {
    kill(SIGKILL)
  }

  /// The folder of the programs that the tests were built with.
  private static var products: URL {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
  }

  /// Ends the program, and returns its exit code, or the number of the signal that ended it.
  @discardableResult
  func kill(_ signal: Int32) -> Int32 {
    Foundation.kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Runs the program to its end.
  static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = products.appendingPathComponent("mappressure-server")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  /// Sends the bytes of a request on a connection of its own, and returns what comes back.
  func send(_ text: String) throws -> String {
    let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var timeout = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(
      socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw POSIXError(.ECONNREFUSED) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
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

  /// The answer to a request on a connection that is closed after it.
  func request(
    _ method: String, _ target: String, headers: [String] = [], body: String = ""
  ) throws -> String {
    let lines =
      ["\(method) \(target) HTTP/1.1", "Host: localhost", "Connection: close"] + headers
      + (body.isEmpty ? [] : ["Content-Length: \(body.utf8.count)"])
    return try send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
  }
}
