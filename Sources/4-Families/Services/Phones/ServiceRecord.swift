import ScenarioModel
import Simulation

/// The record of a replay: what came of each person's visit, and the use of the service.
struct ServiceRecord<Outcome: Sendable>: SearchServiceRecord {
  let visits: [Outcome]
  /// The requests, by their kinds.
  let traffic: SearchTraffic

  var requests: RequestCounts { traffic.total }

  /// The sum of a time, in nanoseconds.
  func time(_ time: (Outcome) -> Int64) -> Double {
    Double(visits.reduce(0) { $0 + time($1) })
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
  ///   - reason: the reason why there are no metrics without a visit.
  ///   - observed: the number of the visit that an inspection shows.
  ///   - title: what happens in it.
  ///   - engine: answers the searches; one without places for an app that searches for none.
  ///   - coverage: the places with imagery.
  ///   - directions: whether the app asks for directions.
  ///   - person: the number of the person who makes a visit, of whom there is one for each.
  ///   - perform: replays a visit.
  func session<Visit, Outcome: Sendable>(
    of scenarioCase: Case, _ visits: [Visit], _ table: MetricTable<ServiceRecord<Outcome>>,
    orWhy reason: String = "no visit was replayed",
    observing observed: @escaping @autoclosure () -> Int = 0, title: String,
    engine: any PlaceSearching = EmptyPlaceSearch(), coverage: LookAroundCoverage = .none,
    directions: Bool = false, person: @escaping (_ visit: Int) -> Int = { $0 },
    perform: @escaping (Visit, ServicePhone) -> Outcome
  ) -> ReplaySession {
    func visit(
      _ number: Int, transcript: TranscriptWriter? = nil
    ) throws -> (outcome: Outcome, phone: ServicePhone) {
      let service = SearchService(
        engine: engine, main: platform.profile.mainThread(in: Simulation()),
        parameters: SearchServiceParameters(profile: platform.profile, directions: directions),
        coverage: coverage, seed: platform.seed(ofPerson: person(number)),
        failureShare: platform.failureShare)
      let phone = ServicePhone(service: service, transcript: transcript)
      let outcome = perform(visits[number], phone)
      if let fault = phone.service.engineFault { throw fault }
      return (outcome, phone)
    }
    let replay = OutcomeReplay<(outcome: Outcome, traffic: SearchTraffic)>(
      frameCount: visits.count, table, orWhy: reason,
      perform: { number in
        let (outcome, phone) = try visit(number)
        return (outcome, phone.traffic)
      },
      record: { outcomes in
        ServiceRecord(
          visits: outcomes.map(\.outcome),
          traffic: outcomes.map(\.traffic).reduce(SearchTraffic(), +))
      })
    return ReplaySession(replay) { folder in
      guard let folder, !visits.isEmpty else { return Inspection() }
      let writer = TranscriptWriter()
      let phone = try visit(observed(), transcript: writer).phone
      return Inspection(
        recording: try ReplayRecording(timeline: phone.main.simulation.timeline)
          .write(of: scenarioCase, to: folder),
        transcripts: [writer.transcript(title: title)])
    }
  }
}
