import Foundation
import Simulation
import Validation

extension FuzzTarget {
  /// The recording of a map, and the profile that is fitted to it.
  static let recording = FuzzTarget("recording", dictionary: "recording") { input in
    let recording: MapRecording
    do {
      recording = try recordingFile.with(input) { try MapRecording(contentsOf: $0) }
    } catch let error as RecordingError {
      return .refused("\(error)")
    }
    let again = try recordingFile.with(recording.json()) { try MapRecording(contentsOf: $0) }
    try require(again == recording, "a recording that is written and read again is another one")
    guard let base = try PlatformProfile.builtIn("slow-device") else { return .accepted }
    let fit = ProfileFit(recording, base: base)
    for parameter in fit.parameters {
      try require(
        parameter.low <= parameter.value && parameter.value <= parameter.high
          && parameter.high.isFinite,
        "\(parameter.name): \(parameter.value) from \(parameter.low) to \(parameter.high)")
    }
    // It throws if the text is not a profile.
    if !fit.parameters.isEmpty {
      _ = try FittedProfile(fit, of: FitOrigin(recording), file: "a recording")
    }
    return .accepted
  }

  private static let recordingFile = ScratchFile("recording.json")
}
