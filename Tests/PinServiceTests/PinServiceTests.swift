import Clustering
import Foundation
import PinService
import Support
import TestSupport
import Testing

@Suite("The service of pins")
struct PinServiceTests {
  private let folder: TemporaryFolder
  private let store: SQLitePinStore
  private let pins: [StoredPin]

  init() throws {
    folder = try TemporaryFolder()
    var random = SeededGenerator(seed: 4)
    pins = (0..<3_000).map { id in
      let city = [(52.5, 13.4), (48.1, 11.6), (-17.8, 179.9), (-17.7, -179.9)][id % 4]
      let coordinate = Coordinate(
        latitude: city.0 + Double.random(in: -0.2...0.2, using: &random),
        longitude: min(max(city.1 + Double.random(in: -0.3...0.3, using: &random), -180), 180))
      return StoredPin(
        id: Int64(id), code: MortonCode(MapPoint(coordinate)), name: "Pin \"\(id)\"\u{1}")
    }
    store = try folder.store(pins)
  }

  private func service(writable: Bool = false, clusters: Bool = true) throws -> PinService {
    let service = PinService(store, allowsChanges: writable)
    if clusters { try service.updateClusters() }
    return service
  }

  private func ids(where isWanted: (Int64) -> Bool) -> Set<Int64> {
    Set(pins.map(\.id).filter(isWanted))
  }

  private func collection(_ service: PinService, _ target: String) throws -> FeatureCollection {
    let response = service.get(target)
    #expect(response.contentType == "application/geo+json")
    return try response.collection(of: target)
  }

  private func problem(_ service: PinService, _ target: String, _ method: String = "GET") throws
    -> (Int, String)
  {
    struct Problem: Decodable {
      let status: Int
      let detail: String
    }
    let response = service.respond(to: ServiceRequest(method, target))
    let problem = try JSONDecoder().decode(Problem.self, from: Data(response.bytes))
    #expect(problem.status == response.status)
    #expect(response.contentType == "application/problem+json")
    return (response.status, problem.detail)
  }

  @Test("The pages of a box have each pin once, with its name and its place")
  func pages() throws {
    let service = try service()
    var found: [Int64: FeatureCollection.Feature] = [:]
    var target = "/pins?bbox=13,52,14,53&limit=100"
    while true {
      let page = try collection(service, target)
      for feature in page.features {
        #expect(found.updateValue(feature, forKey: try #require(feature.id)) == nil)
      }
      guard let next = page.next else { break }
      #expect(page.features.count == 100)
      target = "/pins?bbox=13,52,14,53&limit=100&after=\(next)"
    }
    #expect(Set(found.keys) == ids { $0 % 4 == 0 })
    let feature = try #require(found[8])
    #expect(feature.properties.name == "Pin \"8\"\u{1}")
    let place = pins[8].code.mapPoint.coordinate
    #expect(abs(feature.geometry.coordinates[0] - place.longitude) < 1e-7)
    #expect(abs(feature.geometry.coordinates[1] - place.latitude) < 1e-7)
  }

  @Test("The cells, the clusters and the tiles of the world have every pin once", arguments: 0...3)
  func everyPinOnce(zoom: Int) throws {
    let service = try service()
    for path in ["cells", "clusters"] {
      let items = try collection(service, "/\(path)?bbox=-180,-85,180,85&zoom=\(zoom)")
      #expect(items.count == pins.count)
      var inTiles = 0
      for column in 0..<1 << zoom {
        for row in 0..<1 << zoom {
          let tile = "/tiles/\(path)/\(zoom)/\(column)/\(row)"
          let features = try collection(service, tile + ".geojson")
          inTiles += features.count
          let bytes = service.get(tile + ".mvt").bytes
          let layer = try VectorTile(decoding: bytes).layers.first
          #expect((layer?.features ?? []).reduce(0) { $0 + ($1.pinCount ?? 1) } == features.count)
          for point in layer?.features.flatMap(\.points) ?? [] {
            #expect((0..<4_096).contains(point.x) && (0..<4_096).contains(point.y))
          }
        }
      }
      #expect(inTiles == pins.count)
    }
  }

