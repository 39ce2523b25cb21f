import Families
import Simulation
import Support

/// Operations of a recording, as the model counts them.
package struct RecordedOperations: Hashable, Sendable {
  /// The map's operations.
  package var map = OperationCounts()
  /// The app's computations on the main thread.
  package var computations = ComputationCounts()
  /// Changes of the map's region or camera.
  package var cameraChanges = 0

  /// Creates counts of zero.
  package init() {}

  /// The model's time for the operations in nanoseconds.
  ///
  /// - Parameter afterFirstView: as of `OperationCounts.work(on:afterFirstView:)`.
  func time(on profile: PlatformProfile, afterFirstView: Bool) -> Double {
    (map.work(on: profile, afterFirstView: afterFirstView) + computations.work(on: profile))
      .total
      + Double(cameraChanges) * profile[.setCamera]
  }
}

/// A measured time of the main thread with the operations that it was spent on.
package struct MeasuredWork: Hashable, Sendable {
  /// The ways in which a time was measured; each has a noise of its own.
  package enum Source: Hashable, Sendable, CaseIterable {
    /// A call that adds, removes or moves annotations.
    case annotationCall
    /// A call of `mapView(_:viewFor:)` that returned a view from the reuse queue.
    case viewCall
    /// A call that sets the region.
    case cameraCall
    /// A computation of the app.
    case computation
    /// The rest of a frame's busy time, without those calls, while the map moved.
    case movingFrame
    /// The rest of a frame's busy time, without those calls, while the map was at rest.
    case restingFrame

    /// True for a frame and not a call.
    package var isFrame: Bool { self == .movingFrame || self == .restingFrame }
  }

  /// The way in which it was measured.
  package let source: Source
  /// The operation of a call; `nil` for a frame.
  package let operation: MapRecording.Operation?
  /// The beginning of the call or the end of the frame, in nanoseconds since the beginning of the
  /// recording.
  package let time: Int64
  /// The operations.
  package let operations: RecordedOperations
  /// False until the first view was made.
  package let isAfterFirstView: Bool
  /// The time in nanoseconds.
  package let duration: Int64
}

/// The main thread's measured times of a recording, each nanosecond in one of them at most.
///
/// A call whose whole cost is in it stands for itself. The cost of a new view falls partly into the
/// layout pass after the delegate's call, so that these calls stay in their frame's time.
package struct RecordedWork: Sendable {
  /// The measured times: calls, then frames, each in the order of time.
  package private(set) var works: [MeasuredWork] = []
  /// Frames that were left out because the map made views of its own in them, which nobody counted.
  package private(set) var framesWithUncountedViews = 0
  /// Frames that were left out because more time of calls is in them than the main thread was busy.
  package private(set) var inconsistentFrames = 0

  /// Reads a recording.
  package init(_ recording: MapRecording) {
    let exclusive = Self.exclusiveDurations(recording.calls)
    let newViews = recording.calls.filter { $0.view?.isNew == true }
    let firstNewView = newViews.map(\.begin).min() ?? .max
    works = zip(recording.calls, exclusive).compactMap { Self.work($0, duration: $1) }
    appendFrames(recording, exclusive: exclusive, firstNewView: firstNewView)
  }

  /// The durations of calls without those of the calls inside of them.
  private static func exclusiveDurations(_ calls: [MapRecording.Call]) -> [Int64] {
    var durations = calls.map(\.duration)
    var open: [Int] = []
    for (index, call) in calls.enumerated() {
      while let outer = open.last, calls[outer].begin + calls[outer].duration <= call.begin {
        open.removeLast()
      }
      if let outer = open.last { durations[outer] = max(0, durations[outer] - call.duration) }
      open.append(index)
    }
    return durations
  }

  /// A call that stands for itself; `nil` for one that is a part of its frame.
  private static func work(_ call: MapRecording.Call, duration: Int64) -> MeasuredWork? {
    var operations = RecordedOperations()
    let source: MeasuredWork.Source
    switch call.operation {
    case .viewFor:
      guard let view = call.view, !view.isNew else { return nil }
      source = .viewCall
      operations.count(view)
    case .add, .remove, .move: source = .annotationCall
    case .setRegion: source = .cameraCall
    case .examinePins, .groupPins, .buildClusters, .indexPins, .compareItems, .compareItemsByID,
      .storeRows, .queryDatabase:
      source = .computation
    }
    operations.count(call)
    return MeasuredWork(
      source: source, operation: call.operation, time: call.begin, operations: operations,
      isAfterFirstView: true, duration: duration)
  }

  private mutating func appendFrames(
    _ recording: MapRecording, exclusive: [Int64], firstNewView: Int64
  ) {
    for (index, turn) in recording.turns.enumerated() {
      let frame = recording.frames[index]
      var operations = RecordedOperations()
      var rest = frame.busy
      var hasUncountedViews = false
      var entered = (markers: 0, images: 0)
      var changesAnnotations = false
      for call in turn.calls {
        let made = recording.calls[call]
        switch made.operation {
        case .viewFor:
          if let view = made.view {
            if view.isMarker { entered.markers += 1 } else { entered.images += 1 }
            if view.isNew {
              operations.count(view)
            } else {
              // The call is a measurement of its own; that the map shows the view is not.
              rest -= exclusive[call]
              operations.countShownAgain(view)
            }
          } else {
            hasUncountedViews = true
          }
        case .add, .remove, .move:
          changesAnnotations = true
          rest -= exclusive[call]
        default:
          rest -= exclusive[call]
        }
      }
      // Of the first frame the beginning is not known.
      if index == 0 { continue }
      if hasUncountedViews {
        framesWithUncountedViews += 1
        continue
      }
      if rest < 0 {
        inconsistentFrames += 1
        continue
      }
      operations.map.markerViewsPlaced =
        turn.isMoving ? frame.markers : min(entered.markers, frame.markers)
      operations.map.imageViewsPlaced =
        turn.isMoving ? frame.images : min(entered.images, frame.images)
      if turn.isMoving || changesAnnotations { operations.map.clusterCandidates = frame.candidates }
      works.append(
        MeasuredWork(
          source: turn.isMoving ? .movingFrame : .restingFrame, operation: nil, time: frame.end,
          operations: operations,
          isAfterFirstView: firstNewView <= recording.frames[index - 1].end, duration: rest))
    }
  }
}

