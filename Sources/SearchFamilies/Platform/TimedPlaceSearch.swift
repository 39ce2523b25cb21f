import MapGeometry
import Measurement
import PinData
import PlaceSearch
import ScenarioModel
import SearchSimulation
import Statistics

/// A search engine with a processor clock around each query.
///
/// If a frame is replayed more than once, the times of its latest replay count.
final class TimedPlaceSearch: PlaceSearching {
  private let engine: any PlaceSearching
  /// Processor nanoseconds of each query, in the order of the queries.
  private var times: [Int64] = []
  /// The range of the times of the latest replay of each frame.
  private var frames: [Range<Int>]
  private var frameStart = 0

  /// - Parameter capacity: the number of queries whose times need no further memory.
  init(_ engine: any PlaceSearching, frameCount: Int, capacity: Int) {
    self.engine = engine
    frames = Array(repeating: 0..<0, count: frameCount)
    times.reserveCapacity(capacity)
  }

  /// Assigns the queries since the last frame's end to a frame.
  func frameDidEnd(_ frame: Int) {
    frames[frame] = frameStart..<times.count
    frameStart = times.count
  }

  /// The times of all frames, each as it was replayed last, in ascending order.
  var searchTimes: [Int64] { frames.flatMap { times[$0] }.sorted() }

  func places(matching query: PlaceQuery) throws(PlaceSearchError) -> PlaceAnswer {
    let start = ProcessorTime.thread()
    defer { times.append(ProcessorTime.thread() - start) }
    return try engine.places(matching: query)
  }

  func suggestions(
    for query: PlaceQuery, queryLimit: Int
  ) throws(PlaceSearchError) -> [PlaceSuggestion] {
    let start = ProcessorTime.thread()
    defer { times.append(ProcessorTime.thread() - start) }
    return try engine.suggestions(for: query, queryLimit: queryLimit)
  }

  func addresses(
    near coordinate: Coordinate, within distance: Double, limit: Int
  ) throws(PlaceSearchError) -> PlaceAnswer {
    let start = ProcessorTime.thread()
    defer { times.append(ProcessorTime.thread() - start) }
    return try engine.addresses(near: coordinate, within: distance, limit: limit)
  }
}

/// The record of a replay that used the platform's search service.
protocol SearchServiceRecord: SendableMetatype {
  /// The requests of all devices.
  var requests: RequestCounts { get }
  /// Processor nanoseconds of each query of the search engine, in ascending order.
  var searchTimes: [Int64] { get }
}

extension MetricTable.Entry where Record: SearchServiceRecord {
  static var requestsSent: Self {
    .init(
      "requests-sent", .count, .counted, .lowerIsBetter,
      "Requests of all kinds that the platform's service took."
    ) { $0.requests.sent }
  }

  static var requestsThrottled: Self {
    .init(
      "requests-throttled", .count, .counted, .lowerIsBetter,
      "Requests that the service refused because too many came within a minute."
    ) { $0.requests.throttled }
  }

  static var serviceBytes: Self {
    .init(
      "service-bytes", .bytes, .modelled, .lowerIsBetter,
      "Requests and answers on the network: their texts, and the profile's size of the rest."
    ) { $0.requests.bytesSent + $0.requests.bytesReceived }
  }

  /// The processor time of the search engine, measured.
  static var searchTimes: [Self] {
    percentiles(
      "search-time", [.p50, .p95], .measured,
      "Processor time of the search engine for a request; the median request.",
      of: "requests", orWhy: "there was no request"
    ) { $0.searchTimes } + [
      .init(
        "search-time-total", .nanoseconds, .measured, .lowerIsBetter,
        "Processor time of the search engine for all requests."
      ) { Double($0.searchTimes.reduce(0, +)) }
    ]
  }
}
