import Clustering
import Foundation
import PinData
import Support

/// The changes in the body of a request: a FeatureCollection whose features have an identifier. A
/// feature with a point is put, one with a null geometry is removed.
enum PinBatch {
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
      private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
      }

      let name: String?
      private(set) var others = PinProperties()

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Name.self)
        name = try container.decodeIfPresent(String.self, forKey: Name(stringValue: "name"))
        for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
          if let text = try? container.decode(String.self, forKey: key) {
            others.add(key.stringValue, text: text)
          } else if let number = try? container.decode(Decimal.self, forKey: key) {
            others.add(key.stringValue, json: "\(number)".utf8)
          } else if let number = try? container.decode(Double.self, forKey: key) {
            // Beyond the range of a Decimal.
            others.add(key.stringValue, json: "\(number)".utf8)
          } else if let flag = try? container.decode(Bool.self, forKey: key) {
            others.add(key.stringValue, json: "\(flag)".utf8)
          } else if try container.decodeNil(forKey: key) {
            others.add(key.stringValue, json: "null".utf8)
          }
        }
      }
    }

    /// A fraction or a number beyond 2^53 is no wrong JSON.
    struct Identifier: Decodable {
      /// `nil` for a number that is not whole.
      let value: Int64?
      let text: String

      /// Decodes whole numbers exactly. An `Int64` or a `Double` would read 9007199254740991.4 as a
      /// whole number; a `Decimal` has 38 digits.
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let number = try container.decode(Double.self)
        let exact = try? container.decode(Decimal.self)
        value = Int64(exactly: number).flatMap { exact == Decimal($0) ? $0 : nil }
        text = exact.map { "\($0)" } ?? "\(number)"
      }
    }

    let type: String
    let id: Identifier
    let geometry: Geometry?
    let properties: Properties?

    private enum CodingKeys: CodingKey { case type, id, geometry, properties }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      type = try values.decode(String.self, forKey: .type)
      id = try values.decode(Identifier.self, forKey: .id)
      // RFC 7946 wants the member: a client that leaves it out does not mean to remove the pin.
      geometry = try values.decode(Geometry?.self, forKey: .geometry)
      properties = try values.decodeIfPresent(Properties.self, forKey: .properties)
    }
  }

  static func changes(
    parsing body: [UInt8], limits: PinService.Limits
  ) throws(ServiceRefusal) -> [PinChange] {
    guard body.count <= limits.bodyLength else {
      throw .tooLong(limit: limits.bodyLength)
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
    guard let id = feature.id.value, id.magnitude <= StoredPin.maxID.magnitude else {
      throw .badValue("\(place).id", expected: idForm, found: feature.id.text)
    }
    guard let geometry = feature.geometry else { return .remove(id: id) }
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
    // A pin beyond the map's latitudes would be kept at another place than it has; one on the edge
    // is read with what a step of 1 cm adds.
    guard coordinate.isValid, abs(coordinate.latitude) <= MapPoint.maxLatitude + 1e-6 else {
      throw .badValue(
        "\(place).geometry.coordinates",
        expected: "a longitude from -180 to 180 and a latitude from -85 to 85, where the map ends",
        found: "\(numbers[0]), \(numbers[1])")
    }
    let others = feature.properties?.others ?? PinProperties()
    guard others.leftOutCount == 0 else {
      throw .badValue(
        "\(place).properties",
        expected: "at most \(PinProperties.maxCount) texts, numbers, booleans and nulls in "
          + "\(PinProperties.maxLength) bytes", found: "more")
    }
    return .put(
      StoredPin(
        id: id, code: MortonCode(MapPoint(coordinate)), name: feature.properties?.name ?? "",
        properties: others.json))
  }
}
