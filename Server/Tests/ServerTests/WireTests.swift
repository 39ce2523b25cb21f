import Foundation
import PinService
import Testing

@Suite("What goes over the wire", .serialized)
struct WireTests {
  private let folder: ServerFolder
  private var store: String { folder.file("pins.sqlite") }

  init() throws {
    folder = try ServerFolder()
  }

  @Test("The bodies of the server are those of the service, compressed or not")
  func bodies() throws {
    let pins = (0..<3_000).map { id in
      StoredPin(
        id: Int64(id), code: MortonCode(column: UInt32(id) &* 2_654_435_761, row: UInt32(id) << 20),
        name: "Pin \(id)")
    }
    try SQLitePinStore.build(pins, at: store)
    let service = PinService(try SQLitePinStore(path: store))
    try service.updateClusters()
    let server = try folder.start(store)
    let box = "bbox=-180,-85,180,85"
    while try server.request("GET", "/clusters?\(box)&zoom=2").hasPrefix("HTTP/1.1 503") {
      usleep(10_000)
    }
    for target in [
      "/pins?\(box)&limit=700", "/cells?\(box)&zoom=3", "/clusters?\(box)&zoom=3",
      "/tiles/clusters/2/1/1.geojson", "/pins/17", "/cells?zoom=3", "/nothing", "/openapi.json",
    ] {
      let expected = service.respond(to: ServiceRequest("GET", target))
      guard case .bytes(let bytes) = expected.body else { continue }
      let answer = try server.request("GET", target)
      let parts = answer.components(separatedBy: "\r\n\r\n")
      #expect(parts.first?.hasPrefix("HTTP/1.1 \(expected.status) ") == true)
      #expect(
        parts.dropFirst().joined(separator: "\r\n\r\n") == String(decoding: bytes, as: UTF8.self))
      let compressed = service.respond(
        to: ServiceRequest("GET", target, acceptEncoding: "gzip"))
      let sent = try server.request("GET", target, headers: ["Accept-Encoding: gzip"])
      #expect(sent.contains("Content-Length: \(compressed.contentLength ?? -1)\r\n"))
    }
  }

  @Test("A connection that stays open brings bodies in chunks, trailers and answers without bodies")
  func connection() throws {
    let pins = (0..<2_500).map {
      StoredPin(id: Int64($0), code: MortonCode(column: UInt32($0) << 16, row: 1 << 31))
    }
    try SQLitePinStore.build(pins, at: store)
    let server = try folder.start(store, "--writable", "--no-clusters")
    let connection = try HTTPConnection(port: server.port)
    let all = try connection.send("GET", "/pins.geojson")
    #expect(all.status == 200 && all.rowsRead >= 2_500)
    let text = String(decoding: all.body, as: UTF8.self)
    #expect(text.components(separatedBy: "\"type\":\"Feature\"").count == 2_501)
    let pin = try connection.send("GET", "/pins/7")
    let tag = try #require(pin.headers["etag"])
    let again = try connection.send("GET", "/pins/7", headers: [("If-None-Match", tag)])
    #expect(again.status == 304 && again.body.isEmpty)
    #expect(try connection.send("HEAD", "/pins/7").body.isEmpty)
    let head = try connection.send("HEAD", "/pins.geojson")
    #expect(head.status == 200 && head.body.isEmpty)
    #expect(head.headers["content-length"] == "\(all.body.count)")
    #expect(try connection.send("GET", "/clusters?bbox=1,2,3,4&zoom=3").status == 503)
    #expect(try connection.send("POST", "/clusters").status == 200)
    #expect(try connection.send("GET", "/clusters?bbox=1,2,3,4&zoom=3").status == 200)
    #expect(try #require(server.peakMemory) > 1_000_000)
    #expect(server.processorTime != nil)
    #expect(server.end() == 0)
    #expect(throws: HTTPConnectionError.self) { try connection.send("GET", "/health") }
    #expect(throws: HTTPConnectionError.self) { try HTTPConnection(port: server.port) }
  }

  @Test("A server ends with the process that holds its input")
  func inputEnds() throws {
    try SQLitePinStore.build([], at: store)
    let process = BuiltServer.process([store, "--port", "0", "--until-input-ends"])
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    #expect(!output.fileHandleForReading.availableData.isEmpty)
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }
}
