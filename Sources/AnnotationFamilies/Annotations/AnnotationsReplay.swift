import Foundation
import MapGeometry
import MapSimulation
import Measurement
import PinData
import ScenarioModel
import Statistics

/// A camera's way over a pin set under one strategy, frame by frame.
final class AnnotationsReplay: Replay {
  let pins: PinSet
  let visibleMapRects: [MapRect]
  let device: Device
  private(set) var mapView: MapView
  private let workspace: String
  private let entry: AnnotationStrategyEntry
  private(set) var strategy: (any AnnotationStrategy)?

  // Recorded between frames, into memory that is there before the first.
  private var countsBefore = OperationCounts()
  private var countsOfFrames: [OperationCounts]
  private var isReplayed: [Bool]
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
    isReplayed = Array(repeating: false, count: visibleMapRects.count)
  }

  var frameCount: Int { visibleMapRects.count }

  /// A map may be moved to any place at once.
  var framesAreIndependent: Bool { true }

  func reset() {
    strategy = nil
    mapView = MapView(device: device)
    emptyWorkspace()
    countsBefore = OperationCounts()
    for frame in countsOfFrames.indices {
      countsOfFrames[frame] = OperationCounts()
      isReplayed[frame] = false
    }
    annotationsShownMax = 0
    viewsLiveMax = 0
    footprintMax = 0
  }

  /// A strategy finds its folder as empty as at first. What cannot be removed is for the strategy
  /// to stumble over, which says it better.
  private func emptyWorkspace() {
    let files = FileManager.default
    for name in (try? files.contentsOfDirectory(atPath: workspace)) ?? [] {
      try? files.removeItem(atPath: workspace + "/" + name)
    }
  }

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
    isReplayed[frame] = true
    countsBefore = counts
    annotationsShownMax = max(annotationsShownMax, mapView.annotations.count)
    viewsLiveMax = max(viewsLiveMax, mapView.liveViewCount)
    footprintMax = max(
      footprintMax,
      FootprintForecast.bytes(
        annotations: mapView.annotations.count, markerViews: mapView.heldMarkerViewCount,
        imageViews: mapView.heldImageViewCount, profile: device.profile))
  }

  /// The latest replay of each frame; a frame that was not replayed takes no part.
  func results() -> [NamedValue] {
    let frames = zip(countsOfFrames, isReplayed).filter(\.1).map(\.0)
    let counts = frames.reduce(into: OperationCounts()) { $0 += $1 }
    let forecast = FrameForecast(
      frames: frames, profile: device.profile, refresh: device.refresh)
    let times = forecast.frameTimes.sorted()
    func time(_ percentile: Percentile) -> Double? {
      percentile.value(ofAscending: times).map { Double($0) }
    }
    return [
      NamedValue(.annotationsShownMax, annotationsShownMax),
      NamedValue(.annotationsInserted, counts.annotationsInserted),
      NamedValue(.annotationsRemoved, counts.annotationsRemoved),
      NamedValue(.viewsCreated, counts.viewsCreated),
      NamedValue(.viewsReused, counts.viewsReused),
      NamedValue(.imagesRedrawn, counts.imagesRedrawn),
      NamedValue(.viewsLiveMax, viewsLiveMax),
      NamedValue(.pinsExamined, counts.pinsExamined),
      NamedValue(.clusterCandidates, counts.clusterCandidates),
      NamedValue(.modelledFrameTimeP50, time(.p50)),
      NamedValue(.modelledFrameTimeP95, time(.p95)),
      NamedValue(.modelledFrameTimeP99, time(.p99)),
      NamedValue(.modelledFrameTimeMax, time(.max)),
      NamedValue(.hitchTimeRatio, frames.isEmpty ? nil : forecast.hitchTimeRatio),
      NamedValue(.hangCount, forecast.hangCount),
      NamedValue(.modelledFootprint, Double(footprintMax)),
    ]
  }
}
