import EventSimulation

/// A request under way, as the object that made it holds it.
///
/// It holds neither the answer nor its handler: those wait in the simulation's queues, so that an
/// object whose handler holds the object itself is released with its answer.
final class ServiceRequest {
  let number: RequestNumber
  let kind: RequestKind
  private let service: SearchService
  private var arrival: ScheduledEvent?
  /// Whether its handler has run, or will never run.
  private(set) var isOver = false

  init(number: RequestNumber, kind: RequestKind, service: SearchService) {
    self.number = number
    self.kind = kind
    self.service = service
  }

  func travel(until arrival: ScheduledEvent) {
    self.arrival = arrival
  }

  func arrive() {
    arrival = nil
  }

  /// Gives the request up: its handler never runs. An answer that has arrived and waits for the
  /// main thread counts as answered nonetheless.
  func cancel() {
    guard !isOver else { return }
    isOver = true
    guard let arrival else { return }
    self.arrival = nil
    service.giveUp(kind, arrival)
  }

  /// Takes the right to run the handler; `false` where the request is over.
  func finish() -> Bool {
    guard !isOver else { return false }
    isOver = true
    return true
  }
}
