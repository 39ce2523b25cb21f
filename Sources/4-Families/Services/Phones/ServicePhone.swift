import Platform
import ScenarioModel
import Simulation

/// A person's phone with an app that asks a service, and the notes about it.
final class ServicePhone {
  let service: SearchService
  /// The requests until the app was closed; what a strategy does when it is released is not its use.
  private(set) var traffic = SearchTraffic()
  /// The time from which a transcript counts.
  var start: Int64 = 0
  /// Records what happens for an inspection; `nil` otherwise.
  private let transcript: TranscriptWriter?

  init(service: SearchService, transcript: TranscriptWriter?) {
    self.service = service
    self.transcript = transcript
    if transcript != nil { main.simulation.timeline = Timeline() }
    service.requestDidBegin = { [unowned self] number, kind, isSent in
      note("\(kind.transcriptText) (request \(number.value))\(isSent ? "" : ": refused")")
    }
  }

  /// Cancels all scheduled work, which would keep the service in a reference cycle.
  deinit { main.cancelAll() }

  var main: MainThread { service.main }
  var now: Int64 { main.simulation.now }
  /// Indicates whether what happens is recorded.
  var isObserved: Bool { transcript != nil }

  func note(_ text: @autoclosure () -> String) {
    transcript?.note(text(), at: now - start)
  }

  /// Runs the app until it is closed or the watchdog ends it.
  func run(until closingTime: Int64) {
    advance(until: closingTime)
    for hang in main.hangs where hang.start + hang.duration != main.terminationTime {
      let seconds = Double(hang.duration / 1_000_000) / 1_000
      transcript?.noteAlways(
        "the main thread is free again after \(seconds) s", at: hang.start + hang.duration)
    }
    if let end = main.terminationTime {
      transcript?.noteAlways("the watchdog has ended the app: the main thread was blocked", at: end)
    }
  }

  /// Runs the app until a time at which it may be closed.
  func advance(until time: Int64) {
    main.simulation.run(until: time)
    traffic = service.traffic
  }
}
