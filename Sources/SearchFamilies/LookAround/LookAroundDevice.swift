import EventSimulation
import MapGeometry
import PlaceSearch
import PlatformProfiles
import ScenarioModel
import SearchSimulation
import Workloads

/// A person's phone while a list of places is open.
final class LookAroundDevice {
  let service: SearchService
  private let simulation = Simulation()
  private let main: MainThread
  private let list: PlaceList
  private let strategy: any LookAroundStrategy
  private let visit: LookAroundVisit
  private let tapDelay: Int64
  /// Records what happens for an inspection; `nil` otherwise.
  private let transcript: TranscriptWriter?
  /// The address of each row's coordinate.
  private let addresses: [Coordinate: Coordinate]
  private var outcome = LookAroundOutcome()
  private var current: OpenPlace?
  private var openedCount = 0

  init(
    visit: LookAroundVisit, platform: PlatformSource, coverage: LookAroundCoverage, seed: UInt64,
    entry: StrategyEntry<LookAroundFamily.Make>, timeline: Timeline? = nil,
    transcript: TranscriptWriter? = nil
  ) {
    self.visit = visit
    self.transcript = transcript
    simulation.timeline = timeline
    main = platform.profile.mainThread(in: simulation)
    tapDelay = Int64(platform.profile[.lookAroundTapDelay].rounded())
    addresses = Dictionary(
      zip(visit.coordinates, visit.addresses), uniquingKeysWith: { first, _ in first })
    service = platform.service(
      engine: PlacelessEngine(), main: main, coverage: coverage, seed: seed)
    list = PlaceList(main: main)
    strategy = entry.make(list, service)
    list.offerDidChange = { [unowned self] in offerDidChange(inRow: $0) }
    list.didShow = { [unowned self] in didShow($0) }
    service.requestDidBegin = { [unowned self] number, kind, isSent in
      note("\(kind.transcriptText) (request \(number.value))\(isSent ? "" : ": refused")")
    }
  }

  /// Cancels all scheduled work, which would keep the service in a reference cycle.
  deinit { simulation.cancelAll() }

  var timeline: Timeline? { simulation.timeline }

  /// Replays the visit until the list is closed.
  func perform() -> LookAroundOutcome {
    for event in visit.events {
      main.async(after: event.time) { [unowned self] in handle(event) }
    }
    simulation.run(until: visit.closingTime)
    return outcome
  }

  private func handle(_ event: LookAroundVisit.Event) {
    let row = event.row
    switch event.change {
    case .appears: strategy.rowDidAppear(row, coordinate: visit.coordinates[row])
    case .disappears: strategy.rowDidDisappear(row)
    case .opens(let look): open(row, look)
    case .closes: close(row)
    }
  }

  private func open(_ row: Int, _ look: LookAroundVisit.Look) {
    openedCount += 1
    let hasImagery = service.coverage.includes(visit.coordinates[row])
    current = OpenPlace(
      number: openedCount, row: row, look: look, hasImagery: hasImagery, start: simulation.now,
      span: simulation.beginSpan(.background, "place \(row + 1)"))
    outcome.opened += 1
    if look.isMeant, hasImagery { outcome.openedWithImagery += 1 }
    note(
      "the person opens row \(row + 1)\(look.isMeant ? "" : " by mistake")"
        + (hasImagery ? "" : ", which has no imagery"))
    list.open(row)
    strategy.placeDidOpen(row, coordinate: visit.coordinates[row])
    seeOffer()
  }

  private func close(_ row: Int) {
    if let current {
      simulation.endSpan(current.span)
      if current.isTapped, !current.isShown {
        outcome.deadEnds += 1
        note("the tap has shown nothing")
      }
      if current.look.isMeant, current.hasImagery, !current.isOffered { outcome.offersMissed += 1 }
      if current.look.isMeant, current.look.wantsToLookAround, current.hasImagery {
        outcome.wishes += 1
        if current.isShown, !current.isWrong { outcome.wishesMet += 1 }
      }
    }
    note("row \(row + 1) closes")
    current = nil
    list.open(nil)
    strategy.placeDidClose(row)
  }

  private func offerDidChange(inRow row: Int) {
    if current?.row == row { seeOffer() }
  }

  /// The person sees the offer of the open place, if it has one.
  private func seeOffer() {
    guard let place = current, let offer = list.offers[place.row] else { return }
    if let scene = offer.scene, !isRight(scene, for: place.row) {
      if !place.isWrong {
        current?.isWrong = true
        outcome.wrongScenes += 1
        note("the sheet of row \(place.row + 1) shows the scene of another place")
      }
    } else if place.hasImagery {
      noteOffer(place)
    } else if !place.isEmptyOffer {
      current?.isEmptyOffer = true
      outcome.emptyOffers += 1
    }
    guard place.look.wantsToLookAround, !place.willTap else { return }
    current?.willTap = true
    let number = place.number
    main.async(after: tapDelay) { [unowned self] in tap(number) }
  }

  private func noteOffer(_ place: OpenPlace) {
    guard !place.isOffered else { return }
    current?.isOffered = true
    note("row \(place.row + 1) offers to look around")
    guard place.look.isMeant else { return }
    outcome.offered += 1
    outcome.timesToOffer.append(simulation.now - place.start)
  }

  private func tap(_ number: Int) {
    guard let place = current, place.number == number else { return }
    guard list.offers[place.row] != nil else {
      current?.willTap = false
      return
    }
    current?.isTapped = true
    outcome.taps += 1
    simulation.noteInstant(.main, "tap")
    note("the person taps the offer of row \(place.row + 1)")
    strategy.offerWasTapped(place.row, coordinate: visit.coordinates[place.row])
  }

  private func didShow(_ scene: LookAroundScene) {
    guard let place = current else { return }
    current?.isShown = true
    let isRight = isRight(scene, for: place.row)
    note("the scene \(isRight ? "" : "of another place ")fills the screen")
    guard !isRight, !place.isWrong else { return }
    current?.isWrong = true
    outcome.wrongScenes += 1
  }

  /// True if a scene is of a row's place; other rows may be visits to the same one.
  private func isRight(_ scene: LookAroundScene, for row: Int) -> Bool {
    addresses[scene.coordinate] == visit.addresses[row]
  }

  private func note(_ text: @autoclosure () -> String) {
    transcript?.note(text(), at: simulation.now)
  }
}

/// A place whose sheet is open.
private struct OpenPlace {
  let number: Int
  let row: Int
  let look: LookAroundVisit.Look
  let hasImagery: Bool
  let start: Int64
  let span: Int?
  var isOffered = false
  var isEmptyOffer = false
  var isWrong = false
  /// True from the decision to tap the offer.
  var willTap = false
  var isTapped = false
  var isShown = false

  init(
    number: Int, row: Int, look: LookAroundVisit.Look, hasImagery: Bool, start: Int64, span: Int?
  ) {
    self.number = number
    self.row = row
    self.look = look
    self.hasImagery = hasImagery
    self.start = start
    self.span = span
  }
}

/// An engine without places: Look Around asks by position, and needs none.
private final class PlacelessEngine: PlaceSearching {
  func places(matching query: PlaceQuery) throws(PlaceSearchError) -> PlaceAnswer {
    PlaceAnswer(places: [], examined: 0)
  }

  func suggestions(
    for query: PlaceQuery, queryLimit: Int
  ) throws(PlaceSearchError) -> [PlaceSuggestion] { [] }

  func addresses(
    near coordinate: Coordinate, within distance: Double, limit: Int
  ) throws(PlaceSearchError) -> PlaceAnswer {
    PlaceAnswer(places: [], examined: 0)
  }
}
