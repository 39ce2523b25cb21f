import Foundation
import PinService
import Testing

@Suite("The server as a program", .serialized)
struct ServerTests {
  private let folder: ServerFolder

  init() throws {
    folder = try ServerFolder()
  }

  private func places() throws -> String {
    try folder.write(
      "lat,lon,name\n52.5,13.4,Berlin\n48.1,11.6,Munich\n-17.8,179.9,Suva\n", to: "places.csv")
  }

  @Test("A file of pins is served, and the server stops in an orderly way")
  func serving() throws {
    let server = try folder.start(try places())
    let answer = try server.request("GET", "/pins?bbox=-180,-90,180,90")
    #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(answer.contains("application/geo+json"))
    #expect(answer.components(separatedBy: "\"type\":\"Feature\"").count == 4)
    #expect(answer.contains("Server-Timing: total;dur="))
    #expect(
      try server.request("GET", "/cells?bbox=1").contains("bbox: expected west,south,east,north"))
    #expect(try server.request("GET", "/health").contains("\"pins\":3"))
    #expect(try server.request("GET", "/metrics").contains("# EOF"))
    #expect(try server.request("POST", "/pins", body: "{}").hasPrefix("HTTP/1.1 403 Forbidden"))
    #expect(server.end(SIGTERM) == 0)
    let log = try String(contentsOfFile: server.log, encoding: .utf8)
    let lines = log.split(separator: "\n")
    #expect(lines.count >= 3)
    for line in lines {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
    }
    #expect(log.contains("\"message\":\"stopped\""))
  }

  @Test("The page is served, and the log is text where it is asked for")
  func page() throws {
    let server = try folder.start(try places(), "--log-requests", "--log-format", "text")
    let page = try server.request("GET", "/")
    #expect(page.contains("Content-Security-Policy: default-src 'none'"))
    #expect(page.contains("<canvas") && !page.contains("Berlin"))
    #expect(try server.request("GET", "/pins/0").contains(#""name":"Berlin""#))
    #expect(server.end(SIGTERM) == 0)
    let log = try String(contentsOfFile: server.log, encoding: .utf8)
    #expect(log.contains(#/\d\d:\d\d:\d\d GET /pins/0 200 \d+\.\d ms 1 row\n/#))
  }

  @Test("The answer to HEAD has the headers and no body, and a long one comes compressed")
  func bodies() throws {
    let server = try folder.start(try places())
    let head = try server.request("HEAD", "/health")
    #expect(head.contains("Content-Length: ") && head.hasSuffix("\r\n\r\n"))
    let all = try server.request("GET", "/pins.geojson")
    #expect(
      all.contains("Transfer-Encoding: chunked") || all.contains("transfer-encoding: chunked"))
    #expect(all.contains("FeatureCollection"))
    let tag = try #require(
      try server.request("GET", "/pins/0").firstMatch(of: #/ETag: (\S+)/#)?.1)
    let again = try server.request("GET", "/pins/0", headers: ["If-None-Match: \(tag)"])
    #expect(again.hasPrefix("HTTP/1.1 304 Not Modified"))
  }

  @Test("The server refuses what is not a request, and continues")
  func badRequests() throws {
    let server = try folder.start(try places(), "--writable")
    #expect(try server.exchange("nonsense\r\n\r\n").hasPrefix("HTTP/1.1 400"))
    #expect(
      try server.request(
        "GET", "/health", headers: ["X: " + String(repeating: "x", count: 100_000)]
      )
      .contains("200 OK") == false)
    let long = String(repeating: "x", count: 9 << 20)
    #expect(try server.request("POST", "/pins", body: long).hasPrefix("HTTP/1.1 413"))
    #expect(try server.request("GET", "/pins/../../etc/passwd").hasPrefix("HTTP/1.1 404"))
    #expect(try server.request("GET", "/health").contains("\"status\":\"ok\""))
  }

  @Test("A batch that was acknowledged is there after SIGKILL, and every count is right")
  func killed() throws {
    let store = folder.file("pins.sqlite")
    try folder.start(try places(), "--store", store).end(SIGTERM)
    var acknowledged = 0
    for round in 0..<10 {
      let server = try folder.start(store, "--writable", "--no-clusters")
      let killer = Thread {
        usleep(useconds_t(20_000 + round * 7_000))
        server.end(SIGKILL)
      }
      killer.start()
      var sent = acknowledged
      while true {
        let features = (0..<20).map { position in
          let id = 1_000 + sent * 20 + position
          return
            #"{"type":"Feature","id":\#(id),"geometry":{"type":"Point","coordinates":[\#(Double(id % 360) - 180),\#(Double(id % 170) - 85)]}}"#
        }
        sent += 1
        let body = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
        guard let answer = try? server.request("POST", "/pins", body: body),
          answer.hasPrefix("HTTP/1.1 200 OK"), answer.hasSuffix("}")
        else { break }
        acknowledged = sent
      }
      let check = try BuiltServer.run(["check", store])
      #expect(check.status == 0, "\(check.output)")
      let opened = try SQLitePinStore(path: store)
      let count = try opened.state().pinCount
      // The last batch may be there without its answer; then its pins are put again.
      #expect(count == 3 + acknowledged * 20 || count == 3 + sent * 20)
      for batch in 0..<acknowledged {
        #expect(try opened.pin(id: Int64(1_000 + batch * 20)) != nil)
      }
      try opened.close()
    }
    #expect(acknowledged > 0)
  }

  @Test("The check of a store says what is wrong, with exit code 2")
  func check() throws {
    let store = folder.file("pins.sqlite")
    try SQLitePinStore.build([StoredPin(id: 1, code: MortonCode(column: 5, row: 5))], at: store)
    let good = try BuiltServer.run(["check", store])
    #expect(good.status == 0 && good.output.contains("1 pins, version 0: every count is right"))
    let other = try BuiltServer.run(["check", try places()])
    #expect(other.status == 1 && other.output.contains("a file that is not a SQLite database"))
  }

  @Test("What cannot be served is an error with what was expected")
  func errors() throws {
    for (arguments, status, message) in [
      (["missing.csv"], 1, "missing.csv"),
      ([try folder.write("a,b\n1,2\n", to: "wrong.csv")], 1, "latitude"),
      ([], 64, "expected a file of pins or a store"),
      ([try places(), "--port", "70000"], 64, "expected a number from 0 to 65535"),
      ([try places(), "--store", try places()], 1, "expected an unused name for a new store"),
      (["--store", "postgres://guest@127.0.0.1:1/none"], 1, "postgres://guest@127.0.0.1:1/none"),
    ] as [([String], Int32, String)] {
      let result = try BuiltServer.run(arguments)
      #expect(result.status == status, "\(arguments): \(result.output)")
      #expect(result.output.contains(message), "\(result.output)")
    }
  }
}
