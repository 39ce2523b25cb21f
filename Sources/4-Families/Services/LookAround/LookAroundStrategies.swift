import Clustering
import ScenarioModel
import Simulation

extension StrategyEntry where Make == LookAroundMake {
  /// The strategies that come with MapPressure, naive ones first.
  static var standard: [StrategyEntry] {
    [
      StrategyEntry(
        "always-offered",
        summary: "Has a button at each place, and asks for the scene when it is tapped."
      ) { list, service in
        LookAroundCallbacks(
          rows: RowCallbacks(didAppear: { row, _ in list.offerLookAround(nil, inRow: row) }),
          offerWasTapped: { row, coordinate in
            service.requestScene(at: coordinate) { scene in
              if list.openRow == row { list.show(scene) }
            }
          })
      },
      StrategyEntry(
        "unchecked-answer",
        summary:
          "Asks for an opened place's scene; shows the answer in the place that is open by then."
      ) { list, service in
        LookAroundCallbacks(
          placeDidOpen: { _, coordinate in
            service.requestScene(at: coordinate) { scene in
              guard let scene, let openRow = list.openRow else { return }
              list.offerLookAround(scene, inRow: openRow)
            }
          },
          placeDidClose: { list.withdrawOffer(inRow: $0) },
          offerWasTapped: { row, _ in list.showOffer(inRow: row) })
      },
      StrategyEntry(
        "checked-per-row",
        summary: "Asks for a scene for each row that appears, and offers it if there is one."
      ) { list, service in
        LookAroundCallbacks(
          rows: RowCallbacks(didAppear: { row, coordinate in
            service.requestScene(at: coordinate) { scene in
              if let scene { list.offerLookAround(scene, inRow: row) }
            }
          }),
          offerWasTapped: { row, _ in list.showOffer(inRow: row) })
      },
      StrategyEntry(
        "checked-on-selection",
        summary: "Asks for the scene when a place is opened, and cancels when it is closed."
      ) { list, service in
        // The request ends with the sheet, as a task of the view does.
        var request: LookAroundSceneRequest?
        return LookAroundCallbacks(
          placeDidOpen: { row, coordinate in
            request = service.requestScene(at: coordinate) { scene in
              if let scene { list.offerLookAround(scene, inRow: row) }
            }
          },
          placeDidClose: { row in
            request?.cancel()
            request = nil
            list.withdrawOffer(inRow: row)
          },
          offerWasTapped: { row, _ in list.showOffer(inRow: row) })
      },
      StrategyEntry(
        "checked-and-cached",
        summary:
          "Sends at most 40 requests a minute, for rows that stay on screen and for opened places, and "
          + "keeps every response."
      ) { list, service in
        let model = CheckedAndCached(list: list, service: service)
        return LookAroundCallbacks(
          rows: RowCallbacks(
            didAppear: model.rowDidAppear, didDisappear: model.rowDidDisappear),
          placeDidOpen: model.placeDidOpen,
          offerWasTapped: { row, _ in list.showOffer(inRow: row) })
      },
    ]
  }
}

extension SearchService {
  /// Asks for the scene of a place; the handler gets none after an error, too.
  @discardableResult
  fileprivate func requestScene(
    at coordinate: Coordinate, _ handler: @escaping (LookAroundScene?) -> Void
  ) -> LookAroundSceneRequest {
    let request = LookAroundSceneRequest(coordinate: coordinate, service: self)
    request.getScene { result in handler((try? result.get()) ?? nil) }
    return request
  }
}

extension PlaceList {
  /// Shows the scene of a row's offer full screen.
  fileprivate func showOffer(inRow row: Int) { show(offers[row]?.scene) }
}

/// Asks for rows that stay on screen, and for an opened place at once; cancels for rows that leave,
/// stays below the platform's limit, and keeps each answer, also that there is no scene.
private final class CheckedAndCached {
  /// Rows that scroll by faster than this are not asked for, in nanoseconds.
  private static let settlingTime: Int64 = 300_000_000
  /// The requests that are kept for opened places.
  private static let reserve = 10

  private let list: PlaceList
  private let service: SearchService
  /// The rows with an answer.
  private var known: Set<Int> = []
  private var requests: [Int: LookAroundSceneRequest] = [:]
  private var settling: [Int: ScheduledEvent] = [:]
  private var budget = RequestBudget()

  init(list: PlaceList, service: SearchService) {
    self.list = list
    self.service = service
  }

  func rowDidAppear(_ row: Int, coordinate: Coordinate) {
    guard !known.contains(row), requests[row] == nil, settling[row] == nil else { return }
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
    guard !known.contains(row), requests[row] == nil else { return }
    stopWaiting(for: row)
    ask(for: row, coordinate, keeping: 0)
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
    known.insert(row)
    if let scene { list.offerLookAround(scene, inRow: row) }
  }
}
