import Clustering
import PinData
import ScenarioModel
import TestSupport

extension FamilyTrial {
  /// A scenario with a recorded camera over the equator, which moves evenly from place to place.
  ///
  /// - Parameters:
  ///   - pins: the latitude and the longitude of each.
  ///   - camera: the times in seconds, each with the longitude of then.
  ///   - span: the size of the camera's region in degrees.
  ///   - values: values that replace those of the lines here, or those of further keys.
  static func overEquator(
    _ family: any ScenarioFamily, pins: [(Double, Double)], camera: [(Double, Double)],
    span: Double = 0.1, refresh: Int = 20, replacing values: [String: String?] = [:],
    profile: ProfileText = ProfileText(basedOn: "iphone-simulator")
  ) throws -> FamilyTrial {
    let frames = camera.map { time, longitude in
      CameraFrame(time: time, region: Region(0, longitude, degrees: span))
    }
    return try FamilyTrial(
      family,
      """
      data: { file: pins.csv }
      device: { viewport: [200, 400], scale: 1, refresh: \(refresh), profile: profile.yaml }
      camera: { file: camera.jsonl }
      """, replacing: values, profile: profile,
      files: [
        "pins.csv": "lat,lon\n" + pins.map { "\($0),\($1)\n" }.joined(),
        "camera.jsonl": CameraTrace(frames: frames).jsonLines,
      ])
  }
}
