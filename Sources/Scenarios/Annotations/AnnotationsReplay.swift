import MapGeometry
import MapSimulation
import Measurement
import PinData

/// A camera's way over a pin set under one strategy, frame by frame.
final class AnnotationsReplay: Replay {
  let pins: PinSet
  let visibleMapRects: [MapRect]
  let device: Device
  let mapView: MapView
  private let workspace: String
  private let entry: AnnotationStrategyEntry
  private(set) var strategy: (any AnnotationStrategy)?

  // Recorded between frames, into memory that is there before the first.
  private var countsBefore = OperationCounts()
  private var countsOfFrames: [OperationCounts]
  private var annotationsShownMax = 0
  private var viewsLiveMax = 0
  private var footprintMax: Int64 = 0

  init(
    pins: PinSet, visibleMapRects: [MapRect], device: Device, workspace: String,
    entry: AnnotationStrategyEntry
  ) {
    self.pins = pins
    self.visibleMapRects = visibleMapRects
    self.device = device
    self.workspace = workspace
    self.entry = entry
    mapView = MapView(device: device)
    countsOfFrames = Array(repeating: OperationCounts(), count: visibleMapRects.count)
  }

  var frameCount: Int { visibleMapRects.count }

  func build() throws {
    let strategy = try entry.make(pins, StrategyContext(device: device, workspace: workspace))
    mapView.delegate = strategy
    self.strategy = strategy
  }

  func showFrame(_ frame: Int) throws {
    mapView.setVisibleMapRect(visibleMapRects[frame])
    try strategy?.mapViewDidChangeVisibleRegion(mapView)
    mapView.layoutAnnotationViews()
  }

  func frameDidEnd(_ frame: Int) {
    let counts = mapView.counts
    countsOfFrames[frame] = counts - countsBefore
    countsBefore = counts
    annotationsShownMax = max(annotationsShownMax, mapView.annotations.count)
    viewsLiveMax = max(viewsLiveMax, mapView.liveViewCount)
    footprintMax = max(
      footprintMax,
      FootprintForecast.bytes(
        annotations: mapView.annotations.count, markerViews: mapView.heldMarkerViewCount,
        imageViews: mapView.heldImageViewCount, profile: device.profile))
  }

  func results() -> [NamedValue] {
    let counts = mapView.counts
    let forecast = FrameForecast(
      frames: countsOfFrames, profile: device.profile, refresh: device.refresh)
    let times = forecast.frameTimes.sorted()
    return [
      NamedValue(.annotationsShownMax, annotationsShownMax),
      NamedValue(.annotationsInserted, counts.annotationsInserted),
      NamedValue(.annotationsRemoved, counts.annotationsRemoved),
      NamedValue(.viewsCreated, counts.viewsCreated),
      NamedValue(.viewsReused, counts.viewsReused),
      NamedValue(.viewsLiveMax, viewsLiveMax),
      NamedValue(.pinsExamined, counts.pinsExamined),
      NamedValue(.clusterCandidates, counts.clusterCandidates),
      NamedValue(.modelledFrameTimeP50, Double(Percentile.p50.value(ofAscending: times) ?? 0)),
      NamedValue(.modelledFrameTimeP95, Double(Percentile.p95.value(ofAscending: times) ?? 0)),
      NamedValue(.modelledFrameTimeP99, Double(Percentile.p99.value(ofAscending: times) ?? 0)),
      NamedValue(.modelledFrameTimeMax, Double(Percentile.max.value(ofAscending: times) ?? 0)),
      NamedValue(.hitchTimeRatio, forecast.hitchTimeRatio),
      NamedValue(.hangCount, forecast.hangCount),
      NamedValue(.modelledFootprint, Double(footprintMax)),
    ]
  }
}
