import Platform
import Simulation
import Support

/// The picture of a pin, as an image that is loaded from a server.
public struct PinPicture: Hashable, Sendable {
  /// The pin that it shows.
  public let pin: Int
}

/// A request for a picture, by which it can be cancelled.
public struct PictureRequest: Hashable, Sendable {
  fileprivate let number: Int
}

/// The results of requests for pictures.
struct PictureTraffic: Hashable, Sendable {
  var started = 0
  var cancelled = 0
  var failed = 0
  /// Pictures that arrived when no view on the screen was for their pin.
  var unused = 0
  /// Bytes of the pictures that arrived, and of those that were cancelled on their way.
  var bytes = 0.0
}

/// Loads pictures from a server, as a `URLSession`: a few at a time, the others wait in order.
///
/// The n-th request for the picture of a pin takes the same time with every strategy. There is no
/// cache of the system. Used by one thread at a time.
public final class PictureLoader {
  private struct Load {
    let pin: Int
    let latency: Int64
    let isFailing: Bool
    let completion: (PinPicture?) -> Void
    /// `nil` as long as it waits for a connection.
    var event: ScheduledEvent?
    /// The span of the timeline.
    var span: Int?
  }

  let simulation: Simulation
  private(set) var traffic = PictureTraffic()
  /// Indicates whether a view on the screen is for a pin.
  var isOnScreen: (Int) -> Bool = { _ in false }
  /// Called when a picture has arrived, before the completion.
  var didArrive: (Int) -> Void = { _ in }
  private let latency: LatencyDistribution
  private let connections: Int
  private let pictureSize: Double
  private let failureShare: Double
  private let seed: UInt64
  private var loads: [Int: Load] = [:]
  private var waiting: [Int] = []
  private var running = 0
  private var requestCounts: [Int: Int] = [:]

  init(simulation: Simulation, profile: PlatformProfile, failures: Double, seed: UInt64) {
    self.simulation = simulation
    latency = LatencyDistribution(profile, .pictureLatencyMedian, .pictureLatencyP95)
    connections = profile.count(.pictureConnections)
    pictureSize = profile[.pictureSize]
    failureShare = failures
    self.seed = seed
  }

  /// Requests the picture of a pin.
  ///
  /// - Parameter completion: called on the main thread between two frames; `nil` for an error. Not
  ///   called after a cancellation.
  @discardableResult
  public func load(_ pin: Int, completion: @escaping (PinPicture?) -> Void) -> PictureRequest {
    let count = requestCounts[pin, default: 0]
    requestCounts[pin] = count + 1
    var random = SplitMix64(
      seed: seed &+ UInt64(pin) &* 0xD134_2543_DE82_EF95 &+ UInt64(count) &* 0x9E6C_63D0_876A_4E5B)
    let number = traffic.started
    traffic.started += 1
    loads[number] = Load(
      pin: pin, latency: latency.draw(using: &random), isFailing: random.chance(failureShare),
      completion: completion)
    waiting.append(number)
    startWaiting()
    return PictureRequest(number: number)
  }

  /// Cancels a request, as `URLSessionTask.cancel()`: its connection is free at once. One that has
  /// ended is ignored.
  public func cancel(_ request: PictureRequest) {
    guard let load = loads.removeValue(forKey: request.number) else { return }
    traffic.cancelled += 1
    guard let event = load.event else {
      waiting.removeAll { $0 == request.number }
      return
    }
    simulation.cancel(event)
    simulation.endSpan(load.span)
    // Half of it is on its way, on average.
    traffic.bytes += pictureSize / 2
    running -= 1
    startWaiting()
  }

  private func startWaiting() {
    while running < connections, !waiting.isEmpty {
      let number = waiting.removeFirst()
      guard let load = loads[number] else { continue }
      running += 1
      loads[number]?.span = simulation.beginSpan(.network, "picture of pin \(load.pin)")
      loads[number]?.event = simulation.schedule(after: load.latency) { [unowned self] in
        finish(number)
      }
    }
  }

  private func finish(_ number: Int) {
    guard let load = loads.removeValue(forKey: number) else { return }
    running -= 1
    simulation.endSpan(load.span)
    if load.isFailing {
      traffic.failed += 1
      load.completion(nil)
    } else {
      traffic.bytes += pictureSize
      if !isOnScreen(load.pin) { traffic.unused += 1 }
      didArrive(load.pin)
      load.completion(PinPicture(pin: load.pin))
    }
    startWaiting()
  }
}
