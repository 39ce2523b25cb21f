import Measurement
import ScenarioModel
import Statistics

/// The numbers of a replay, over all settings of the app: sums where something is counted, the
/// worst where it is a distance.
struct RegionUpdateSummary {
  let outcomes: [RegionUpdateOutcome]

  var values: [NamedValue] {
    guard !outcomes.isEmpty else {
      return Metric.ofRegionUpdates.map {
        NamedValue($0.name, .notAvailable(reason: "no setting was replayed"))
      }
    }
    return countedValues + timeValues
  }

  private func sum(_ count: (RegionUpdateOutcome) -> Int) -> Int {
    outcomes.reduce(0) { $0 + count($1) }
  }

  private var countedValues: [NamedValue] {
    [
      NamedValue(.mapChanges, sum(\.changes)),
      NamedValue(.regionCommands, sum(\.commands)),
      NamedValue(
        .changesRight, share: sum(\.rightChanges), of: sum(\.changes),
        orWhy: "nobody changed what the map shows"),
      NamedValue(.runawayLoops, sum(\.loops)),
      NamedValue(.fingerFights, sum(\.fights)),
      NamedValue(.lostUpdates, sum(\.lostCommands)),
      NamedValue(
        .commandsShown, share: sum(\.commands) - sum(\.lostCommands), of: sum(\.commands),
        orWhy: "code wanted the map nowhere"),
      NamedValue(.regionError, outcomes.map(\.regionError).max()),
      NamedValue(.stateModifiedDuringUpdate, sum(\.modificationsDuringUpdate)),
    ]
  }

  private var timeValues: [NamedValue] {
    let gestures = sum(\.gestures)
    let idleRates = outcomes.filter { $0.idleTime > 0 }.map {
      Double($0.idleUpdates) * 1e9 / Double($0.idleTime)
    }
    let times = outcomes.flatMap(\.settleTimes).sorted()
    let none = "nobody changed what the map shows"
    return [
      NamedValue(
        .updatesPerGesture,
        gestures == 0 ? nil : Double(sum(\.updatesOfGestures)) / Double(gestures),
        orWhy: "there was no gesture"),
      NamedValue(.viewUpdates, sum(\.updates)),
      NamedValue(
        .idleUpdatesPerSecond, idleRates.max(), orWhy: "there was always something to be done"),
      NamedValue(
        .settleTimeP50, Percentile.p50.value(ofAscending: times).map(Double.init), orWhy: none),
      NamedValue(
        .settleTimeP95, Percentile.p95.value(ofAscending: times).map(Double.init), orWhy: none),
    ]
  }
}