  @Test("The pins of a cluster come by pages, with what the store knows of them")
  func leaves() throws {
    let service = try service()
    let clusters = try collection(service, "/clusters?bbox=-180,-85,180,85&zoom=0").features
    let cluster = try #require(
      clusters.max { $0.properties.pointCount ?? 0 < $1.properties.pointCount ?? 0 })
    let path = "/clusters/\(cluster.properties.identity ?? "")/leaves"
    let count = try #require(cluster.properties.pointCount)
    var ids: [Int64] = []
    for offset in stride(from: 0, to: count, by: 1_000) {
      let page = try collection(service, "\(path)?limit=1000&offset=\(offset)").features
      #expect(page.count == min(1_000, count - offset))
      ids += page.compactMap(\.id)
    }
    #expect(Set(ids).count == count)
    #expect(try collection(service, path).features.count == min(500, count))
    let pin = try collection(service, "\(path)?limit=1").features[0]
    #expect(pin.properties.name == pins.first { $0.id == pin.id }?.name)
    for target in ["/clusters/x/leaves", "/clusters/1/leaves", "/clusters/ffffffffffffffff/leaves"]
    {
      #expect(service.get(target).status == 404)
    }
    #expect(service.get(path + "?limit=0").status == 400)
  }

  @Test("All pins come in parts that are one collection, compressed or not")
  func allPins() throws {
    let service = try service()
    func bytes(_ encoding: String?) throws -> [UInt8] {
      let (bytes, rowsRead) = try service.get("/pins.geojson", acceptEncoding: encoding)
        .joinedParts()
      #expect(rowsRead >= pins.count)
      return bytes
    }
    let plain = try bytes(nil)
    guard case .parts(let body) = service.get("/pins.geojson").body else {
      throw OtherCase(service)
    }
    #expect(try body.length() == plain.count)
    let collection = try JSONDecoder().decode(FeatureCollection.self, from: Data(plain))
    #expect(Set(collection.features.compactMap(\.id)).count == pins.count)
    let compressed = try bytes("gzip")
    #expect(compressed.count < plain.count / 3)
    #expect(Gzip.decompressed(compressed, limit: 10_000_000) == plain)
  }

  @Test("An answer that the client has is not sent again, until a pin in it changes")
  func entityTags() throws {
    let service = try service(writable: true)
    for target in ["/cells?bbox=13,52,14,53&zoom=9", "/pins/8", "/tiles/cells/8/137/83.mvt"] {
      let first = service.get(target)
      let tag = try #require(first[header: "ETag"])
      func again(_ tag: String) -> ServiceResponse { service.get(target, ifNoneMatch: tag) }
      #expect(again(tag).status == 304 && again(tag).bytes.isEmpty)
      #expect(again(tag)[header: "Vary"] == "Accept-Encoding")
      #expect(again("\"other\", \(tag)").status == 304)
      #expect(again("*").status == 304)
      #expect(again("\"other\"").status == 200)
    }
    let target = "/tiles/cells/8/137/83.mvt"
    let tag = service.get(target)[header: "ETag"]
    let removal = service.respond(to: ServiceRequest("DELETE", "/pins/8"))
    #expect(removal.text == #"{"pins":2999,"version":1}"#)
    #expect(service.get(target, ifNoneMatch: tag).status == 200)
  }

  @Test("Only what is long and welcome is compressed")
  func compression() throws {
    let service = try service()
    let target = "/pins?bbox=13,52,14,53"
    let plain = service.get(target)
    for encoding in ["gzip", "br, gzip;q=0.5", "*"] {
      let response = service.get(target, acceptEncoding: encoding)
      #expect(response[header: "Content-Encoding"] == "gzip")
      #expect(Gzip.decompressed(response.bytes, limit: 1_000_000) == plain.bytes)
      #expect(response[header: "ETag"] == plain[header: "ETag"])
    }
    for encoding in ["identity", "gzip;q=0", "gzip; q=0.0", ""] {
      #expect(service.get(target, acceptEncoding: encoding).bytes == plain.bytes)
    }
    #expect(service.get("/health", acceptEncoding: "gzip")[header: "Content-Encoding"] == nil)
  }

  @Test(
    "A request that is not valid says what was expected",
    arguments: [
      ("/cells?zoom=3", 400, "bbox: expected west,south,east,north in degrees"),
      ("/cells?bbox=1,2,3&zoom=3", 400, "found \"1,2,3\""),
      ("/cells?bbox=1,2,3,nan&zoom=3", 400, "bbox: expected"),
      ("/cells?bbox=1,2,3,0x10&zoom=3", 400, "bbox: expected"),
      ("/cells?bbox=1,5,3,2&zoom=3", 400, "bbox: expected"),
      ("/cells?bbox=541,2,3,4&zoom=3", 400, "bbox: expected"),
      ("/cells?bbox=1,2,3,4", 400, "zoom: expected a whole number from 0 to 22, found none"),
      ("/cells?bbox=1,2,3,4&zoom=23", 400, "zoom: expected a whole number from 0 to 22"),
      ("/cells?bbox=1,2,3,4&zoom=+3", 400, "zoom: expected"),
      ("/cells?bbox=-180,-85,180,85&zoom=22", 400, "at most 4096 cells"),
      ("/pins?bbox=1,2,3,4&limit=0", 400, "limit: expected a whole number from 1 to 1000"),
      ("/pins?bbox=1,2,3,4&limt=5", 400, "the parameters bbox, limit, after, found \"limt\""),
      ("/pins?bbox=1,2,3,4&bbox=1,2,3,4", 400, "every parameter once"),
      ("/pins?bbox=1,2,3,4&after=xyz", 400, "after: expected the \"next\" of an answer"),
      ("/pins?bbox=1,2,3,4&after=0-0", 400, "after: expected a \"next\" of the same bbox"),
      ("/pins?bbox=%zz", 400, "two hexadecimal digits after %"),
      ("/pins?bbox=%FF", 400, "expected UTF-8"), ("/pins/x", 400, "id: expected a whole number"),
      ("/pins/99999999999999999", 400, "id: expected a whole number"),
      ("/pins/4711", 404, "no pin has this identifier"),
      ("/tiles/cells/3/8/0.mvt", 400, "z/x/y with z from 0 to 22"),
      ("/tiles/cells/23/0/0.mvt", 400, "z/x/y with z from 0 to 22"),
      ("/tiles/roads/3/0/0.mvt", 400, "layer: expected cells or clusters"),
      ("/tiles/cells/3/0/0.png", 400, "y.mvt or y.geojson"),
      ("/../etc/passwd", 404, "nothing at this path"),
      ("/health?x=1", 400, "expected no parameters"), ("", 400, "a path that begins with /"),
      ("/" + String(repeating: "a", count: 3_000), 400, "at most 2000 bytes"),
    ])
  func refusals(target: String, status: Int, detail: String) throws {
    let (found, text) = try problem(service(), target)
    #expect(found == status)
    #expect(text.contains(detail), "\(text)")
  }

  @Test("A method that a path does not have is named with those that it has")
  func methods() throws {
    let service = try service()
    #expect(try problem(service, "/pins/4", "PUT").0 == 405)
    let response = service.respond(to: ServiceRequest("PUT", "/pins/4"))
    #expect(response[header: "Allow"] == "DELETE, GET")
    #expect(try problem(service, "/pins", "POST").0 == 403)
    #expect(try problem(service, "/pins/4", "DELETE").0 == 403)
    #expect(service.respond(to: ServiceRequest("HEAD", "/health")).status == 200)
  }

  @Test("Clusters that are not built yet are asked for again")
  func clustersBeforeTheyAreBuilt() throws {
    let service = try service(clusters: false)
    #expect(try problem(service, "/clusters?bbox=1,2,3,4&zoom=3").0 == 503)
    #expect(try service.updateClusters())
    #expect(try !service.updateClusters())
    #expect(service.get("/clusters?bbox=1,2,3,4&zoom=3").status == 200)
    try store.apply([.remove(id: 0)])
    #expect(try collection(service, "/clusters?bbox=-180,-85,180,85&zoom=0").count == 3_000)
    #expect(try service.updateClusters())
    #expect(try collection(service, "/clusters?bbox=-180,-85,180,85&zoom=0").count == 2_999)
  }

  @Test("A cluster opens at the zoom that its answer says, and not before")
  func expansionZoom() throws {
    let service = try service()
    func clusters(_ zoom: Int) -> String {
      service.get("/clusters?bbox=-180,-85,180,85&zoom=\(zoom)").text
    }
    let pattern = #/"cluster_id":"([0-9a-f]+)","expansion_zoom":([0-9]+)/#
    let found = clusters(6).matches(of: pattern)
    #expect(!found.isEmpty)
    for match in found {
      let zoom = try #require(Int(match.2))
      let identifier = "\"\(match.1)\""
      #expect(zoom > 6)
      #expect(clusters(zoom - 1).contains(identifier))
      #expect(!clusters(zoom).contains(identifier))
    }
  }

  @Test("A batch is done completely, and one that is not valid says where and changes nothing")
  func batches() throws {
    let service = try service(writable: true)
    func batch(_ features: String) -> ServiceResponse {
      service.post(#"{"type":"FeatureCollection","features":[\#(features)]}"#)
    }
    let point = #""geometry":{"type":"Point","coordinates":[7.5,47.5]}"#
    let good = batch(
      #"{"type":"Feature","id":-5,\#(point),"properties":{"name":"Basel"}},{"type":"Feature","id":3,"geometry":null}"#
    )
    #expect(good.text == #"{"pins":3000,"version":1}"#)
    #expect(
      try collection(service, "/pins?bbox=7,47,8,48").features.first?.properties.name == "Basel")
    for (body, detail) in [
      ("", "not JSON"), ("[]", "expected an object"),
      (#"{"type":"FeatureCollection"}"#, "expected 'features'"),
      (#"{"type":"Feature","features":[]}"#, "expected \\\"FeatureCollection\\\""),
    ] {
      let response = service.post(body)
      #expect(response.status == 400)
      #expect(response.text.contains(detail), "\(response.text)")
    }
    // One character, of any number of scalars.
    let marks = String(repeating: "\u{301}", count: 100_000)
    let type = service.post(#"{"type":"a\#(marks)","features":[]}"#)
    #expect(type.status == 400 && type.text.utf8.count < 1_000)
    for (feature, detail) in [
      (#"{"type":"Feature",\#(point)}"#, "expected 'id' in features[1], found none"),
      (#"{"type":"Feature","id":-9223372036854775808,\#(point)}"#, "features[1].id: expected"),
      (#"{"type":"Feature","id":9007199254740992,\#(point)}"#, "features[1].id: expected"),
      (#"{"type":"Feature","id":1.5,\#(point)}"#, "features[1].id: expected"),
      // Fractions that a Double has not.
      (#"{"type":"Feature","id":9007199254740991.4,\#(point)}"#, "found \\\"9007199254740991.4"),
      (#"{"type":"Feature","id":5.00000000000000000001,\#(point)}"#, "features[1].id: expected"),
      (#"{"type":"Feature","id":1e300,\#(point)}"#, "features[1].id: expected"),
      // Changed properties alone do not remove the pin.
      (#"{"type":"Feature","id":7}"#, "expected 'geometry' in features[1], found none"),
      (#"{"type":"Feature","id":1e999,\#(point)}"#, "a number is out of range"),
      (#"{"type":"Feature","id":1,"geometry":{"type":"Line","coordinates":[1,2]}}"#, "Point"),
      (#"{"type":"Feature","id":1,"geometry":{"type":"Point","coordinates":[1]}}"#, "1 numbers"),
      (#"{"type":"Feature","id":1,"geometry":{"type":"Point","coordinates":[1,91]}}"#, "1.0, 91.0"),
      (
        #"{"type":"Feature","id":1,\#(point),"properties":{"name":"\#(String(repeating: "x", count: 1_001))"}}"#,
        "at most 1000 bytes"
      ),
    ] {
      let response = batch(#"{"type":"Feature","id":77,"geometry":null},"# + feature)
      #expect(response.status == 400)
      #expect(response.text.contains(detail), "\(response.text)")
    }
    #expect(try store.state() == PinStoreState(pinCount: 3_000, version: 1))
    let long = service.respond(
      to: ServiceRequest("POST", "/pins", body: [UInt8](repeating: 32, count: 8 << 20 + 1)))
    #expect(long.status == 413)
  }

  @Test("A store that fails is an error without its reason, which is for the log")
  func failures() throws {
    let service = try service()
    try store.close()
    let response = service.get("/pins/8")
    #expect(response.status == 500)
    #expect(!response.text.contains("sqlite"))
    #expect(response.failure?.contains("pins.sqlite") == true)
  }

  @Test("Many pins in one place have the cells of the finest stored level")
  func crowd() throws {
    let code = pins[0].code
    let service = PinService(
      try folder.store(
        (0..<6_000).map { StoredPin(id: $0, code: code) }, name: "crowd.sqlite"))
    let place = code.mapPoint.coordinate
    let box = [-0.001, -0.001, 0.001, 0.001]
    let edges = zip([place.longitude, place.latitude, place.longitude, place.latitude], box)
      .map { "\($0 + $1)" }.joined(separator: ",")
    let response = service.get("/cells?bbox=\(edges)&zoom=20")
    #expect(response.rowsRead < 50)
    #expect(response.text.contains("\"cluster_id\":\"16/"))
    #expect(response.text.contains("\"point_count\":6000"))
  }

  @Test("The metrics are OpenMetrics, and unknown paths share one name")
  func metrics() throws {
    let service = try service()
    for target in ["/pins/8", "/pins/9", "/pins/x", "/some/where", "/" + UUID().uuidString] {
      _ = service.get(target)
    }
    let text = service.get("/metrics").text
    #expect(
      text.contains("mappressure_request_seconds_count{route=\"/pins/{id}\",status=\"200\"} 2\n"))
    #expect(
      text.contains("mappressure_request_seconds_count{route=\"/pins/{id}\",status=\"400\"} 1\n"))
    #expect(text.contains("mappressure_request_seconds_count{route=\"other\",status=\"404\"} 2\n"))
    #expect(text.contains("mappressure_pins 3000\n"))
    #expect(text.hasSuffix("# EOF\n"))
  }

  @Test("The OpenAPI document has every path that the service answers, and no other")
  func openAPI() throws {
    struct Document: Decodable {
      let openapi: String
      let paths: [String: [String: Member]]
      struct Member: Decodable { init(from decoder: any Decoder) {} }
    }
    let service = try service(writable: true)
    let bytes = service.get("/openapi.json").bytes
    let document = try JSONDecoder().decode(Document.self, from: Data(bytes))
    #expect(document.paths.count == 12, "as many as the service has routes")
    for (path, members) in document.paths {
      let example = [
        ("{id}", "8"), ("{layer}", "cells"), ("{z}", "1"), ("{x}", "0"), ("{y}", "0"),
        ("{format}", "mvt"),
      ].reduce(path) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
      for method in ["get", "post", "put", "delete", "patch"] {
        let response = service.respond(to: ServiceRequest(method.uppercased(), example))
        #expect((response.status != 405) == members.keys.contains(method), "\(method) \(path)")
        // A pin is no cluster.
        #expect(response.status != 404 || path == "/clusters/{id}/leaves")
      }
    }
  }
}

extension VectorTile.Feature {
  fileprivate var pinCount: Int? {
    let value = attributes.first { $0.name == "point_count" }?.value
    return if case .unsigned(let count) = value { Int(count) } else { nil }
  }
}