extension MapRecording {
  /// For each frame the calls in it, by their indices, and whether the map moved.
  var turns: [(calls: Range<Int>, isMoving: Bool)] {
    var (call, change) = (0, 0)
    return frames.map { frame in
      let first = call
      while call < calls.count, calls[call].begin <= frame.end { call += 1 }
      var isMoving = false
      while change < regions.count, regions[change].time <= frame.end {
        // The first region is where the map begins.
        isMoving = isMoving || change > 0
        change += 1
      }
      return (first..<call, isMoving)
    }
  }
}

extension RecordedOperations {
  /// The kinds of operations.
  static var kinds: [WritableKeyPath<RecordedOperations, Int>] {
    [
      \.map.annotationsInserted, \.map.annotationsRemoved, \.map.annotationsMoved,
      \.map.viewForCalls, \.map.clusterViewForCalls, \.map.markerViewsCreated,
      \.map.imageViewsCreated, \.map.markerViewsReused, \.map.imageViewsReused,
      \.map.imagesRedrawn, \.map.redrawnArea,
      \.map.markerViewsPlaced, \.map.imageViewsPlaced, \.map.clusterCandidates,
      \.computations.itemsCompared, \.computations.itemsComparedAfterBody,
      \.computations.pinsGrouped, \.computations.pinsClustered, \.computations.pinsIndexed,
      \.computations.rowsStored, \.computations.pinsExamined, \.computations.databaseQueries,
      \.computations.rowsRead, \.cameraChanges,
    ]
  }

  /// The number of operations, without areas and with compared items once.
  package var total: Int {
    Self.kinds.reduce(0) { $0 + self[keyPath: $1] }
      - map.redrawnArea - computations.itemsComparedAfterBody
  }

  /// Counts a call of `mapView(_:viewFor:)` and its view.
  fileprivate mutating func count(_ view: MapRecording.View) {
    if view.isCluster { map.clusterViewForCalls += 1 } else { map.viewForCalls += 1 }
    if view.isNew {
      if view.isMarker { map.markerViewsCreated += 1 } else { map.imageViewsCreated += 1 }
    } else if view.hasOtherImage {
      map.imagesRedrawn += 1
      map.redrawnArea += Int(view.drawnArea.rounded())
    }
  }

  /// Counts that the map shows a view from the reuse queue, after the call.
  fileprivate mutating func countShownAgain(_ view: MapRecording.View) {
    if view.isMarker { map.markerViewsReused += 1 } else { map.imageViewsReused += 1 }
  }

  /// Counts any other call.
  fileprivate mutating func count(_ call: MapRecording.Call) {
    switch call.operation {
    case .viewFor: break
    case .add: map.annotationsInserted += call.count
    case .remove: map.annotationsRemoved += call.count
    case .move: map.annotationsMoved += call.count
    case .setRegion: cameraChanges += 1
    case .examinePins: computations.pinsExamined += call.count
    case .groupPins: computations.pinsGrouped += call.count
    case .buildClusters: computations.pinsClustered += call.count
    case .indexPins: computations.pinsIndexed += call.count
    case .compareItems:
      computations.itemsCompared += call.count
      computations.itemsComparedAfterBody += call.count
    case .compareItemsByID: computations.itemsCompared += call.count
    case .storeRows: computations.rowsStored += call.count
    case .queryDatabase:
      computations.databaseQueries += 1
      computations.rowsRead += call.count
    }
  }
}

extension MapRecording.Footprint {
  /// The model's footprint for the content in bytes, without indexes.
  func modelledBytes(on profile: PlatformProfile) -> Double {
    Double(
      FootprintForecast(
        annotations: annotations, markerViews: markers, imageViews: images, indexes: 0,
        profile: profile
      ).bytes)
  }
}
