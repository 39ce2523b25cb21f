import Foundation
import ScenarioModel

/// The recording of a replay in the formats of other tools.
package enum RecordingExport: String, CaseIterable, Sendable {
  /// The trace events of Chromium, which Perfetto opens: a slice for each frame on the main thread,
  /// and counters of the views and of the memory. All times are modelled.
  case chromeTrace = "chrome-trace"
  /// The views on screen in one frame as GeoJSON.
  case geojson

  /// The document. Pure.
  ///
  /// - Parameter frame: the frame of ``geojson``.
  /// - Throws: ``RecordingExportError`` for a frame that the recording does not have;
  ///   ``ReportingError``.
  package func text(_ recording: MapRecording, of scenarioCase: Case, frame: Int = 0) throws
    -> String
  {
    switch self {
    case .chromeTrace: return try Self.trace(recording, of: scenarioCase)
    case .geojson:
      let frames = recording.work.numbers.count
      guard (0..<frames).contains(frame) else {
        throw RecordingExportError.noFrame(frame, frames: frames)
      }
      return try Self.features(recording, frame: frame)
    }
  }

  // MARK: - Trace events

  private struct Event: Encodable {
    enum Value: Encodable {
      case text(String)
      case number(Int)

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        }
      }
    }

    let ph: String
    let name: String
    var ts = 0
    var dur: Int?
    var pid = 1
    var tid = 1
    var args: [String: Value] = [:]
  }

  private struct Trace: Encodable {
    let traceEvents: [Event]
    let displayTimeUnit = "ms"

    private enum CodingKeys: String, CodingKey {
      case traceEvents, displayTimeUnit
    }
  }

  /// A frame begins at its refresh, or when the one before is done; one without work has no slice.
  private static func trace(_ recording: MapRecording, of scenarioCase: Case) throws -> String {
    let interval = 1e6 / recording.refresh
    var events = [
      Event(
        ph: "M", name: "process_name",
        args: ["name": .text("\(scenarioCase), modelled")]),
      Event(ph: "M", name: "thread_name", args: ["name": .text("main thread")]),
    ]
    var free = 0
    for (frame, work) in recording.work.numbers.enumerated() {
      let start = max(Int((Double(frame) * interval).rounded()), free)
      free = start + work
      let isMoving =
        recording.isMoving.numbers.indices.contains(frame)
        && recording.isMoving.numbers[frame] == 1
      // Slices without a length would be drawn below each other.
      if work > 0 {
        events.append(
          Event(
            ph: "X", name: isMoving ? "frame (moving)" : "frame (at rest)", ts: start, dur: work,
            args: ["frame": .number(frame)]))
      }
      for (name, series, factor) in [
        ("views on screen", recording.liveViews, 1), ("bytes", recording.footprint, 1_000),
      ] where series.numbers.indices.contains(frame) {
        events.append(
          Event(
            ph: "C", name: name, ts: free,
            args: [name: .number(series.numbers[frame] * factor)]))
      }
    }
    return try SortedJSON.text(of: Trace(traceEvents: events), named: "the trace")
  }

  // MARK: - GeoJSON

  private struct Collection: Encodable {
    let type = "FeatureCollection"
    let features: [Feature]

    private enum CodingKeys: String, CodingKey {
      case type, features
    }
  }

  private struct Feature: Encodable {
    struct Geometry: Encodable {
      let type = "Point"
      let coordinates: [Double]

      private enum CodingKeys: String, CodingKey {
        case type, coordinates
      }
    }

    let type = "Feature"
    let geometry: Geometry
    let properties: [String: Int]

    private enum CodingKeys: String, CodingKey {
      case type, geometry, properties
    }
  }

  private static func features(_ recording: MapRecording, frame: Int) throws -> String {
    let views = recording.views
    let shown = views.first.numbers.indices.filter {
      views.first.numbers[$0] <= frame && frame < views.end.numbers[$0]
    }
    let features = shown.map { view in
      Feature(
        geometry: .init(coordinates: coordinates(views.x.numbers[view], views.y.numbers[view])),
        properties: ["count": views.count.numbers[view]])
    }
    return try SortedJSON.text(of: Collection(features: features), named: "the frame")
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
  /// The recording has fewer frames.
  case noFrame(Int, frames: Int)

  package var description: String {
    switch self {
    case .noFrame(let frame, let frames):
      "expected a frame from 0 to \(frames - 1), found \(frame)"
    }
  }
}
