import Clustering
import Foundation
import PinData
import Simulation

extension FuzzTarget {
  /// A recorded camera.
  static let cameraTrace = FuzzTarget(
    "camera-trace", dictionary: "traces", refusingWith: DataFileError.self
  ) { input in
    try cameraFile.with(input) { try CameraTrace.read(path: $0) }
  } checkError: { error, input in
    try check(error.location, in: input, "\(error)")
  } check: { trace in
    let again = try cameraFile.with(Data(trace.jsonLines.utf8)) { try CameraTrace.read(path: $0) }
    try require(again == trace, "a trace that is written and read again is another one")
  }

  private static let cameraFile = ScratchFile("input.jsonl")
}
