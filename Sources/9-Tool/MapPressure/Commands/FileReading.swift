import Clustering
import Documents
import PinData
import Reporting
import Support

/// The reading of a file of pins, whether its latitudes and longitudes look swapped, and how many
/// pins lie where no map is.
struct FileReading: Encodable {
  private let summary: PinFileSummary
  private let land: CoordinateAudit
  /// The number of pins north or south of the latitudes that a map shows.
  private let beyondMap: Int

  init(_ contents: PinFileContents, land: Land) {
    summary = contents.summary
    self.land = CoordinateAudit(contents.pins.coordinates, land: land)
    beyondMap = contents.pins.coordinates.count { abs($0.latitude) > MapPoint.maxLatitude }
  }

  func encode(to encoder: any Encoder) throws {
    try JSONFields(
      summary,
      fields: [
        "onLand": land.onLand, "onLandIfSwapped": land.onLandIfSwapped,
        "looksSwapped": land.outcome == .swapped, "beyondMap": beyondMap,
      ]
    ).encode(to: encoder)
  }

  /// The warnings about the pins, with what to do.
  var warnings: [String] {
    let limit = Int(MapPoint.maxLatitude)
    let edge =
      "\(LimitedList.counted(beyondMap, "pin")) beyond \(limit) degrees north or south: MapKit's map "
      + "ends there, and shows such pins on its edge"
    return [beyondMap > 0 ? edge : nil, warning].compactMap(\.self)
  }

  /// The warning that the numbers look swapped, or of another unit, with what to do; `nil` if they do
  /// not.
  private var warning: String? {
    switch land.outcome {
    case .plausible, .undecided: return nil
    case .radians:
      return
        "all pins lie in the sea, around latitude 0, longitude 0. If the numbers are radians, try "
        + "again with --scale 57.29577951308232"
    case .degreesAndMinutes:
      return
        "no number has a decimal part of .60 or more. If 48.19 means 48 degrees and 19 minutes, "
        + "write degrees: 48 + 19 / 60"
    case .swapped: break
    }
    return "\(percent(land.onLand)) of the pins lie on land, and \(percent(land.onLandIfSwapped)) "
      + "would if latitude and longitude were swapped. If the file has them swapped, \(exchange)"
  }

  private func percent(_ fraction: Double) -> String { NumberFormat.percent(fraction) }

  /// The way to exchange the two in the format.
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
      return program + ", or, for its points only, with: jq '(.. | objects | "
        + "select(.type == \"Point\").coordinates, select(.type == \"MultiPoint\").coordinates[]) "
        + "|= (.[:2] | reverse) + .[2:]' FILE > NEW"
    }
  }
}
