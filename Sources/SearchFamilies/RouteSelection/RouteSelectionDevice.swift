import EventSimulation
import MapGeometry
import PlatformProfiles
import ScenarioModel
import SearchSimulation
import Workloads

/// A person's phone while a map with routes is open.
final class RouteSelectionDevice {
  let service: SearchService
  let main: MainThread
  private let simulation = Simulation()
  private let screen: RouteScreen
  private let strategy: any RouteSelectionStrategy
  private let visit: SelectionVisit
  /// Records what happens for an inspection; `nil` otherwise.
  private let transcript: TranscriptWriter?
  /// The time since which the screen shows what it shows.
  private var lastChange: Int64 = 0
  private var wrongTime: Int64 = 0
  private var wrongArrivals = 0
  private var lastShown: SelectedPlace?
  private var timesToRoute: [Int64] = []
  /// The numbers of the selections that showed their route, and of those that showed an error.
  private var withRoute: Set<Int> = []
  private var withError: Set<Int> = []
  /// Those of the former whose sheet had a time, and steps that add up to the distance.
  private var withFigures: Set<Int> = []
  private var wrongErrors = 0
  /// The time at which the current selection began.
  private var selectionStart: Int64 = 0

  init(
    visit: SelectionVisit, platform: PlatformSource, seed: UInt64,
    entry: StrategyEntry<RouteSelectionFamily.Make>, transcript: TranscriptWriter? = nil
  ) {
    self.visit = visit
    self.transcript = transcript
    main = platform.profile.mainThread(in: simulation)
    service = platform.directions(main: main, seed: seed)
    screen = RouteScreen(main: main, currentLocation: visit.start)
    strategy = entry.make(screen, service)
    screen.didChange = { [unowned self] in screenDidChange() }
    service.requestDidBegin = { [unowned self] number, kind, isSent in
      note("\(kind.transcriptText) (request \(number.value))\(isSent ? "" : ": refused")")
    }
  }

  /// Cancels all scheduled work, which would keep the service in a reference cycle.
  deinit { simulation.cancelAll() }

  /// What happened when; `nil` without a transcript.
  var timeline: Timeline? { simulation.timeline }

  /// Replays the selections until the screen is closed.
  func perform() -> RouteSelectionOutcome {
    simulation.timeline = transcript == nil ? nil : Timeline()
    for selection in visit.selections {
      main.async(after: selection.start) { [unowned self] in select(selection.place) }
      if selection.isDeselected {
        main.async(after: selection.end) { [unowned self] in select(nil) }
      }
    }
    simulation.run(until: visit.closingTime)
    settle()
    let read = visit.selections.filter(\.isRead)
    return RouteSelectionOutcome(
      selections: visit.selections.count, readSelections: read.count,
      readReachable: read.count(where: \.isReachable),
      readWithRoute: read.count { $0.isReachable && withRoute.contains($0.place.number) },
      readWithFigures: read.count { $0.isReachable && withFigures.contains($0.place.number) },
      unexplained: read.count {
        !withRoute.contains($0.place.number) && !withError.contains($0.place.number)
      },
      wrongTime: wrongTime, openTime: visit.closingTime, wrongArrivals: wrongArrivals,
      wrongErrors: wrongErrors, timesToRoute: timesToRoute)
  }

  private func select(_ place: SelectedPlace?) {
    settle()
    screen.selection = place
    selectionStart = simulation.now
    note(place.map { "selects place \($0.number + 1)" } ?? "taps on the map: no place is selected")
    strategy.selectionDidChange(to: place)
  }

  /// Adds the time since the last change, in which the screen showed one thing.
  private func settle() {
    if let shown = screen.shownPlace, shown != screen.selection {
      wrongTime += simulation.now - lastChange
    }
    lastChange = simulation.now
  }

  private func screenDidChange() {
    let now = simulation.now
    // What was shown until now: the screen has changed already.
    if let lastShown, lastShown != screen.selection { wrongTime += now - lastChange }
    lastChange = now
    if let place = screen.shownPlace, place != lastShown {
      let isRight = place == screen.selection
      note("the map shows the route to place \(place.number + 1)\(isRight ? "" : " (wrong)")")
      if isRight {
        if withRoute.insert(place.number).inserted { timesToRoute.append(now - selectionStart) }
        if screen.shownRoute?.hasFigures ?? false { withFigures.insert(place.number) }
      } else {
        wrongArrivals += 1
      }
    } else if screen.shownPlace == nil, lastShown != nil {
      note("the map shows no route")
    }
    lastShown = screen.shownPlace
    if let error = screen.shownError {
      note("the sheet says: \(error)")
      if let place = screen.errorPlace, place == screen.selection {
        withError.insert(place.number)
      } else {
        wrongErrors += 1
      }
    }
  }

  private func note(_ text: @autoclosure () -> String) {
    transcript?.note(text(), at: simulation.now)
  }
}

extension Route {
  /// Indicates whether a sheet can show a time, a distance, and steps that add up to it.
  fileprivate var hasFigures: Bool {
    let steps = self.steps
    let length = steps.reduce(0) { $0 + $1.distance }
    return expectedTravelTime > 0 && abs(length - distance) < 1
      && steps.allSatisfy { !$0.instructions.isEmpty }
  }
}

/// The result of a visit to a map with routes.
struct RouteSelectionOutcome: Hashable, Sendable {
  let selections: Int
  /// Selections whose route the person looks at.
  let readSelections: Int
  /// Those of them whose place has a route.
  let readReachable: Int
  /// Those of these that showed it.
  let readWithRoute: Int
  /// Those of these whose sheet had the figures of a route.
  let readWithFigures: Int
  /// Selections that a person looks at and that showed neither their route nor an error.
  let unexplained: Int
  /// The time in which the map showed the route to a place that was not selected, in nanoseconds.
  let wrongTime: Int64
  /// The time for which the screen was open.
  let openTime: Int64
  /// Routes that came on the map while their place was not selected.
  let wrongArrivals: Int
  /// Errors that came while their place was not selected.
  let wrongErrors: Int
  /// From a selection to its route, in nanoseconds.
  let timesToRoute: [Int64]
}
