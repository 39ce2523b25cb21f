import Clustering
import Foundation
import PinService
import PostgreSQLStorage
import Support
import Testing

@Suite(
  "The answers of PostgreSQL are those of SQLite", .serialized,
  .enabled(if: PostgreSQLServer.isInstalled, "needs postgresql and postgresql-15-postgis-3"))
final class ConformanceTests {
  private let server: PostgreSQLServer
  private let folder: String

  init() throws {
    server = try PostgreSQLServer()
    folder = FileManager.default.temporaryDirectory.path + "/mappressure-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Pins around a few places, one of them across the antimeridian, some at the same place.
  private static func pins(_ count: Int, _ random: inout SplitMix64) -> [StoredPin] {
    let names = [
      "", "Café \"Zürich\"", "tab\there", "line\nbreak", "back\\slash", "'; DROP TABLE x",
    ]
    return (0..<count).map { id in
      let city = [(52.5, 13.4), (-17.8, 179.99), (-17.7, -179.99), (84.99, 0.0)][id % 4]
      let spread = id % 7 == 0 ? 0 : 0.3
      let coordinate = Coordinate(
        latitude: city.0 + spread * Double.random(in: -1...1, using: &random),
        longitude: min(max(city.1 + spread * Double.random(in: -1...1, using: &random), -180), 180))
      return StoredPin(
        id: Int64(id) - 50, code: MortonCode(MapPoint(coordinate)), name: names[id % names.count],
        properties: ["", #"{"a\\b":"\"tab\u0009","n":1}"#][id % 2])
    }
  }

  private func stores(_ pins: [StoredPin]) throws -> (SQLitePinStore, PostgreSQLPinStore) {
    let path = folder + "/\(UUID().uuidString).sqlite"
    try SQLitePinStore.build(pins, at: path)
    let address = try #require(PostgreSQLAddress(try server.database()))
    let database = try PostgreSQLPinStore(address)
    try database.fill(pins)
    return (try SQLitePinStore(path: path), database)
  }

  private static func boxes(_ random: inout SplitMix64, count: Int) -> [String] {
    (0..<count).map { _ in
      let latitude = Double.random(in: -60...60, using: &random)
      let longitude = Double.random(in: -180...180, using: &random)
      let side = exp2(Double.random(in: -8...6, using: &random))
      let east = longitude + side
      return "\(longitude),\(max(latitude - side, -90)),\(east > 180 ? east - 360 : east),"
        + "\(min(latitude + side, 90))"
    } + [
      "-180,-90,180,90", "13,52,14,53", "179.9,-18.5,-179.9,-17", "-1,84,1,90", "179,-19,181,-17",
      "-181,-19,-179,-17", "100,-80,95,80", "13.40000001,-85,13.4,85", "-1,86,1,90",
    ]
  }

  @Test("Every request has the same bytes from both, before and after batches")
  func requests() throws {
    var random = SplitMix64(seed: 9)
    let pins = Self.pins(1_500, &random)
    let (sqlite, postgres) = try stores(Array(pins.prefix(1_000)))
    let (left, right) = (
      PinService(sqlite, allowsChanges: true), PinService(postgres, allowsChanges: true)
    )
    func compare(_ request: ServiceRequest) -> ServiceResponse {
      let (first, second) = (left.respond(to: request), right.respond(to: request))
      #expect(first.status == second.status, "\(request.target)")
      #expect(first.bytes == second.bytes, "\(request.target)")
      #expect(first[header: "ETag"] == second[header: "ETag"])
      return first
    }
    for round in 0..<4 {
      try left.updateClusters()
      try right.updateClusters()
      for box in Self.boxes(&random, count: 25) {
        for zoom in [0, 4, 9, 14, 17, 22] {
          _ = compare(ServiceRequest("GET", "/cells?bbox=\(box)&zoom=\(zoom)"))
          _ = compare(ServiceRequest("GET", "/clusters?bbox=\(box)&zoom=\(zoom)"))
        }
        var after = ""
        var pageCount = 0
        repeat {
          let page = compare(ServiceRequest("GET", "/pins?bbox=\(box)&limit=90\(after)"))
          let text = String(decoding: page.bytes, as: UTF8.self)
          after = text.firstMatch(of: #/"next":"([^"]+)"/#).map { "&after=\($0.1)" } ?? ""
          pageCount += 1
        } while !after.isEmpty && pageCount < 30
        #expect(after.isEmpty)
      }
      for target in ["/pins/7", "/pins/-50", "/pins/123456", "/tiles/cells/3/4/2.mvt", "/health"] {
        _ = compare(ServiceRequest("GET", target))
      }
      let features = (0..<60).map { _ in
        let pin = pins[Int.random(in: pins.indices, using: &random)]
        let place = pins[Int.random(in: pins.indices, using: &random)].code.mapPoint.coordinate
        let geometry =
          Int.random(in: 0..<3, using: &random) == 0
          ? "null"
          : #"{"type":"Point","coordinates":[\#(place.longitude),\#(place.latitude)]}"#
        return
          #"{"type":"Feature","id":\#(pin.id),"geometry":\#(geometry),"properties":{"name":"n\#(round)"}}"#
      }
      let batch = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
      #expect(compare(ServiceRequest("POST", "/pins", body: Array(batch.utf8))).status == 200)
      #expect(compare(ServiceRequest("DELETE", "/pins/\(round * 13)")).status == 200)
    }
    #expect(try postgres.faults(limit: 5).isEmpty)
    #expect(try sqlite.locations() == postgres.locations())
    #expect(try sqlite.state() == postgres.state())
  }

  @Test("Batches of two servers follow one another, and every count stays right")
  func twoServers() async throws {
    var random = SplitMix64(seed: 10)
    let pins = Self.pins(400, &random)
    let address = try #require(PostgreSQLAddress(try server.database()))
    let stores = [try PostgreSQLPinStore(address), try PostgreSQLPinStore(address)]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, store) in stores.enumerated() {
        group.addTask {
          for batch in 0..<20 {
            let part = pins[(batch * 20)..<(batch * 20 + 20)]
            // Both put the same pins; one removes half of them again.
            try store.apply(part.map { .put($0) })
            if number == 0 { try store.apply(part.prefix(10).map { .remove(id: $0.id) }) }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try stores[0].state().version == 60)
    #expect(try stores[0].faults(limit: 5).isEmpty)
  }

  @Test("A database that ends its connections fails a request, and answers the next ones")
  func restart() throws {
    var random = SplitMix64(seed: 11)
    let (_, postgres) = try stores(Self.pins(50, &random))
    #expect(try postgres.state().pinCount == 50)
    try server.endConnections()
    #expect(throws: PinStoreError.self) { try postgres.state() }
    #expect(try postgres.state().pinCount == 50)
    try postgres.apply([.remove(id: -1)])
    #expect(try postgres.state() == PinStoreState(pinCount: 49, version: 1))
  }

  @Test("A store that has pins is not filled again, and an error has no password")
  func errors() throws {
    var random = SplitMix64(seed: 12)
    let pins = Self.pins(20, &random)
    let (_, postgres) = try stores(pins)
    let error = #expect(throws: PinStoreError.self) { try postgres.fill(pins) }
    #expect(error?.description.contains("expected an empty store, found 20 pins") == true)
    #expect(try postgres.state().pinCount == 20)
    let wrong = try #require(
      PostgreSQLAddress("postgres://u:secret@127.0.0.1:1/db?connect_timeout=1"))
    let refusal = #expect(throws: PinStoreError.self) { try PostgreSQLPinStore(wrong) }
    #expect(refusal?.description.contains("postgres://u@127.0.0.1:1/db") == true)
    #expect(refusal?.description.contains("secret") == false)
    #expect(PostgreSQLAddress("pins.sqlite") == nil)
  }
}

extension ServiceResponse {
  fileprivate var bytes: [UInt8] {
    if case .bytes(let bytes) = body { bytes } else { [] }
  }
}
