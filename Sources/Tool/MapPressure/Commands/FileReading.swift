import Analysis
import PinData
import Reporting
import Support

/// What a file of pins was read as, and whether its latitudes and longitudes look swapped.
struct FileReading: Encodable {
  let summary: PinFileSummary
  let land: CoordinateAudit

  func encode(to encoder: any Encoder) throws {
    try JSONFields(
      summary,
      fields: [
        "onLand": land.onLand, "onLandIfSwapped": land.onLandIfSwapped,
        "looksSwapped": land.outcome == .swapped,
      ]
    ).encode(to: encoder)
  }

  /// The warning that the numbers look swapped, or of another unit, with what to do; `nil` if they do
  /// not.
  var warning: String? {
    switch land.outcome {
    case .plausible, .undecided: return nil
    case .radians:
      return
        "all pins lie in the sea, around latitude 0, longitude 0. If the numbers are radians, try "
        + "again with --scale 57.29577951308232"
    case .degreesAndMinutes:
      return
        "no number has a decimal part from .60 on. If 48.19 means 48 degrees and 19 minutes, write "
        + "degrees: 48 + 19 / 60"
    case .swapped: break
    }
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
