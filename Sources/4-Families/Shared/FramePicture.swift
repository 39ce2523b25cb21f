import Clustering
import ScenarioModel
import Simulation

/// A picture of a frame of an inspected replay.
struct FramePicture {
  let frame: Int
  let buffer: FrameBuffer
  /// The pixels for each point; a file has one.
  let scale: Int
  /// The text about the picture that follows the strategy's name directly.
  let caption: String

  /// Writes the file of a case's picture into a folder.
  ///
  /// - Parameter part: what the picture shows, where a case has several.
  func write(
    of scenarioCase: Case, to folder: String, part: String? = nil
  ) throws -> Inspection.Picture {
    let name = scenarioCase.fileName(part.map { $0 + ".png" } ?? "png")
    do {
      try buffer.downsampled(by: scale).writePNG(to: folder + "/" + name)
    } catch {
      throw EnvironmentError(path: error.path, reason: error.reason)
    }
    return Inspection.Picture(file: name, frame: frame, caption: scenarioCase.strategy + caption)
  }
}

extension FramePicture {
  /// The screen with a map.
  init(of mapView: MapView, frame: Int, caption: String) {
    let buffer = mapView.device.makeFrameBuffer()
    mapView.composite(into: buffer, showsLand: true)
    self.init(frame: frame, buffer: buffer, scale: mapView.device.scale, caption: caption)
  }
}

extension MapRect {
  /// The distance from its western to its eastern edge in kilometers, in the middle of its height.
  var kilometersWide: Double {
    let latitude = MapPoint(x: midX, y: midY).coordinate.latitude
    let limit = MapPoint.maxLatitude
    return width * MapPoint.metersPerMapPoint(atLatitude: min(max(latitude, -limit), limit)) / 1_000
  }

  /// The width for a caption: `640 km wide`, `2.5 km wide`.
  var widthLabel: String {
    let kilometers = kilometersWide
    let tenths = (kilometers * 10).rounded() / 10
    return (tenths < 10 ? "\(tenths)" : "\(Int(kilometers.rounded()))") + " km wide"
  }
}
