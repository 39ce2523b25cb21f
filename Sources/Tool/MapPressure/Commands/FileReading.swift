import Analysis
import PinData
import Reporting
import Support

/// What a file of pins was read as, and whether its latitudes and longitudes look swapped.
struct FileReading: Encodable {
  private enum CodingKeys: String, CodingKey {
    case onLand, onLandIfSwapped, looksSwapped
  }

  let summary: PinFileSummary
  let land: CoordinateAudit

  func encode(to encoder: any Encoder) throws {
    try summary.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(land.onLand, forKey: .onLand)
    try container.encode(land.onLandIfSwapped, forKey: .onLandIfSwapped)
    try container.encode(land.outcome == .swapped, forKey: .looksSwapped)
  }

  /// The warning that latitudes and longitudes look swapped, with what to do; `nil` if they do not.
  var warning: String? {
    guard land.outcome == .swapped else { return nil }
    return "\(percent(land.onLand)) of the pins lie on land, and \(percent(land.onLandIfSwapped)) "
      + "would if latitude and longitude were swapped. If they are, \(exchange)"
  }

  private func percent(_ fraction: Double) -> String { NumberFormat.percent(fraction) }

  /// How to exchange the two, in the way that the format allows.
  private var exchange: String {
    if let names = summary.taken.first?.exchangeable {
      let options = ["--latitude", names.longitude, "--longitude", names.latitude]
      return "try again with " + (ShellWord.line(options) ?? "--latitude and --longitude")
    }
    switch summary.format {
    case .geoPackage, .sqlite: return "exchange x and y in the program that wrote the file"
    case .csv, .geoJSON, .jsonLines, .jsonArray:
      let program = "exchange them in the program that wrote the file"
      // Arrays that are no geometries say nothing by which a filter finds them.
      guard summary.taken.isEmpty else { return program }
      return program + ", or those of its points with: jq '(.. | objects | "
        + "select(.type == \"Point\").coordinates, select(.type == \"MultiPoint\").coordinates[]) "
        + "|= (.[:2] | reverse) + .[2:]' FILE > NEW"
    }
  }
}

/// The answer of `try` as JSON, with what the file was read as.
struct TriedFile: Encodable {
  private enum CodingKeys: String, CodingKey {
    case reading
  }

  let tried: TriedPins
  let reading: FileReading

  func encode(to encoder: any Encoder) throws {
    try tried.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(reading, forKey: .reading)
  }
}
