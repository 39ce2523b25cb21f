import Clustering
import Foundation
import PinData
import Simulation

extension FuzzTarget {
  /// A recorded camera.
  static let cameraTrace = FuzzTarget("camera-trace", dictionary: "traces") { input in
    do {
      let trace = try cameraFile.with(input) { try CameraTrace.read(path: $0) }
      let again = try cameraFile.with(Data(trace.jsonLines.utf8)) {
        try CameraTrace.read(path: $0)
      }
      try require(again == trace, "a trace that is written and read again is another one")
      return .accepted
    } catch let error as DataFileError {
      try check(error.location, in: input, "\(error)")
      return .refused("\(error.problem)")
    }
  }

  /// Recorded searches.
  static let typingTrace = FuzzTarget("typing-trace", dictionary: "traces") { input in
    let trace: TypingTrace
    do {
      trace = try typingFile.with(input) { try TypingTrace.read(path: $0, places: somePlaces) }
    } catch let error as DataFileError {
      try check(error.location, in: input, "\(error)")
      return .refused("\(error.problem)")
    }
    let again = try typingFile.with(Data(trace.jsonLines(places: somePlaces).utf8)) {
      try TypingTrace.read(path: $0, places: somePlaces)
    }
    // A double keeps the nanoseconds of a day, and not those of years.
    let keepsNanoseconds = trace.searches.allSatisfy {
      $0.start + $0.endingTime <= 86_400 * 1_000_000_000
    }
    try require(
      again == trace || !keepsNanoseconds && again.searches.count == trace.searches.count,
      "a trace that is written and read again is another one")
    return .accepted
  }

  private static let cameraFile = ScratchFile("input.jsonl")
  private static let typingFile = ScratchFile("input.jsonl")

  /// Where the wanted places of the seeds are.
  private static let somePlaces = PlaceSet(places: [
    Place(
      name: "Luna Café", classification: .pointOfInterest(.cafe),
      coordinate: Coordinate(latitude: 52.51, longitude: 13.39)),
    Place(
      name: "Museum \"One\"", classification: .pointOfInterest(.museum),
      coordinate: Coordinate(latitude: 52.52, longitude: 13.4)),
  ])
}
