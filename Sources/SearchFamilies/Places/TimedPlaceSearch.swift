import MapGeometry
import Measurement
import PinData
import PlaceSearch

/// A search engine with a processor clock around each question.
///
/// Of a frame that is replayed more than once, the times of the latest replay count.
final class TimedPlaceSearch: PlaceSearching {
  private let engine: any PlaceSearching
  /// Processor nanoseconds of each question, in the order of the questions.
  private var times: [Int64] = []
  /// Which of the times belong to the latest replay of each frame.
  private var frames: [Range<Int>]
  private var frameStart = 0

  /// - Parameter capacity: how many questions can be timed before their times need more memory.
  init(_ engine: any PlaceSearching, frameCount: Int, capacity: Int) {
    self.engine = engine
    frames = Array(repeating: 0..<0, count: frameCount)
    times.reserveCapacity(capacity)
  }

  /// Ascribes the questions since the last frame's end to a frame.
  func frameDidEnd(_ frame: Int) {
    frames[frame] = frameStart..<times.count
    frameStart = times.count
  }

  /// The times of all frames, each as it was replayed last.
  var searchTimes: SearchTimes { SearchTimes(frames.flatMap { times[$0] }) }

  func places(matching query: PlaceQuery) throws(PlaceSearchError) -> PlaceAnswer {
    let start = ProcessorTime.thread()
    defer { times.append(ProcessorTime.thread() - start) }
    return try engine.places(matching: query)
  }

  func suggestions(
    for query: PlaceQuery, includesQueries: Bool
  ) throws(PlaceSearchError) -> [PlaceSuggestion] {
    let start = ProcessorTime.thread()
    defer { times.append(ProcessorTime.thread() - start) }
    return try engine.suggestions(for: query, includesQueries: includesQueries)
  }

  func addresses(
    near coordinate: Coordinate, within distance: Double, limit: Int
  ) throws(PlaceSearchError) -> PlaceAnswer {
    let start = ProcessorTime.thread()
    defer { times.append(ProcessorTime.thread() - start) }
    return try engine.addresses(near: coordinate, within: distance, limit: limit)
  }
}
