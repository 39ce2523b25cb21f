import Foundation
import PinService
import TestSupport
import Testing

extension TemporaryFolder {
  /// A store of pins in a new file.
  func store(
    _ pins: some Collection<StoredPin>, name: String = "pins.sqlite"
  ) throws -> SQLitePinStore {
    try SQLitePinStore.build(Array(pins), at: file(name))
    return try SQLitePinStore(path: file(name))
  }
}

/// A collection of features as an app decodes it.
struct FeatureCollection: Decodable {
  struct Feature: Decodable {
    struct Geometry: Decodable { let coordinates: [Double] }
    struct Properties: Decodable {
      let name: String?
      let pointCount: Int?
      let identity: String?
      enum CodingKeys: String, CodingKey {
        case name
        case pointCount = "point_count"
        case identity = "cluster_id"
      }
    }
    let id: Int64?
    let geometry: Geometry
    let properties: Properties
  }
  let features: [Feature]
  let next: String?

  var count: Int { features.reduce(0) { $0 + ($1.properties.pointCount ?? 1) } }
  var names: [String] { features.map { $0.properties.identity ?? "pin \($0.id ?? -1)" } }
}

extension PinService {
  func get(
    _ target: String, ifNoneMatch tag: String? = nil, acceptEncoding: String? = nil
  ) -> ServiceResponse {
    respond(to: ServiceRequest("GET", target, ifNoneMatch: tag, acceptEncoding: acceptEncoding))
  }

  /// Changes pins.
  func post(_ body: String) -> ServiceResponse {
    respond(to: ServiceRequest("POST", "/pins", body: Array(body.utf8)))
  }
}

extension ServiceResponse {
  /// The features of an answer with some.
  func collection(of target: String) throws -> FeatureCollection {
    #expect(status == 200, "\(target): \(text)")
    return try JSONDecoder().decode(FeatureCollection.self, from: Data(bytes))
  }

  /// The body, if it does not come in parts.
  var bytes: [UInt8] {
    if case .bytes(let bytes) = body { bytes } else { [] }
  }

  /// The body with its parts joined, and the rows of the store that were read for them.
  func joinedParts() throws -> (bytes: [UInt8], rowsRead: Int) {
    guard case .parts(let all) = body else { throw OtherCase(body) }
    let parts = try all.parts()
    var bytes: [UInt8] = []
    while let part = try parts.next() { bytes += part }
    return (bytes, parts.rowsRead)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}
