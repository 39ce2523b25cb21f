import Clustering
import EventSimulation
import MapGeometry
import PinData
import SearchSimulation

/// A server that knows the pins, and answers which of them lie in a rectangle.
///
/// It answers with the first ``answerLimit`` of them at most, in the order of the data: its best
/// ones. An answer takes a latency of its own, so answers can arrive out of order; it is handed over
/// on the main queue. Fetches do not wait for each other, as over HTTP/2.
///
/// Used by one thread at a time.
public final class PinServer {
  /// The thread that answers are handed over on.
  public let main: MainThread
  /// What the fetches so far came to.
  public private(set) var counts = FetchCounts()
  /// Called when a fetch is sent, with the rectangle it asks for.
  var fetchDidBegin: (FetchNumber, MapRect) -> Void = { _, _ in }
  /// Called when a fetch is over, before its handler is.
  var fetchDidEnd: (FetchNumber, FetchEnd) -> Void = { _, _ in }

  /// The most pins of an answer.
  public static let answerLimit = 500

  private let index: SpatialIndex
  private let latency: LatencyDistribution
  private let requestSize: Int
  private let resultSize: Int
  private let failureShare: Double
  private let seed: UInt64

  /// A server that has not been asked for anything.
  ///
  /// - Parameters:
  ///   - requestSize: the bytes of a request, and of an answer without pins.
  ///   - resultSize: the bytes of a pin in an answer.
  ///   - seed: what latencies and failures are drawn from, with a fetch's number.
  ///   - failureShare: the share of the fetches that fail after their latency, from 0 to 1.
  init(
    index: SpatialIndex, main: MainThread, latency: LatencyDistribution, requestSize: Int,
    resultSize: Int, failureShare: Double, seed: UInt64
  ) {
    self.index = index
    self.main = main
    self.latency = latency
    self.requestSize = requestSize
    self.resultSize = resultSize
    self.failureShare = failureShare
    self.seed = seed
  }

  /// Asks for the pins in a rectangle, as a data task of `URLSession`.
  ///
  /// - Parameter handler: called on the main thread, unless the fetch is cancelled before.
  @discardableResult
  public func pins(
    in rect: MapRect, _ handler: @escaping (Result<PinAnswer, PinServerError>) -> Void
  ) -> PinFetch {
    counts.sent += 1
    counts.bytes += requestSize
    let number = FetchNumber(counts.sent)
    fetchDidBegin(number, rect)
    var draws = SplitMix64(seed: seed, fetch: number)
    // Failures come first in the draw, so that a share of them leaves the latencies as they are.
    let fails = draws.unit() < failureShare
    let fetch = PinFetch(number: number, server: self)
    fetch.arrival = main.simulation.schedule(after: latency.draw(using: &draws)) {
      fetch.arrival = nil
      self.main.async { self.end(fetch, rect, fails: fails, handler) }
    }
    return fetch
  }

  private func end(
    _ fetch: PinFetch, _ rect: MapRect, fails: Bool,
    _ handler: (Result<PinAnswer, PinServerError>) -> Void
  ) {
    guard !fetch.isOver else { return }
    fetch.isOver = true
    guard !fails else {
      counts.failed += 1
      fetchDidEnd(fetch.number, .failed)
      handler(.failure(.serverFailure))
      return
    }
    // The pins do not change, so it does not matter when the server looked for them.
    let answer = answer(to: fetch.number, rect)
    counts.answered += 1
    counts.bytes += requestSize + resultSize * answer.pins.count
    fetchDidEnd(fetch.number, .answered(pins: answer.pins.count))
    handler(.success(answer))
  }

  private func answer(to number: FetchNumber, _ rect: MapRect) -> PinAnswer {
    var pins: [Int] = []
    let found = index.bestPins(in: rect, limit: Self.answerLimit, into: &pins)
    counts.pinsMatched += found
    return PinAnswer(fetchNumber: number, rect: rect, pins: pins, totalCount: found)
  }

  /// Takes a cancelled fetch out.
  func cancel(_ fetch: PinFetch) {
    if let arrival = fetch.arrival.take() { main.simulation.cancel(arrival) }
    counts.cancelled += 1
    fetchDidEnd(fetch.number, .cancelled)
  }
}

extension SplitMix64 {
  /// The generator of one fetch: seed and number are mixed by the generator itself, so that
  /// neighbouring ones share nothing.
  fileprivate init(seed: UInt64, fetch: FetchNumber) {
    var mixed = SplitMix64(seed: seed)
    mixed = SplitMix64(seed: mixed.next() &+ UInt64(fetch.value))
    self.init(seed: mixed.next())
  }
}
