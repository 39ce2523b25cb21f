import Measurement
import ScenarioModel

extension Metric {
  // The map, counted.
  static let annotationsShownMax = Metric(
    "max-shown-annotations", .count, .counted, .lowerIsBetter,
    "The most annotations that the map held at one time.")
  static let annotationsInserted = Metric(
    "annotations-inserted", .count, .counted, .lowerIsBetter, "Annotations added to the map.")
  static let annotationsRemoved = Metric(
    "annotations-removed", .count, .counted, .lowerIsBetter, "Annotations removed from the map.")
  static let viewsCreated = Metric(
    "views-created", .count, .counted, .lowerIsBetter,
    "Annotation views that were made, each with a bitmap of its own.")
  static let viewsReused = Metric(
    "views-reused", .count, .counted, .neutral, "Annotation views taken from the reuse queue.")
  static let viewsLiveMax = Metric(
    "max-live-views", .count, .counted, .lowerIsBetter,
    "The most annotation views on screen at one time.")
  static let imagesRedrawn = Metric(
    "images-redrawn", .count, .counted, .lowerIsBetter,
    "Views that were drawn anew because they show another annotation.")
  static let pinsExamined = Metric(
    "pins-examined", .count, .counted, .lowerIsBetter,
    "Pins or items that the strategy itself went through: every pin in a scan, else what was found."
  )
  static let clusterCandidates = Metric(
    "cluster-candidates", .count, .counted, .lowerIsBetter,
    "Annotations that the map's own clustering tested for collisions.")

  // What an observed replay finds.
  static let overlappingFraction = Metric(
    "marker-overlap", .fraction, .counted, .lowerIsBetter,
    "The share of the shown views' area that other views cover, in the worst inspected frame.")
  static let pinsRepresented = Metric(
    "pin-coverage", .fraction, .counted, .higherIsBetter,
    "The share of the pins in view that exactly one annotation stands for, shown or just off screen."
  )
  static let framesInspected = Metric(
    "frames-inspected", .count, .counted, .neutral,
    "The frames whose pins were all looked for; with very many pins not every frame is.")
  static let overdraw = Metric(
    "overdraw", .ratio, .counted, .lowerIsBetter,
    "Pixels of views painted for each pixel of the screen, in the frame of the picture.")
  static let compositeTime = Metric(
    "composite-time", .nanoseconds, .measured, .lowerIsBetter,
    "Time to paint that frame in software at the screen's scale; a phone's GPU does it otherwise.")

  // The platform, modelled.
  static let modelledFrameTimeP50 = Metric(
    "modelled-frame-time-p50", .nanoseconds, .modelled, .lowerIsBetter,
    "The main thread's work for a frame as the profile predicts it; the median frame.")
  static let modelledFrameTimeP95 = Metric(
    "modelled-frame-time-p95", .nanoseconds, .modelled, .lowerIsBetter,
    "The same; 95 of 100 frames take no longer.")
  static let modelledFrameTimeP99 = Metric(
    "modelled-frame-time-p99", .nanoseconds, .modelled, .lowerIsBetter,
    "The same; 99 of 100 frames take no longer.")
  static let modelledFrameTimeMax = Metric(
    "modelled-frame-time-max", .nanoseconds, .modelled, .lowerIsBetter,
    "The same; the slowest frame.")
  static let hitchTimeRatio = Metric(
    "hitch-time-ratio", .millisecondsPerSecond, .modelled, .lowerIsBetter,
    "Milliseconds that frames come late for each second, loading included; Apple: up to 10 is good."
  )
  static let hangCount = Metric(
    "hanging-frames", .count, .modelled, .lowerIsBetter,
    "Frames that keep the main thread busy for longer than the profile's hang threshold.")
  static let modelledFootprint = Metric(
    "modelled-footprint", .bytes, .modelled, .lowerIsBetter,
    "The app's memory footprint as the profile predicts it: app, map, annotations and views.")

  static let ofAnnotations: [Metric] = [
    annotationsShownMax, annotationsInserted, annotationsRemoved, viewsCreated, viewsReused,
    imagesRedrawn, viewsLiveMax, pinsExamined, clusterCandidates, overlappingFraction,
    pinsRepresented, framesInspected,
    overdraw,
    compositeTime, modelledFrameTimeP50, modelledFrameTimeP95, modelledFrameTimeP99,
    modelledFrameTimeMax, hitchTimeRatio, hangCount, modelledFootprint,
  ]
}
