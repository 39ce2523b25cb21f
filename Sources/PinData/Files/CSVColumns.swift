/// Which fields of a CSV record hold the place.
struct CSVColumns {
  /// Names of the latitude column, in lower case; the first that a header has is taken.
  static let latitudeNames = ["latitude", "lat", "y"]
  /// Names of the longitude column, in lower case; the first that a header has is taken.
  static let longitudeNames = ["longitude", "lon", "lng", "long", "x"]

  let latitude: Int
  let longitude: Int

  /// Finds the columns by the names in the header, or gives `nil` where one is missing.
  init?(header: [String]) {
    let names = header.map { $0.lowercased() }
    func column(_ candidates: [String]) -> Int? {
      candidates.lazy.compactMap { names.firstIndex(of: $0) }.first
    }
    guard let latitude = column(Self.latitudeNames),
      let longitude = column(Self.longitudeNames)
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }
}
