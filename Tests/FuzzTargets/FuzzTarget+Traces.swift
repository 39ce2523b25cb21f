import Clustering
import Foundation
import PinData
import Simulation

extension FuzzTarget {
  /// A recorded camera.
  static let cameraTrace = FuzzTarget("camera-trace", dictionary: "traces") { input in
    do {
      let trace = try cameraFile.with(input) { try CameraTrace.read(path: $0) }
      let again = try cameraFile.with(Data(trace.jsonLines.utf8)) { try CameraTrace.read(path: $0) }
      try require(again == trace, "a trace that is written and read again is another one")
      return .accepted
    } catch let error as DataFileError {
      try check(error.location, in: input, "\(error)")
      return .refused("\(error.problem)")
    }
  }

  private static let cameraFile = ScratchFile("input.jsonl")
}
