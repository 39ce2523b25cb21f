/// How often a map view did what: the counted metrics, and the model's input.
public struct OperationCounts: Hashable, Sendable {
  public var annotationsInserted = 0
  public var annotationsRemoved = 0
  public var viewForCalls = 0
  public var markerViewsCreated = 0
  public var imageViewsCreated = 0
  public var viewsReused = 0
  /// Views that a layout pass placed on screen, summed over the passes.
  public var markerViewsPlaced = 0
  public var imageViewsPlaced = 0
  /// Annotations that native clustering tested for collisions.
  public var clusterCandidates = 0
  /// Pins that a strategy looked at to decide what to show.
  public var pinsExamined = 0

  public init() {}

  public var viewsCreated: Int { markerViewsCreated + imageViewsCreated }
  public var viewsPlaced: Int { markerViewsPlaced + imageViewsPlaced }

  /// What was counted between two readings.
  public static func - (later: Self, earlier: Self) -> Self {
    var difference = later
    difference.annotationsInserted -= earlier.annotationsInserted
    difference.annotationsRemoved -= earlier.annotationsRemoved
    difference.viewForCalls -= earlier.viewForCalls
    difference.markerViewsCreated -= earlier.markerViewsCreated
    difference.imageViewsCreated -= earlier.imageViewsCreated
    difference.viewsReused -= earlier.viewsReused
    difference.markerViewsPlaced -= earlier.markerViewsPlaced
    difference.imageViewsPlaced -= earlier.imageViewsPlaced
    difference.clusterCandidates -= earlier.clusterCandidates
    difference.pinsExamined -= earlier.pinsExamined
    return difference
  }
}
