import ScenarioModel
import Simulation

/// A picture of a frame of an inspected replay.
struct FramePicture {
  let frame: Int
  let buffer: FrameBuffer
  /// The pixels for each point; a file has one.
  let scale: Int
  /// What it shows, to follow the strategy's name directly.
  let caption: String

  /// Writes the file of a case's picture into a folder.
  func write(of scenarioCase: Case, to folder: String) throws -> Inspection.Picture {
    let name = scenarioCase.fileName("png")
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
    mapView.composite(into: buffer)
    self.init(frame: frame, buffer: buffer, scale: mapView.device.scale, caption: caption)
  }
}
