import Support

/// The search services of one device, which all requests of an app share.
///
/// The engine computes an answer when its request is sent; the answer arrives after a latency and
/// is delivered on the main queue. Latencies vary, so answers can arrive out of order.
///
/// Each kind of request has a separate throttle: a fixed window of the virtual clock admits a
/// number of requests; further ones fail with ``MapError/loadingThrottled`` in the next turn of the
/// main thread. Window, limit and separate kinds are from console logs of iOS devices ("more than 50
/// requests in 60 seconds"); Apple documents only that there is a limit. That refused requests do
/// not count, or how many of them do, is an assumption: the profile's `throttled-requests-counted`.
///
/// An app that the watchdog ended sends nothing. Used by one thread at a time.
public final class SearchService {
  /// The main thread of the app that uses the service.
  public let main: MainThread
  package let parameters: SearchServiceParameters
  /// The places with Look Around imagery.
  package let coverage: LookAroundCoverage
  /// The counts of the requests so far.
  package private(set) var traffic = SearchTraffic()
  /// The number of completers that the app made.
  package internal(set) var completersMade = 0
  /// The first error of the engine. Its request fails with ``MapError/serverFailure``, but the
  /// results of the replay are not valid: a replay checks this property and ends the trial.
  package private(set) var engineFault: PlaceSearchError?

  /// Called when a request is made; the argument is false if it is refused immediately. A replay
  /// records the app's rows at this time.
  package var requestDidBegin: ((RequestNumber, RequestKind, _ isSent: Bool) -> Void)?

  private let engine: any PlaceSearching
  private let seed: UInt64
  private let failureShare: Double
  private var windows = [RequestWindow](
    repeating: RequestWindow(), count: RequestKind.allCases.count)
  private var lastNumber = 0

  /// Creates a service without requests.
  ///
  /// - Parameters:
  ///   - seed: the seed of latencies and failures, together with a request's kind and its number
  ///     among the sent ones of its kind.
  ///   - failureShare: the fraction of sent requests that end with ``MapError/serverFailure`` after
  ///     their latency, from 0 to 1; the engine does not run for them.
  package init(
    engine: any PlaceSearching, main: MainThread, parameters: SearchServiceParameters,
    coverage: LookAroundCoverage = .none, seed: UInt64, failureShare: Double = 0
  ) {
    precondition((0...1).contains(failureShare), "a share is from 0 to 1")
    self.engine = engine
    self.main = main
    self.parameters = parameters
    self.coverage = coverage
    self.seed = seed
    self.failureShare = failureShare
  }

  // MARK: - Requests

  /// Sends a request, unless the throttle refuses it.
  ///
  /// - Parameter error: the reason why the request cannot be answered: then it is refused. `nil` if
  ///   there is none.
  /// - Returns: `nil` if the app has ended: then nothing is sent and no handler runs.
  func send<Content>(
    _ kind: RequestKind, textSize: Int, unless error: MapError? = nil,
    answer: (any PlaceSearching, RequestNumber) throws(PlaceSearchError) -> ServiceAnswer<Content>,
    handler: @escaping (Result<Content, MapError>) -> Void
  ) -> ServiceRequest? {
    guard !main.isTerminated else { return nil }
    if let error { return refuse(kind, with: error, handler: handler) }
    let isAdmitted = windows[kind.index].admits(
      at: main.simulation.now, limit: parameters.throttleLimit,
      length: parameters.throttleWindow, countedRefusals: parameters.countedRefusals)
    guard isAdmitted else {
      traffic[kind].throttled += 1
      return refuse(kind, with: .loadingThrottled, handler: handler)
    }
    traffic[kind].sent += 1
    traffic[kind].bytesSent += parameters.requestSize + textSize
    let request = nextRequest(kind, isSent: true)
    var draws = SplitMix64(mixing: seed, UInt64(kind.index), UInt64(traffic[kind].sent))
    // The failure is drawn first, so that the fraction of failures does not change the latencies.
    let fails = draws.unit() < failureShare
    let latency = parameters.latency(of: kind).draw(using: &draws)
    let reply = fails ? nil : ask(kind, number: request.number, answer)
    let span = main.simulation.beginSpan(.network, kind.rawValue)
    let arrival = main.simulation.schedule(after: latency) {
      self.main.simulation.endSpan(span)
      request.arrival = nil
      self.receive(kind, reply, for: request, handler)
    }
    request.arrival = arrival
    request.span = span
    return request
  }

  /// Fails a request in the next turn of the main thread, without sending it.
  func refuse<Content>(
    _ kind: RequestKind, with error: MapError,
    handler: @escaping (Result<Content, MapError>) -> Void
  ) -> ServiceRequest? {
    guard !main.isTerminated else { return nil }
    let request = nextRequest(kind, isSent: false)
    deliver(.failure(error), for: request, handler)
    return request
  }

  /// Counts a request that a busy object did not take.
  func drop(_ kind: RequestKind) {
    guard !main.isTerminated else { return }
    traffic[kind].dropped += 1
  }

