import Measurement
import ScenarioModel

extension Metric {
  // What an app does about changes, counted. Those of the map itself are the annotations family's.
  static let mapBodyEvaluations = Metric(
    "body-evaluations", .count, .counted, .lowerIsBetter,
    "How often the body of the view with the map was evaluated; 0 where the map is UIKit's.")
  static let annotationsMoved = Metric(
    "annotations-moved", .count, .counted, .neutral,
    "Annotations that went to another place and stayed on the map.")
  static let itemsCompared = Metric(
    "items-compared", .count, .counted, .lowerIsBetter,
    "Items that differences went through, those of the longer list; the first load is compared "
      + "with nothing.")
  static let differenceTimeTotal = Metric(
    "difference-time-total", .nanoseconds, .measured, .lowerIsBetter,
    "Processor time of this project's own differences; SwiftUI's is not known.")
  static let clusteringTimeTotal = Metric(
    "clustering-time-total", .nanoseconds, .measured, .lowerIsBetter,
    "Processor time of sorting pins into clusters or an index, on main and beside it.")
  static let pinsClustered = Metric(
    "pins-clustered", .count, .counted, .lowerIsBetter,
    "Pins that were sorted into clusters or an index, on main and in the background.")

  // The user's selection.
  static let pinsSelected = Metric(
    "pins-selected", .count, .counted, .neutral, "Pins that the user tapped and so selected.")
  static let selectionKept = Metric(
    "selection-kept", .fraction, .counted, .higherIsBetter,
    "The share of the updates (changed data, evaluated bodies) one frame after which the pin was "
      + "still selected that the user had tapped; while it is in the data and in view.")
  static let selectionsLost = Metric(
    "selections-lost", .count, .counted, .lowerIsBetter,
    "How often a pin in view was no longer selected although no other was tapped.")

  // How late the map is, modelled.
  static let staleTimeP50 = Metric(
    "staleness-p50", .nanoseconds, .modelled, .lowerIsBetter,
    "Time from a change of the data or the camera until a frame shows it; the median change.")
  static let staleTimeP95 = Metric(
    "staleness-p95", .nanoseconds, .modelled, .lowerIsBetter,
    "The same; 95 of 100 changes wait no longer.")
  static let staleTimeMax = Metric(
    "staleness-max", .nanoseconds, .modelled, .lowerIsBetter,
    "The same; the longest wait. What was never shown waited until the end.")
  static let framesShown = Metric(
    "frames-shown", .count, .modelled, .higherIsBetter,
    "Frames that came on screen, of as many as the replay has refreshes.")
  static let appTerminations = Metric(
    "watchdog-terminations", .count, .modelled, .lowerIsBetter,
    "Whether the watchdog ended the app, as the main thread was busy for too long.")

  static let ofAnnotationUpdates: [Metric] = [
    mapBodyEvaluations, annotationsInserted, annotationsRemoved, annotationsMoved, viewsCreated,
    viewsReused, imagesRedrawn, viewsLiveMax, itemsCompared, pinsClustered, pinsExamined,
    differenceTimeTotal, clusteringTimeTotal,
    pinsRepresented, framesInspected, pinsSelected, selectionKept, selectionsLost, staleTimeP50,
    staleTimeP95, staleTimeMax, framesShown, modelledFrameTimeP50, modelledFrameTimeP95,
    modelledFrameTimeP99, modelledFrameTimeMax, hitchTimeRatio, hangCount, appTerminations,
    modelledFootprint,
  ]
}
