import ScenarioModel
import Simulation

/// The record of a replay: what came of each person's visit, and the use of the service.
struct ServiceRecord<Outcome: Sendable>: SearchServiceRecord {
  let visits: [Outcome]
  let requests: RequestCounts

  func sum(_ count: (Outcome) -> Int) -> Int {
    visits.reduce(0) { $0 + count($1) }
  }

  /// The sum of a time, in nanoseconds.
  func time(_ time: (Outcome) -> Int64) -> Double {
    Double(visits.reduce(0) { $0 + time($1) })
  }

  func fraction(
    _ part: (Outcome) -> Int, of whole: (Outcome) -> Int, orWhy reason: String
  ) -> MetricValue {
    MetricValue(sum(part), of: sum(whole), orWhy: reason)
  }

  /// The times of all visits, in ascending order.
  func times(_ times: (Outcome) -> [Int64]) -> [Int64] {
    visits.flatMap(times).sorted()
  }
}

extension ServiceScene {
  /// A session with visits to an app: a frame is one person's visit, with a phone of its own.
  ///
  /// - Parameters:
  ///   - observed: the number of the visit that an inspection shows.
  ///   - title: what happens in it.
  ///   - service: makes the service of a phone.
  ///   - perform: replays a visit.
  func session<Visit, Outcome: Sendable>(
    of scenarioCase: Case, _ visits: [Visit], _ table: MetricTable<ServiceRecord<Outcome>>,
    observing observed: @escaping @autoclosure () -> Int = 0, title: String,
    service: @escaping (MainThread, _ seed: UInt64) -> SearchService,
    perform: @escaping (Visit, ServicePhone) -> Outcome
  ) -> ReplaySession {
    let platform: PlatformSource = platform
    func visit(
      _ number: Int, transcript: TranscriptWriter? = nil
    ) throws -> (outcome: Outcome, phone: ServicePhone) {
      let main = platform.profile.mainThread(in: Simulation())
      let phone = ServicePhone(
        main: main, service: service(main, platform.seed(ofPerson: number)),
        transcript: transcript)
      let outcome = perform(visits[number], phone)
      if let fault = phone.service.engineFault { throw fault }
      return (outcome, phone)
    }
    let replay = OutcomeReplay<(outcome: Outcome, requests: RequestCounts)>(
      frameCount: visits.count, table, orWhy: "no visit was replayed",
      perform: { number in
        let (outcome, phone) = try visit(number)
        return (outcome, phone.requests)
      },
      record: { outcomes in
        ServiceRecord(
          visits: outcomes.map(\.outcome),
          requests: outcomes.map(\.requests).reduce(RequestCounts(), +))
      })
    return ReplaySession(replay) { folder in
      let writer = TranscriptWriter()
      let phone = try visit(observed(), transcript: writer).phone
      return Inspection(
        recording: try ReplayRecording(timeline: phone.main.simulation.timeline)
          .write(of: scenarioCase, to: folder),
        transcripts: [writer.transcript(title: title)])
    }
  }
}
