import Clustering
import Platform
import Simulation
import Support

/// A server that returns the pins in a rectangle.
///
/// An answer has at most the first ``answerLimit`` pins in the order of the data, which are the
/// best ones. Each answer has its own latency, so answers can arrive out of order; they are
/// delivered on the main queue. Fetches do not wait for each other, as over HTTP/2.
///
/// Used by one thread at a time.
public final class SimulatedPinServer {
  /// The thread to which answers are delivered.
  public let main: MainThread
  /// The counts of the fetches so far.
  public private(set) var counts = FetchCounts()
  /// Called when a fetch is sent, with its number and its rectangle.
  var fetchDidBegin: (Int, MapRect) -> Void = { _, _ in }
  /// Called when a fetch is over, before its handler, with its number and its end in words.
  var fetchDidEnd: (Int, () -> String) -> Void = { _, _ in }

  /// The maximum number of pins in an answer.
  public let answerLimit: Int

  private let index: SpatialIndex
  private let latency: LatencyDistribution
  /// The bytes of a request, and of an answer without pins.
  private let requestSize: Int
  /// The bytes of a pin in an answer.
  private let resultSize: Int
  private let network: RegionFetchSettings.Network

  /// A server without any fetch.
  init(
    index: SpatialIndex, main: MainThread, profile: PlatformProfile,
    network: RegionFetchSettings.Network
  ) {
    self.index = index
    self.main = main
    self.network = network
    answerLimit = Int(profile[.serverAnswerLimit])
    latency = LatencyDistribution(profile, .fetchLatencyMedian, .fetchLatencyP95)
    requestSize = profile.count(.fetchRequestSize)
    resultSize = profile.count(.fetchResultSize)
  }

  /// Requests the pins in a rectangle, as a data task of `URLSession`.
  ///
  /// - Parameter handler: called on the main thread, unless the fetch is cancelled before.
  @discardableResult
  public func pins(
    in rect: MapRect, _ handler: @escaping (Result<PinAnswer, PinServerError>) -> Void
  ) -> PinFetch {
    counts.sent += 1
    counts.bytes += requestSize
    let number = counts.sent
    fetchDidBegin(number, rect)
    var draws = SplitMix64(seed: network.seed, fetch: number)
    // The failure is drawn first, so that the fraction of failures does not change the latencies.
    let fails = draws.unit() < network.failures
    let fetch = PinFetch(number: number, server: self)
    fetch.span = main.simulation.beginSpan(.network, "pins in a rectangle")
    fetch.arrival = main.simulation.schedule(after: latency.draw(using: &draws)) {
      fetch.arrival = nil
      self.main.simulation.endSpan(fetch.span)
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
      fetchDidEnd(fetch.number) { "fails" }
      handler(.failure(.serverFailure))
      return
    }
    // The pins do not change, so the time of the search does not matter.
    let (pins, total) = bestPins(in: rect)
    counts.pinsMatched += total
    counts.answered += 1
    counts.bytes += requestSize + resultSize * pins.count
    fetchDidEnd(fetch.number) { "is answered: \(pins.count) pin\(pins.count == 1 ? "" : "s")" }
    handler(
      .success(PinAnswer(fetchNumber: fetch.number, rect: rect, pins: pins, totalCount: total)))
  }

  /// The pins of an answer, in ascending order, and the number of pins in the rectangle.
  func bestPins(in rect: MapRect) -> (pins: [Int], total: Int) {
    var pins = index.pins(in: rect)
    let total = pins.count
    pins.sortPins(keeping: answerLimit)
    return (pins, total)
  }

  /// Removes a cancelled fetch.
  func cancel(_ fetch: PinFetch) {
    if let arrival = fetch.arrival.take() {
      main.simulation.cancel(arrival)
      main.simulation.endSpan(fetch.span)
    }
    counts.cancelled += 1
    fetchDidEnd(fetch.number) { "is cancelled" }
  }
}

extension SplitMix64 {
  /// The generator of one fetch: seed and number are mixed by the generator itself, so that
  /// neighbouring ones share nothing.
  fileprivate init(seed: UInt64, fetch: Int) {
    var mixed = SplitMix64(seed: seed)
    mixed = SplitMix64(seed: mixed.next() &+ UInt64(fetch))
    self.init(seed: mixed.next())
  }
}

/// An error in place of a server's answer.
public enum PinServerError: Error, Hashable, Sendable {
  /// The fetch failed on its way or at the server.
  case serverFailure
}

/// A fetch that is under way, as a `URLSessionDataTask`.
///
/// Used by one thread at a time.
public final class PinFetch {
  /// The position among the session's fetches, from 1; a later one asks for a newer region.
  public let number: Int
  private let server: SimulatedPinServer
  /// `nil` if the answer has arrived.
  var arrival: ScheduledEvent?
  /// The fetch on the simulation's timeline; `nil` if it is not there.
  var span: Int?
  /// Indicates whether its handler was called, or never will be.
  public internal(set) var isOver = false

  init(number: Int, server: SimulatedPinServer) {
    self.number = number
    self.server = server
  }

  /// Cancels the fetch: its handler will not be called. Without effect if it was called.
  public func cancel() {
    guard !isOver else { return }
    isOver = true
    server.cancel(self)
  }
}

/// The server's pins in a rectangle.
public struct PinAnswer: Hashable, Sendable {
  /// The number of the fetch that it answers; see ``PinFetch/number``.
  public let fetchNumber: Int
  /// The requested rectangle.
  public let rect: MapRect
  /// The pins, best first: their positions in the server's data.
  public let pins: [Int]
  /// The number of pins in the rectangle, also beyond the limit of an answer.
  public let totalCount: Int

  /// Indicates whether these are all pins of the rectangle, and not only the best ones.
  public var isComplete: Bool { pins.count == totalCount }
}

/// The number of fetches, their ends, and the bytes that they moved.
public struct FetchCounts: Hashable, Sendable, Tally {
  /// Fetches that were sent: answered, failed, cancelled, or still under way.
  public internal(set) var sent = 0
  /// Fetches whose answers were delivered.
  public internal(set) var answered = 0
  /// Fetches that ended with an error.
  public internal(set) var failed = 0
  /// Fetches that were cancelled before.
  public internal(set) var cancelled = 0
  /// The bytes of requests and answers; for fetches that failed or were cancelled, of the requests
  /// alone.
  public internal(set) var bytes = 0
  /// Pins in the requested rectangles, also beyond the limit of an answer.
  public internal(set) var pinsMatched = 0
}
