extension PlaceFile {
  static func readGeoJSON(path: String) throws(PlaceFileError) -> [Place] {
    var features: GeoJSONFeatures
    do {
      features = try GeoJSONFeatures(path: path, record: PlaceRecord())
    } catch {
      throw PlaceFileError(path: path, location: nil, problem: .format(.init(error)))
    }
    var places: [Place] = []
    while let geometry = try nextGeometry(of: &features, path: path) {
      do {
        if let place = try place(geometry, features.record) { places.append(place) }
      } catch {
        throw PlaceFileError(path: path, location: features.location, problem: error)
      }
    }
    return places
  }

  private static func nextGeometry(
    of features: inout GeoJSONFeatures, path: String
  ) throws(PlaceFileError) -> GeoJSONGeometry? {
    features.record?.removeAll()
    do {
      return try PinFile.nextGeometry(of: &features, path: path)
    } catch {
      throw PlaceFileError(error)
    }
  }

  private static func place(
    _ geometry: GeoJSONGeometry, _ record: PlaceRecord?
  ) throws(PlaceFileError.Problem) -> Place? {
    switch geometry {
    case .none: return nil
    // One name for several places would be several places of one name.
    case .points: throw .format(.unsupportedGeometry(type: "MultiPoint"))
    case .unsupported(let type): throw .format(.unsupportedGeometry(type: type))
    case .point(let coordinate):
      if let problem = PinFileError.Problem(coordinate) { throw .format(problem) }
      do {
        return try record?.place(at: coordinate)
      } catch {
        throw error.problem
      }
    }
  }
}

extension GeoJSONFeatures {
  /// Reads the properties of the current feature into the record.
  mutating func scanProperties() throws(ScanError) {
    if try scanner.peek() == UInt8(ascii: "n") { return try scanner.expectWord("null") }
    guard try scanner.open(.object) else { return }
    repeat {
      let name = try scanner.key()
      if let property = record?.property(named: name) {
        try scanValue(of: property, named: name)
      } else {
        try scanner.skipValue()
      }
    } while try scanner.continues(.object)
  }

  /// Reads a property's string or number. What a name says that stands earlier in the list of the
  /// property's names is kept.
  private mutating func scanValue(
    of property: PlaceProperty, named name: String
  ) throws(ScanError) {
    switch try scanner.peek() {
    case UInt8(ascii: "n"):
      return try scanner.expectWord("null")
    case ASCII.quote:
      try scanner.scanString()
    case let byte? where ASCII.isDigit(byte) || byte == ASCII.minus:
      _ = try scanner.number()
    case let byte:
      throw ScanError.malformed(
        expected: "a string or a number as the property \"\(name)\"", found: ASCII.name(of: byte))
    }
    let text = PlaceFile.text(scanner.token[...])
    let isPreferred = name.lowercased() == property.names[0]
    guard !text.isEmpty, isPreferred || record?[property].isEmpty == true else { return }
    record?[property] = text
  }
}
