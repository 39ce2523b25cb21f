import Foundation
import MapGeometry
import PinStorage
import Support

/// The changes in the body of a request: a FeatureCollection whose features have an identifier. A
/// feature with a point is put, one with a null geometry is removed.
enum PinBatch {
  /// The largest identifier, in both directions: a number of JSON is exact up to it.
  static let maxID = 1 << 53 - 1
  static let idForm = "a whole number from -(2^53 - 1) to 2^53 - 1"

  private struct Collection: Decodable {
    let type: String
    let features: [Feature]
  }

  private struct Feature: Decodable {
    struct Geometry: Decodable {
      let type: String
      let coordinates: [Double]
    }

    struct Properties: Decodable {
      let name: String?
    }

    let type: String
    let id: Int64
    let geometry: Geometry?
    let properties: Properties?
  }

  static func changes(
    parsing body: [UInt8], limits: PinService.Limits
  ) throws(ServiceRefusal) -> [PinChange] {
    guard body.count <= limits.bodyLength else {
      throw ServiceRefusal(
        status: 413, detail: "expected a body of at most \(limits.bodyLength) bytes")
    }
    let collection: Collection
    do {
      collection = try JSONDecoder().decode(Collection.self, from: Data(body))
    } catch {
      throw ServiceRefusal(status: 400, detail: "body: \(DecodingFault.reason(error))")
    }
    guard collection.type == "FeatureCollection" else {
      throw .badValue("type", expected: "\"FeatureCollection\"", found: collection.type)
    }
    guard collection.features.count <= limits.batchSize else {
      throw ServiceRefusal(
        status: 400,
        detail: "features: expected at most \(limits.batchSize), found \(collection.features.count)"
      )
    }
    var changes: [PinChange] = []
    changes.reserveCapacity(collection.features.count)
    for (position, feature) in collection.features.enumerated() {
      changes.append(try change(feature, at: "features[\(position)]"))
    }
    return changes
  }

  private static func change(
    _ feature: Feature, at place: String
  ) throws(ServiceRefusal) -> PinChange {
    guard feature.type == "Feature" else {
      throw .badValue("\(place).type", expected: "\"Feature\"", found: feature.type)
    }
    guard feature.id.magnitude <= UInt64(maxID) else {
      throw .badValue("\(place).id", expected: idForm, found: "\(feature.id)")
    }
    guard let geometry = feature.geometry else { return .remove(id: feature.id) }
    guard geometry.type == "Point" else {
      throw .badValue("\(place).geometry.type", expected: "\"Point\"", found: geometry.type)
    }
    let numbers = geometry.coordinates
    guard (2...3).contains(numbers.count) else {
      throw .badValue(
        "\(place).geometry.coordinates", expected: "a longitude and a latitude",
        found: "\(numbers.count) numbers")
    }
    let coordinate = Coordinate(latitude: numbers[1], longitude: numbers[0])
    guard coordinate.isValid else {
      throw .badValue(
        "\(place).geometry.coordinates",
        expected: "a longitude from -180 to 180 and a latitude from -90 to 90",
        found: "\(numbers[0]), \(numbers[1])")
    }
    return .put(
      StoredPin(
        id: feature.id, code: MortonCode(MapPoint(coordinate)), name: feature.properties?.name ?? ""
      ))
  }
}