  /// Removes the arrival of a cancelled request's response.
  ///
  /// - Parameter span: the request on the simulation's timeline; `nil` if it is not there.
  func giveUp(_ kind: RequestKind, _ arrival: ScheduledEvent, noted span: Int?) {
    guard main.simulation.cancel(arrival) else { return }
    main.simulation.endSpan(span)
    traffic[kind].cancelled += 1
  }

  private func nextRequest(_ kind: RequestKind, isSent: Bool) -> ServiceRequest {
    lastNumber += 1
    let number = RequestNumber(lastNumber)
    requestDidBegin?(number, kind, isSent)
    return ServiceRequest(number: number, kind: kind, service: self)
  }

  // MARK: - Answers

  /// The engine's answer; `nil` if it failed.
  private func ask<Content>(
    _ kind: RequestKind, number: RequestNumber,
    _ answer: (any PlaceSearching, RequestNumber) throws(PlaceSearchError) -> ServiceAnswer<Content>
  ) -> ServiceAnswer<Content>? {
    do {
      let reply = try answer(engine, number)
      traffic[kind].examinedPlaces += reply.examinedPlaces
      return reply
    } catch {
      if engineFault == nil { engineFault = error }
      return nil
    }
  }

  private func receive<Content>(
    _ kind: RequestKind, _ reply: ServiceAnswer<Content>?, for request: ServiceRequest,
    _ handler: @escaping (Result<Content, MapError>) -> Void
  ) {
    guard !main.isTerminated else {
      traffic[kind].cancelled += 1
      return
    }
    if let reply {
      traffic[kind].answered += 1
      traffic[kind].bytesReceived += reply.bytes
    } else {
      traffic[kind].failed += 1
    }
    deliver(reply?.content ?? .failure(.serverFailure), for: request, handler)
  }

  private func deliver<Content>(
    _ result: Result<Content, MapError>, for request: ServiceRequest,
    _ handler: @escaping (Result<Content, MapError>) -> Void
  ) {
    main.async {
      guard request.finish() else { return }
      handler(result)
    }
  }
}

extension SplitMix64 {
  /// The generator of several numbers, such as a seed and a position: each is mixed in by a
  /// generator, so that neighbours share nothing.
  init(mixing parts: UInt64...) {
    let seed = parts.reduce(0 as UInt64) { mixed, part in
      var generator = SplitMix64(seed: mixed &+ part)
      return generator.next()
    }
    self.init(seed: seed)
  }
}

/// A request under way, as the object that made it holds it.
///
/// It keeps neither the answer nor its handler: those are in the simulation's queues, so that an
/// object whose handler keeps the object is released with its answer.
final class ServiceRequest {
  let number: RequestNumber
  let kind: RequestKind
  private let service: SearchService
  /// The arrival of the response; `nil` before it is sent, and after it has arrived.
  fileprivate var arrival: ScheduledEvent?
  /// The request on the simulation's timeline; `nil` if it is not there.
  fileprivate var span: Int?
  /// Indicates whether its handler has run, or will never run.
  private var isOver = false

  init(number: RequestNumber, kind: RequestKind, service: SearchService) {
    self.number = number
    self.kind = kind
    self.service = service
  }

  /// Cancels the request: its handler never runs. An answer that has arrived and waits for the main
  /// thread still counts as answered.
  func cancel() {
    guard finish(), let arrival else { return }
    self.arrival = nil
    service.giveUp(kind, arrival, noted: span)
  }

  /// Takes the right to run the handler; `false` if the request is over.
  func finish() -> Bool {
    guard !isOver else { return false }
    isOver = true
    return true
  }
}

/// The content of a response, and its cost.
struct ServiceAnswer<Content> {
  let content: Result<Content, MapError>
  var bytes = 0
  var examinedPlaces = 0
}

/// A fixed window that admits a number of requests of one kind.
///
/// It begins with the first request after the previous window, and has a fixed length; a request at
/// its end begins the next one. A window is full when requests are refused, so refused requests that
/// count do so in the next window: it begins with those of the last window length before it. If all
/// count, requests that are repeated without a pause are refused for ever.
struct RequestWindow {
  private var start: Int64?
  /// The requests of the window that count.
  private var count = 0
  private var refusals = 0
  /// The times of the refused requests that count, the last ones up to the limit, in ascending
  /// order.
  private var countedRefusalTimes: [Int64] = []

  /// Returns whether a request may be sent at a time.
  ///
  /// - Parameter countedRefusals: the fraction of the refused requests that count. The `n`-th one
  ///   counts if `n` times the fraction has a larger whole part than `n - 1` times the fraction:
  ///   of a quarter, each fourth.
  mutating func admits(
    at now: Int64, limit: Int, length: Int64, countedRefusals: @autoclosure () -> Double
  ) -> Bool {
    guard limit > 0 else { return false }
    if start.map({ now - $0 >= length }) ?? true {
      start = now
      countedRefusalTimes.removeAll { now - $0 >= length }
      count = countedRefusalTimes.count
    }
    if count < limit {
      count += 1
      return true
    }
    refusals += 1
    let share = countedRefusals()
    let counted = (Double(refusals) * share).rounded(.down)
    if counted > (Double(refusals - 1) * share).rounded(.down) {
      if countedRefusalTimes.count == limit { countedRefusalTimes.removeFirst() }
      countedRefusalTimes.append(now)
    }
    return false
  }
}
