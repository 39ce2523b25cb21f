import EventSimulation
import MapGeometry
import ScenarioModel
import SearchSimulation

extension LookAroundFamily {
  /// The strategies that come with MapPressure, naive ones first.
  package static let standardEntries: [StrategyEntry<Make>] = [
    StrategyEntry(
      "always-offered", AlwaysOffered.self,
      summary: "Has a button at each place, and asks for the scene when it is tapped."),
    StrategyEntry(
      "unchecked-answer", UncheckedAnswer.self,
      summary: "Asks when a place is opened, and shows the answer in whichever place is open then."),
    StrategyEntry(
      "checked-per-row", CheckedPerRow.self,
      summary: "Asks for each row that appears, and offers what has a scene."),
    StrategyEntry(
      "checked-on-selection", CheckedOnSelection.self,
      summary: "Asks when a place is opened, and cancels when it is closed."),
    StrategyEntry(
      "checked-and-cached", CheckedAndCached.self,
      summary:
        "Asks for rows that stay on screen and for opened places, within 40 requests a minute, and keeps all answers."
    ),
  ]
}

/// Offers to look around everywhere; only the tap shows if there is anything.
final class AlwaysOffered: LookAroundStrategy {
  private let list: PlaceList
  private let service: SearchService

  init(list: PlaceList, service: SearchService) {
    self.list = list
    self.service = service
  }

  func rowDidAppear(_ row: Int, coordinate: Coordinate) {
    list.offerLookAround(nil, inRow: row)
  }

  func offerWasTapped(_ row: Int, coordinate: Coordinate) {
    LookAroundSceneRequest(coordinate: coordinate, service: service).getScene { [list] result in
      guard list.openRow == row else { return }
      list.show((try? result.get()) ?? nil)
    }
  }
}

/// Asks when a place is opened, and gives the answer to the sheet, whichever place it has by then.
final class UncheckedAnswer: LookAroundStrategy {
  private let list: PlaceList
  private let service: SearchService

  init(list: PlaceList, service: SearchService) {
    self.list = list
    self.service = service
  }

  func placeDidOpen(_ row: Int, coordinate: Coordinate) {
    LookAroundSceneRequest(coordinate: coordinate, service: service).getScene { [list] result in
      guard let scene = (try? result.get()) ?? nil, let openRow = list.openRow else { return }
      list.offerLookAround(scene, inRow: openRow)
    }
  }

  func placeDidClose(_ row: Int) { list.withdrawOffer(inRow: row) }

  func offerWasTapped(_ row: Int, coordinate: Coordinate) {
    list.show(list.offers[row]?.scene)
  }
}

/// Asks for each row that appears, each time.
final class CheckedPerRow: LookAroundStrategy {
  private let list: PlaceList
  private let service: SearchService

  init(list: PlaceList, service: SearchService) {
    self.list = list
    self.service = service
  }

  func rowDidAppear(_ row: Int, coordinate: Coordinate) {
    LookAroundSceneRequest(coordinate: coordinate, service: service).getScene { [list] result in
      guard let scene = (try? result.get()) ?? nil else { return }
      list.offerLookAround(scene, inRow: row)
    }
  }

  func offerWasTapped(_ row: Int, coordinate: Coordinate) {
    list.show(list.offers[row]?.scene)
  }
}

/// Asks when a place is opened; the request ends with the sheet, as a task of the view does.
final class CheckedOnSelection: LookAroundStrategy {
  private let list: PlaceList
  private let service: SearchService
  private var request: LookAroundSceneRequest?

  init(list: PlaceList, service: SearchService) {
    self.list = list
    self.service = service
  }

  func placeDidOpen(_ row: Int, coordinate: Coordinate) {
    let request = LookAroundSceneRequest(coordinate: coordinate, service: service)
    self.request = request
    request.getScene { [list] result in
      guard let scene = (try? result.get()) ?? nil else { return }
      list.offerLookAround(scene, inRow: row)
    }
  }

  func placeDidClose(_ row: Int) {
    request?.cancel()
    request = nil
    list.withdrawOffer(inRow: row)
  }

  func offerWasTapped(_ row: Int, coordinate: Coordinate) {
    list.show(list.offers[row]?.scene)
  }
}

/// Asks for rows that stay on screen, and for an opened place at once; cancels for rows that leave,
/// stays below the platform's limit, and keeps each answer, also that there is no scene.
final class CheckedAndCached: LookAroundStrategy {
  private enum Knowledge {
    case scene(LookAroundScene)
    case noScene
  }

  /// Rows that scroll by faster than this are not asked for, in nanoseconds.
  private static let settlingTime: Int64 = 300_000_000
  /// The requests that are kept for opened places.
  private static let reserve = 10

  private let list: PlaceList
  private let service: SearchService
  private var known: [Int: Knowledge] = [:]
  private var requests: [Int: LookAroundSceneRequest] = [:]
  private var settling: [Int: ScheduledEvent] = [:]
  private var budget = RequestBudget()

  init(list: PlaceList, service: SearchService) {
    self.list = list
    self.service = service
  }

  func rowDidAppear(_ row: Int, coordinate: Coordinate) {
    guard known[row] == nil, requests[row] == nil, settling[row] == nil else { return }
    settling[row] = list.main.async(after: Self.settlingTime) { [weak self] in
      self?.settling[row] = nil
      self?.ask(for: row, coordinate, keeping: Self.reserve)
    }
  }

  func rowDidDisappear(_ row: Int) {
    stopWaiting(for: row)
    guard list.openRow != row else { return }
    requests.removeValue(forKey: row)?.cancel()
  }

  func placeDidOpen(_ row: Int, coordinate: Coordinate) {
    guard known[row] == nil, requests[row] == nil else { return }
    stopWaiting(for: row)
    ask(for: row, coordinate, keeping: 0)
  }

  func offerWasTapped(_ row: Int, coordinate: Coordinate) {
    list.show(list.offers[row]?.scene)
  }

  private func stopWaiting(for row: Int) {
    if let event = settling.removeValue(forKey: row) { list.main.simulation.cancel(event) }
  }

  private func ask(for row: Int, _ coordinate: Coordinate, keeping reserve: Int) {
    guard budget.take(at: list.main.simulation.now, keeping: reserve) else { return }
    let request = LookAroundSceneRequest(coordinate: coordinate, service: service)
    requests[row] = request
    request.getScene { [weak self] in self?.receive($0, for: row) }
  }

  private func receive(_ result: Result<LookAroundScene?, MapError>, for row: Int) {
    requests[row] = nil
    // An error says nothing about imagery: the row is asked for again.
    guard case .success(let scene) = result else { return }
    if let scene {
      known[row] = .scene(scene)
      list.offerLookAround(scene, inRow: row)
    } else {
      known[row] = .noScene
    }
  }
}
