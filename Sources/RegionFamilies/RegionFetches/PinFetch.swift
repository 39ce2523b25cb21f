import EventSimulation

/// A fetch that is under way, as a `URLSessionDataTask`.
///
/// Used by one thread at a time.
public final class PinFetch {
  /// Which of the session's fetches it is.
  public let number: FetchNumber
  private let server: PinServer
  /// `nil` where the answer has arrived.
  var arrival: ScheduledEvent?
  /// Whether its handler was called, or never will be.
  public internal(set) var isOver = false

  init(number: FetchNumber, server: PinServer) {
    self.number = number
    self.server = server
  }

  /// Gives the fetch up: its handler will not be called. Without effect where it was.
  public func cancel() {
    guard !isOver else { return }
    isOver = true
    server.cancel(self)
  }
}
