import MapGeometry
import Measurement
import PinData
import PlaceSearch

/// A search engine with a processor clock around each question.
final class TimedPlaceSearch: PlaceSearching {
  private let engine: any PlaceSearching
  /// Processor nanoseconds of each question, in the order of the questions.
  private(set) var times: [Int64] = []

  /// - Parameter capacity: how many questions can be timed before their times need more memory.
  init(_ engine: any PlaceSearching, capacity: Int) {
    self.engine = engine
    times.reserveCapacity(capacity)
  }

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
