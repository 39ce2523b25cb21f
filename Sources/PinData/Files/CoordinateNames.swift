/// The names of a latitude and a longitude, of columns or of members of objects.
package struct CoordinateNames: Hashable, Sendable {
  package let latitude: String
  package let longitude: String

  package init(latitude: String, longitude: String) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Names of a latitude, in lower case; the first that a file has is taken.
  static let latitudes = ["latitude", "lat", "y"]
  /// Names of a longitude, in lower case; the first that a file has is taken.
  static let longitudes = ["longitude", "lon", "lng", "long", "x"]

  /// True where the latitude is read from what is named like a longitude, and the other way round.
  var isSwapped: Bool {
    Self.longitudes.contains(latitude.lowercased())
      && Self.latitudes.contains(longitude.lowercased())
  }

  /// How to read the two exchanged, in a message.
  var exchange: String {
    "Exchange the two columns: 'try' has the options --latitude and --longitude; in a scenario, "
      + "\"latitude: \(longitude.yamlText), longitude: \(latitude.yamlText)\" in 'data'."
  }
}

/// The fields of a row with the coordinate.
struct CoordinateColumns {
  let latitude: Int
  let longitude: Int
  /// The names as the file writes them.
  let names: CoordinateNames

  /// Finds the columns, or returns `nil` where one is missing.
  ///
  /// - Parameter chosen: the caller's choice of names; without it the usual names are looked for.
  init?(header: [String], chosen: CoordinateNames?) {
    func column(_ name: String?, _ usual: [String]) -> Int? {
      if let name, let column = header.firstIndex(of: name) { return column }
      let names = header.map { $0.lowercased() }
      return (name.map { [$0.lowercased()] } ?? usual).lazy
        .compactMap { names.firstIndex(of: $0) }.first
    }
    guard let latitude = column(chosen?.latitude, CoordinateNames.latitudes),
      let longitude = column(chosen?.longitude, CoordinateNames.longitudes)
    else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    names = CoordinateNames(latitude: header[latitude], longitude: header[longitude])
  }

  /// The problem with a CSV header that lacks one of the two.
  static func missing(
    in header: [String], chosen: CoordinateNames?
  ) -> DataFileError.Problem {
    .mismatch(
      expected: "a header line with a latitude column "
        + "(\((chosen.map { [$0.latitude] } ?? CoordinateNames.latitudes).quotedList)) and a "
        + "longitude column "
        + "(\((chosen.map { [$0.longitude] } ?? CoordinateNames.longitudes).quotedList))",
      found: header.quotedList,
      remedy: "Add or rename the columns, or name them: 'try' has the options --latitude and "
        + "--longitude; in a scenario, data: { file: …, latitude: …, longitude: … }.")
  }
}

extension String {
  /// The text as a value in YAML: in quotes, unless it is a plain word.
  var yamlText: String {
    let isWord =
      first.map { $0.isLetter } == true && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    guard !isWord else { return excerpt(60) }
    let escaped = excerpt(60).replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "\"" + escaped + "\""
  }
}
