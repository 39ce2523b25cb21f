import Clustering
import Foundation
import PinService
import Support
import TestSupport
import Testing

/// The output for people: the page, the names and properties of pins, the log on a terminal.
@Suite struct PinPageTests {
  private let folder: TemporaryFolder
  private let store: SQLitePinStore

  init() throws {
    folder = try TemporaryFolder()
    let place = MortonCode(MapPoint(Coordinate(latitude: 52.5, longitude: 13.4)))
    store = try folder.store([StoredPin(id: 8, code: place, name: "Pin \"8\"")])
  }

  @Test("The page has nothing of the store, and its script and style are the only ones")
  func page() throws {
    let service = PinService(store, name: "a<b>.csv", allowsChanges: false)
    let page = service.get("/")
    #expect(page.text.contains("<title>a&lt;b>.csv: pins in MapPressure</title>"))
    #expect(page.status == 200 && page.contentType == "text/html; charset=utf-8")
    #expect(!page.text.contains("Pin &quot;") && !page.text.contains("Pin \"8"))
    #expect(!page.text.contains("{{") && !page.text.contains("://"))
    let policy = try #require(page[header: "Content-Security-Policy"])
    for part in ["default-src 'none'", "base-uri 'none'", "form-action 'none'"] {
      #expect(policy.contains(part))
    }
    for (start, end) in [("<script>", "</script>"), ("<style>", "</style>")] {
      let pieces = page.text.components(separatedBy: start)
      #expect(pieces.count == 2)
      let text = try #require(pieces.last?.components(separatedBy: end).first)
      #expect(policy.contains(SHA256Digest.source(of: text)))
    }
    let tag = try #require(page[header: "ETag"])
    #expect(service.get("/", ifNoneMatch: tag).status == 304)
    #expect(service.respond(to: ServiceRequest("HEAD", "/")).status == 200)
  }

  @Test("A pin has its name and its properties in every answer, also among clusters")
  func properties() throws {
    let service = PinService(store, allowsChanges: true)
    let body = #"""
      {"type":"FeatureCollection","features":[{"type":"Feature","id":1,"geometry":{"type":"Point",
      "coordinates":[100,10]},"properties":{"name":"<img onerror>","stars":4.5,"open":true,
      "none":null,"tags":["no"],"phone":"030 \"1\""}}]}
      """#
    #expect(service.post(body).status == 200)
    try service.updateClusters()
    let expected =
      #""properties":{"name":"<img onerror>","none":null,"open":true,"phone":"030 \"1\"","#
      + #""stars":4.5}}"#
    for target in [
      "/pins/1", "/pins?bbox=99,9,101,11", "/pins.geojson", "/clusters?bbox=99,9,101,11&zoom=9",
      "/tiles/clusters/1/1/0.geojson",
    ] {
      let response = service.get(target)
      #expect(response.contentType == "application/geo+json")
      let isInParts = target == "/pins.geojson"
      let bytes = isInParts ? try response.joinedParts().bytes : response.bytes
      #expect(String(decoding: bytes, as: UTF8.self).contains(expected), "\(target)")
    }
    let tile = try VectorTile(decoding: service.get("/tiles/clusters/9/398/241.mvt").bytes)
    #expect(tile.layers[0].features[0].attributes.map(\.name) == ["name"])
    let many = (0..<40).map { #""k\#($0)":1"# }.joined(separator: ",")
    let refused = service.post(body.replacing(#""stars":4.5"#, with: many))
    #expect(refused.status == 400 && refused.text.contains("features[0].properties"))
  }

  @Test("A line of the log for people is one line without control characters")
  func logLines() {
    let request = [
      "method": "GET", "target": "/pins/\u{1B}[2J\n8", "status": "200", "microseconds": "2390",
      "rows": "1200",
    ]
    #expect(
      ServiceLog.line("request", isWarning: false, values: request, time: "12:00:01")
        == "12:00:01 GET /pins/ [2J 8 200 2.4 ms 1,200 rows")
    #expect(
      ServiceLog.line(
        "the store failed", isWarning: true, values: ["reason": "x"], time: "12:00:01")
        == "12:00:01 warning: the store failed; reason: x")
    #expect(
      ServiceLog.start(address: "http://127.0.0.1:8080", pins: 12_480, source: "stores.csv")
        == "http://127.0.0.1:8080 shows 12,480 pins of stores.csv; Ctrl-C ends")
    struct Refusal: Error, CustomStringConvertible {
      let description = "a table \u{1B}[31m\n::error::x ##[group]"
    }
    #expect(
      ServiceLog.failure(Refusal()) == "mappressure-server: a table [31m ::error::x ## [group]")
  }
}
