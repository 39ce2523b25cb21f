import Foundation
import ScenarioModel

/// The views on screen in one frame of a recording, as GeoJSON.
package enum FrameGeoJSON {
  /// The document. Pure.
  ///
  /// - Throws: ``RecordingExportError`` for a frame that the recording does not have;
  ///   ``ReportingError``.
  package static func text(_ recording: ReplayRecording, frame: Int) throws -> String {
    guard let map = recording.map else { throw RecordingExportError.noMap }
    let frames = map.work.totals.count
    guard (0..<frames).contains(frame) else {
      throw RecordingExportError.noFrame(frame, frames: frames)
    }
    return try features(map, frame: frame)
  }

  private static func features(_ recording: MapRecording, frame: Int) throws -> String {
    let views = recording.views
    let features = views.indices(in: frame).map { view -> JSONValue in
      let place = coordinates(views.x.numbers[view], views.y.numbers[view])
      return [
        "type": "Feature", "properties": ["count": .number(Double(views.count.numbers[view]))],
        "geometry": ["type": "Point", "coordinates": .list(place.map { .number($0) })],
      ]
    }
    let collection: JSONValue = ["type": "FeatureCollection", "features": .list(features)]
    return try SortedJSON.text(of: collection, named: "the frame")
  }

  /// Longitude and latitude of a place in units of the world (EPSG 3857), to 1e-6 degrees.
  private static func coordinates(_ x: Int, _ y: Int) -> [Double] {
    let world = Double(MapRecording.world)
    let longitude = Double(x) / world * 360 - 180
    let latitude = atan(sinh(.pi * (1 - 2 * Double(y) / world))) * 180 / .pi
    return [longitude, latitude].map { ($0 * 1e6).rounded() / 1e6 }
  }
}

/// A reason why a recording cannot be exported.
package enum RecordingExportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The replay has no map.
  case noMap
  /// The recording has fewer frames.
  case noFrame(Int, frames: Int)

  package var description: String {
    switch self {
    case .noMap: "expected a recording of a map, found a recording of a scenario without a map"
    case .noFrame(let frame, let frames):
      "expected a frame from 0 to \(frames - 1), found \(frame)"
    }
  }
}
