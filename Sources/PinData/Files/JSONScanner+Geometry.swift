import MapGeometry

extension JSONScanner {
  /// Reads an object with the members "latitude" and "longitude"; others are skipped.
  mutating func coordinate() throws(ScanError) -> Coordinate {
    let (latitude, longitude) = try numbers("latitude", "longitude")
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Reads an object with the members "latitudeDelta" and "longitudeDelta"; others are skipped.
  mutating func span() throws(ScanError) -> CoordinateSpan {
    let (latitudeDelta, longitudeDelta) = try numbers("latitudeDelta", "longitudeDelta")
    return CoordinateSpan(latitudeDelta: latitudeDelta, longitudeDelta: longitudeDelta)
  }

  /// Reads an object that has two members with numbers.
  private mutating func numbers(
    _ firstName: String, _ secondName: String
  ) throws(ScanError) -> (Double, Double) {
    var first: Double?
    var second: Double?
    if try open(.object) {
      repeat {
        switch try key() {
        case firstName: first = try number()
        case secondName: second = try number()
        default: try skipValue()
        }
      } while try continues(.object)
    }
    guard let first, let second else {
      throw ScanError.malformed(
        expected: "an object with the members \"\(firstName)\" and \"\(secondName)\"",
        found: "an object without one of them")
    }
    return (first, second)
  }
}
