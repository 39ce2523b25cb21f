import MapSimulation
import Measurement
import ScenarioModel
import Statistics

/// The metrics of a replay, from what its frames were.
struct AnnotationUpdateSummary {
  let frameTimes: [Int64]
  let counts: OperationCounts
  let viewsLiveMax: Int
  let footprintMax: Int64
  let device: AnnotationUpdateDevice

  var values: [NamedValue] { mapValues + ownValues + selectionValues + timeValues }

  private var mapValues: [NamedValue] {
    [
      NamedValue(.annotationsInserted, counts.annotationsInserted),
      NamedValue(.annotationsRemoved, counts.annotationsRemoved),
      NamedValue(.annotationsMoved, counts.annotationsMoved),
      NamedValue(.viewsCreated, counts.viewsCreated),
      NamedValue(.viewsReused, counts.viewsReused),
      NamedValue(.imagesRedrawn, counts.imagesRedrawn),
      NamedValue(.viewsLiveMax, viewsLiveMax),
      NamedValue(.modelledFootprint, Double(footprintMax)),
    ]
  }

  private var ownValues: [NamedValue] {
    let computed = device.context.computed
    let times = device.context.computationTimes
    return [
      NamedValue(.mapBodyEvaluations, device.context.bodyEvaluations),
      NamedValue(.itemsCompared, computed.itemsCompared),
      NamedValue(.pinsClustered, computed.pinsClustered),
      NamedValue(.pinsExamined, counts.pinsExamined + computed.pinsExamined),
      NamedValue(.differenceTimeTotal, Double(times.differences)),
      NamedValue(.clusteringTimeTotal, Double(times.clustering)),
    ]
  }

  private var selectionValues: [NamedValue] {
    let watch = device.selection
    return [
      NamedValue(.pinsSelected, watch.tapCount),
      NamedValue(
        .selectionKept,
        watch.updatesWatched > 0
          ? Double(watch.updatesKept) / Double(watch.updatesWatched) : nil,
        orWhy: "no update came while a pin was to be selected"),
      NamedValue(.selectionsLost, watch.lostCount),
    ]
  }

  private var timeValues: [NamedValue] {
    let hasFrames = !frameTimes.isEmpty
    let waits = hasFrames ? device.staleness.waits(until: device.end).sorted() : []
    let times = frameTimes.sorted()
    let forecast = FrameForecast(
      frameTimes: frameTimes, profile: device.world.device.profile,
      refresh: device.world.device.refresh)
    func value(_ metric: Metric, _ percentile: Percentile, of ascending: [Int64]) -> NamedValue {
      NamedValue(metric, percentile.value(ofAscending: ascending).map { Double($0) })
    }
    return [
      value(.staleTimeP50, .p50, of: waits),
      value(.staleTimeP95, .p95, of: waits),
      value(.staleTimeMax, .max, of: waits),
      NamedValue(.framesShown, device.shownFrameCount),
      value(.modelledFrameTimeP50, .p50, of: times),
      value(.modelledFrameTimeP95, .p95, of: times),
      value(.modelledFrameTimeP99, .p99, of: times),
      value(.modelledFrameTimeMax, .max, of: times),
      NamedValue(.hitchTimeRatio, hasFrames ? forecast.hitchTimeRatio : nil),
      NamedValue(.hangCount, forecast.hangCount),
      NamedValue(.appTerminations, device.isTerminated ? 1 : 0),
    ]
  }
}
