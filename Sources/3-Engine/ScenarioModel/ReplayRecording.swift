import Foundation
import Platform
import Support

/// The recording of a replay, for people to look at: the map, if it has one, and what happened when.
public struct ReplayRecording: Hashable, Sendable, Codable {
  /// The map; `nil` for a replay without one.
  public let map: MapRecording?
  /// The main thread, the background queues and the network.
  public let timeline: Timeline

  /// Creates a recording.
  ///
  /// - Parameter timeline: `nil` for one on which nothing happened.
  public init(map: MapRecording? = nil, timeline: Timeline? = nil) {
    self.map = map
    self.timeline = timeline ?? Timeline()
  }

  /// The largest content of a recording's file that is read, in bytes.
  private static let maxContent = 1 << 28
  private static let mapExtension = "replay.json.gz"
  private static let timelineExtension = "timeline.json.gz"

  /// Returns whether a file of a run is a recording, by its name.
  package static func isName(_ fileName: String) -> Bool { fileName.hasSuffix(".json.gz") }

  /// Returns whether the file of a name has the recording of a map.
  package static func hasMap(_ fileName: String) -> Bool { fileName.hasSuffix(mapExtension) }

  /// Reads the content of a recording's file.
  ///
  /// - Throws: ``ReplayRecordingError`` if it is damaged.
  package init(file: [UInt8]) throws {
    guard let content = Gzip.decompressed(file, limit: Self.maxContent) else {
      throw ReplayRecordingError.notCompressed
    }
    do {
      self = try JSONDecoder.results.decode(Self.self, from: Data(content))
    } catch {
      throw ReplayRecordingError.damaged(reason: DecodingFault.reason(error))
    }
    guard map?.isConsistent ?? true else {
      throw ReplayRecordingError.damaged(reason: "its lists have different lengths")
    }
  }

  /// The content of a recording's file: compressed JSON, the same for the same recording.
  ///
  /// - Returns: `nil` if there is no memory.
  package func file() throws -> [UInt8]? {
    Gzip.compressed(Array(try JSONEncoder.results.encode(self)))
  }

  /// Writes the file of a case's recording into a folder.
  ///
  /// - Returns: the name of the file.
  package func write(of scenarioCase: Case, to folder: String) throws -> String {
    let name = scenarioCase.fileName(map == nil ? Self.timelineExtension : Self.mapExtension)
    let path = folder + "/" + name
    guard let file = try file() else {
      throw EnvironmentError(path: path, reason: "there is not enough memory to compress it")
    }
    do throws(AtomicFile.Failure) {
      try AtomicFile.write(file, to: path)
    } catch {
      throw EnvironmentError(path: path, reason: error.reason)
    }
    return name
  }
}

extension Case {
  /// The name of a file of the case in a run's folder.
  package func fileName(_ fileExtension: String) -> String {
    let variant = variant.replacing(/[^A-Za-z0-9.]+/, with: "-")
    let parts = [scenario, variant, "\(size)", strategy].filter { !$0.isEmpty }
    return parts.joined(separator: "-") + "." + fileExtension
  }
}

/// A reason why a recording cannot be read.
package enum ReplayRecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is not compressed, or cut off.
  case notCompressed
  /// The content is no recording.
  case damaged(reason: String)

  package var description: String {
    switch self {
    case .notCompressed:
      "expected a recording compressed by gzip, found other bytes or only part of a recording"
    case .damaged(let reason): "expected a recording: \(reason)"
    }
  }
}
