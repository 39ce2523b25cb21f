import Foundation
import PinService
import Testing

/// The actions of strangers, broken streams and other servers.
@Suite("Clients that mean harm, and streams that break", .serialized)
struct HostileClientTests {
  private let folder: ServerFolder
  private let places: String
  private var store: String { folder.file("pins.sqlite") }

  init() throws {
    folder = try ServerFolder()
    places = try folder.write(
      "lat,lon,name\n52.5,13.4,Berlin\n48.1,11.6,Munich\n", to: "places.csv")
  }

  private static let removal =
    #"{"type":"FeatureCollection","features":[{"type":"Feature","id":0,"geometry":null}]}"#

  private static func request(
    _ method: String, _ target: String, _ headers: [String], body: String = ""
  ) -> String {
    ([
      "\(method) \(target) HTTP/1.1", "Connection: close", "Content-Length: \(body.utf8.count)",
    ] + headers).joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  @Test(
    "A page of another site writes nothing, and a rebound name reads nothing",
    arguments: [
      (["Host: localhost", "Origin: https://evil.example", "Content-Type: text/plain"], 403),
      (["Host: localhost", "Origin: https://evil.example", "Content-Type: application/json"], 403),
      (["Host: localhost", "Origin: null", "Content-Type: application/json"], 403),
      (["Host: evil.example", "Content-Type: application/json"], 403),
      (["Host: localhost", "Content-Type: text/plain"], 415),
      (["Host: localhost"], 415),
      (["Host: localhost", "Sec-Fetch-Site: cross-site", "Content-Type: application/json"], 403),
      (["Content-Type: application/json"], 400),
      (["Host: localhost", "Host: localhost", "Content-Type: application/json"], 400),
      (["Host: localhost", "Content-Type: application/json"], 200),
      (["Host: 127.0.0.1", "Content-Type: application/geo+json; charset=utf-8"], 200),
    ])
  func access(headers: [String], status: Int) throws {
    let server = try folder.start(places, "--writable", "--no-clusters")
    let answer = try server.exchange(
      Self.request("POST", "/pins", headers, body: Self.removal))
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(headers): \(answer.prefix(300))")
    let state = try server.request("GET", "/health")
    #expect(state.contains("\"version\":\(status == 200 ? 1 : 0)"))
    let rebound = try server.exchange(Self.request("GET", "/pins/1", ["Host: evil.example"]))
    #expect(rebound.hasPrefix("HTTP/1.1 403 ") && !rebound.contains("Munich"))
  }

  @Test(
    "Further names and sites are let in by options, and an open server that writes is warned of")
  func options() throws {
    let server = try folder.start(
      places, "--writable", "--no-clusters", "--host", "0.0.0.0", "--allow-host", "pins.example",
      "--allow-origin", "https://map.example")
    let answer = try server.exchange(
      Self.request(
        "POST", "/pins",
        ["Host: pins.example", "Origin: https://map.example", "Content-Type: application/json"],
        body: Self.removal))
    #expect(answer.hasPrefix("HTTP/1.1 200 "))
    #expect(server.end() == 0)
    let log = try String(contentsOfFile: folder.file("log"), encoding: .utf8)
    #expect(log.contains("\"level\":\"warning\"") && log.contains("there is no login"))
  }

  @Test(
    "What is refused for its head is answered before its body, and the connection ends",
    arguments: [
      "Content-Length: 8000000", "Content-Length: 90000000", "Transfer-Encoding: chunked",
    ])
  func bodies(length: String) throws {
    let server = try folder.start(places, "--no-clusters")
    // The body never comes: an answer shows that the server does not wait for it.
    let answer = try server.exchange(
      "POST /pins HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\(length)\r\n\r\n"
    )
    #expect(answer.hasPrefix("HTTP/1.1 403 "), "\(answer)")
    #expect(answer.contains("onnection: close"))
    let writable = try folder.start(places, "--no-clusters", "--writable")
    let long = try writable.exchange(
      "POST /pins HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + "Content-Length: 90000000\r\n\r\n")
    #expect(long.hasPrefix("HTTP/1.1 413 "), "\(long)")
  }

  @Test(
    "The server outlives its log and its output",
    arguments: [
      "2>&-", "1>&-", "1>&- 2>&-", "2>/dev/full", "1>/dev/full", "2>&1 | head -1 >/dev/null",
      "2>&1 1>/dev/null | sleep 1000",
    ])
  func streams(redirection: String) throws {
    // One for each: the server of the case before may still be ending.
    let port =
      20_000 + Int(getpid()) % 10_000
      + redirection.utf8.reduce(0) { ($0 * 31 + Int($1)) % 1_000 }
    let command =
      "exec 3<&0; \(BuiltServer.path) \(places) --port \(port) --log-requests --until-input-ends "
      + "<&3 \(redirection)"
    let shell = BuiltServer.process(["-c", command], program: "/bin/sh")
    let input = Pipe()
    shell.standardInput = input
    try shell.run()
    defer {
      try? input.fileHandleForWriting.close()
      if redirection.contains("sleep") { shell.terminate() }
    }
    var connection: HTTPConnection?
    for _ in 0..<500 where connection == nil {
      connection = try? HTTPConnection(port: port)
      if connection == nil { usleep(20_000) }
    }
    let opened = try #require(connection)
    // More than a pipe holds of lines.
    for _ in 0..<600 { #expect(try opened.send("GET", "/pins/1").status == 200) }
  }

  @Test("A line that the log does not take is counted in the next one")
  func lostLines() throws {
    let process = BuiltServer.process([places, "--port", "0", "--no-clusters", "--log-requests"])
    let (output, log) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = log
    try process.run()
    defer { if process.isRunning { process.terminate() } }
    let connection = try HTTPConnection(port: try #require(BuiltServer.port(output)))
    let target = "/" + String(repeating: "x", count: 900)
    for _ in 0..<1_500 { #expect(try connection.send("GET", target).status == 404) }
    // As soon as the test reads, there is space again.
    var text = log.fileHandleForReading.availableData
    usleep(200_000)
    #expect(try connection.send("GET", target).status == 404)
    process.terminate()
    text += log.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    let written = lines.count { $0.contains("\"message\":\"request\"") }
    let lost = lines.compactMap { line in
      line.contains("log lines are lost")
        ? line.firstMatch(of: #/"count":"([0-9]+)"/#).flatMap { Int($0.1) } : nil
    }.reduce(0, +)
    #expect(lost > 0)
    #expect(written + lost == 1_501)
  }

  @Test(
    "An unread terminal keeps no request from its answer, and no server from its end",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/ptmx"), "needs /dev/ptmx of Linux"))
  func unreadTerminal() throws {
    // Swift sees no posix_openpt on Linux: TIOCSPTLCK unlocks the other end, TIOCGPTN has its number.
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    defer { close(terminal) }
    var (unlocked, number): (CInt, CInt) = (0, 0)
    try #require(ioctl(terminal, 0x4004_5431, &unlocked) == 0)
    try #require(ioctl(terminal, 0x8004_5430, &number) == 0)
    let other = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try #require(other >= 0)
    let process = BuiltServer.process([
      places, "--port", "0", "--no-clusters", "--log-requests", "--writable",
    ])
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle(fileDescriptor: other, closeOnDealloc: true)
    try process.run()
    defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
    let connection = try HTTPConnection(port: try #require(BuiltServer.port(output)))
    for _ in 0..<500 { #expect(try connection.send("GET", "/pins/1").status == 200) }
    #expect(try connection.send("POST", "/pins", body: Array(Self.removal.utf8)).status == 200)
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("An input that cannot be read has ended", arguments: ["<&-", "0>/dev/null", "</"])
  func inputs(redirection: String) throws {
    let result = try Self.runShell(
      "exec \(BuiltServer.path) \(places) --port 0 --no-clusters --until-input-ends \(redirection)")
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("listening on"))
    #expect(result.output.contains("\"message\":\"stopped\""))
  }

  /// Runs a command to its end.
  private static func runShell(_ command: String) throws -> (status: Int32, output: String) {
    try BuiltServer.run(["-c", command], program: "/bin/bash")
  }

  @Test("A server that gets too few descriptors says what to do")
  func tooFewDescriptors() throws {
    for limit in ["ulimit -n 24", "ulimit -n 256; " + Self.opening(count: 240)] {
      let result = try Self.runShell("\(limit); exec \(BuiltServer.path) \(places) --port 0")
      #expect(result.status == 1)
      #expect(result.output.contains("ulimit -n 1024"), "\(result.output)")
    }
  }

  /// A command that opens descriptors, which the next program inherits.
  private static func opening(count: Int) -> String {
    (0..<count).map { "exec \($0 + 10)</dev/null" }.joined(separator: "; ")
  }

  /// A limit of descriptors that leaves some for connections, on a machine of any size.
  private static let fewDescriptors = 64 + 4 * ProcessInfo.processInfo.activeProcessorCount

  @Test(
    "No message of the program has a password",
    arguments: [
      "postgres://u:sec/zzret@127.0.0.1:1/x", "postgres://u:sec@zzret@127.0.0.1:1/x",
      "postgres://u:zzret@127.0.0.1:1/x", "Postgres://u:zzret@127.0.0.1:1/x",
      " postgres://u:zzret@127.0.0.1:1/x", "postgresql+psycopg2://u:zzret@127.0.0.1:1/x",
      "jdbc:postgresql://127.0.0.1:1/x?user=u&password=zzret",
      "host=127.0.0.1 port=1 user=u password=zzret dbname=x",
    ])
  func passwords(address: String) throws {
    for arguments in [
      [address], ["--store", address], [places, "--store", address], ["check", address],
    ] {
      let result = try BuiltServer.run(arguments)
      #expect(result.status == 1, "\(arguments)")
      #expect(!result.output.contains("zzret"), "\(result.output)")
    }
  }

  @Test(
    "A server with few descriptors takes as many connections as it can, and lives on",
    arguments: [0, 150])
  func descriptors(inherited: Int) throws {
    let port = 20_000 + Int(getpid()) % 10_000 + 2_000 + inherited
    let limit =
      "ulimit -n \(Self.fewDescriptors + inherited); " + Self.opening(count: inherited)
    let command =
      "\(limit)\nexec \(BuiltServer.path) \(places) --port \(port) --writable --until-input-ends"
    let shell = BuiltServer.process(["-c", command], program: "/bin/bash")
    let input = Pipe()
    shell.standardInput = input
    try shell.run()
    defer { try? input.fileHandleForWriting.close() }
    var connections: [HTTPConnection] = []
    for _ in 0..<500 where connections.isEmpty {
      if let connection = try? HTTPConnection(port: port) { connections.append(connection) }
      usleep(20_000)
    }
    for _ in 0..<150 {
      if let connection = try? HTTPConnection(port: port) { connections.append(connection) }
    }
    #expect(connections.count > 10)
    #expect(try connections[0].send("GET", "/pins/1").status == 200)
    connections.removeAll()
    #expect(shell.isRunning)
    #expect(try HTTPConnection(port: port).send("GET", "/health").status == 200)
  }

  @Test("Of two servers that make one store, one fails, and no acknowledged change is lost")
  func twoBuilders() throws {
    var text = "lat,lon\n"
    for number in 0..<60_000 { text += "\(Double(number % 600) / 10),\(Double(number / 600))\n" }
    try text.write(toFile: places, atomically: true, encoding: .utf8)
    let processes = (0..<2).map { _ in
      BuiltServer.process([
        places, "--store", store, "--port", "0", "--writable", "--no-clusters",
        "--until-input-ends",
      ])
    }
    let inputs = processes.map { _ in Pipe() }
    let outputs = processes.map { _ in Pipe() }
    for (number, process) in processes.enumerated() {
      process.standardInput = inputs[number]
      process.standardOutput = outputs[number]
      try process.run()
    }
    let ports = outputs.compactMap(BuiltServer.port)
    #expect(ports.count == 1)
    let connection = try HTTPConnection(port: try #require(ports.first))
    #expect(try connection.send("DELETE", "/pins/7").status == 200)
    for input in inputs { try input.fileHandleForWriting.close() }
    for process in processes { process.waitUntilExit() }
    #expect(processes.map(\.terminationStatus).sorted() == [0, 1])
    let opened = try SQLitePinStore(path: store)
    #expect(try opened.pin(id: 7) == nil)
    #expect(try opened.faults(limit: 1).isEmpty)
  }

  @Test("A server that is killed while it reads a file leaves no store, and no litter for the next")
  func killedBuilder() throws {
    var text = "lat,lon\n"
    for number in 0..<200_000 { text += "\(Double(number % 600) / 10),\(Double(number / 2_000))\n" }
    try text.write(toFile: places, atomically: true, encoding: .utf8)
    for delay in [50_000, 300_000, 600_000, 900_000] {
      let process = BuiltServer.process([
        places, "--store", store, "--port", "0", "--no-clusters",
      ])
      try process.run()
      usleep(useconds_t(delay))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if FileManager.default.fileExists(atPath: store) {
        #expect(try SQLitePinStore(path: store).faults(limit: 1).isEmpty)
        for suffix in ["", "-wal", "-shm"] {
          try? FileManager.default.removeItem(atPath: store + suffix)
        }
      }
    }
    let server = try folder.start(places, "--store", store, "--no-clusters")
    #expect(server.end() == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    // SQLite keeps the names of an empty log.
    let own = names.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
    #expect(own == ["log", "pins.sqlite", "places.csv"])
  }

  @Test("A client that does not read keeps no server from its end")
  func unreadDownload() throws {
    var text = "lat,lon,name\n"
    let name = String(repeating: "n", count: 400)
    for number in 0..<60_000 {
      text += "\(Double(number % 600) / 10),\(Double(number / 600)),\(name)\n"
    }
    try text.write(toFile: places, atomically: true, encoding: .utf8)
    let server = try folder.start(places, "--no-clusters")
    let socket = try connectedSocket(port: server.port, option: SO_RCVBUF, Int32(4_096))
    defer { close(socket) }
    let request = "GET /pins.geojson HTTP/1.1\r\nHost: localhost\r\n\r\n"
    let sent = send(socket, request, request.utf8.count, Int32(MSG_NOSIGNAL))
    try #require(sent == request.utf8.count)
    usleep(300_000)
    #expect(server.end() == 0)
  }
}
