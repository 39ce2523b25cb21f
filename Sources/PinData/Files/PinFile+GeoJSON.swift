import MapGeometry

extension PinFile {
  static func readGeoJSON(path: String) throws(PinFileError) -> [Coordinate] {
    var features: GeoJSONFeatures
    do {
      features = try GeoJSONFeatures(path: path)
    } catch {
      throw PinFileError(path: path, location: nil, problem: .init(error))
    }
    var coordinates: [Coordinate] = []
    while let geometry = try nextGeometry(of: &features, path: path) {
      let countBefore = coordinates.count
      switch geometry {
      case .none: break
      case .point(let coordinate): coordinates.append(coordinate)
      case .points(let points): coordinates.append(contentsOf: points)
      case .unsupported(let type):
        throw PinFileError(
          path: path, location: features.location, problem: .unsupportedGeometry(type: type))
      }
      for coordinate in coordinates[countBefore...] {
        if let problem = PinFileError.Problem(coordinate) {
          throw PinFileError(path: path, location: features.location, problem: problem)
        }
      }
    }
    return coordinates
  }

  static func nextGeometry(
    of features: inout GeoJSONFeatures, path: String
  ) throws(PinFileError) -> GeoJSONGeometry? {
    do {
      return try features.next()
    } catch .malformed(let expected, let found) {
      throw PinFileError(
        path: path, location: features.location,
        problem: .malformed(expected: expected, found: found))
    } catch {
      throw PinFileError(path: path, location: nil, problem: .init(error))
    }
  }
}

extension GeoJSONFeatures {
  var location: PinFileError.Location {
    if let index { .feature(index, byteOffset: offset) } else { .byteOffset(offset) }
  }
}
