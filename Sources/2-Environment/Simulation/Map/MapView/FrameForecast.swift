import Platform
import Support

/// The work of the main thread for one frame of a map.
package struct MapFrame: Hashable, Sendable {
  /// The main thread's work in nanoseconds, not negative.
  package var work: Int64
  /// Indicates whether the map moves when the work begins: it should show another region than the
  /// frame before.
  package var isMoving: Bool

  /// Creates a frame.
  package init(work: Int64, isMoving: Bool) {
    self.work = work
    self.isMoving = isMoving
  }
}

/// The prediction of a platform profile for the frames of a map.
///
/// All values are modelled on a virtual clock: the same on every machine, and no device's.
package struct FrameForecast: Hashable, Sendable {
  /// The main thread's work for each frame in nanoseconds, in the order of the frames.
  package let frameTimes: [Int64]
  /// Milliseconds that frames of a movement were late for each second of movement, as XCTest's
  /// hitch time ratio; `nil` if the map never moved.
  ///
  /// A frame is shown at the first refresh after its work is done, and is late by the refreshes
  /// that it missed (WWDC20 session 10077). The map's own hitches, which it has without any
  /// annotation, are a parameter of the profile and are added.
  package let hitchTimeRatio: Double?
  /// The hitches that a strategy adds to the map's own, whatever the length of the replay; `nil` if
  /// the map never moved.
  ///
  /// Any map pays for its first view, once: that time is left out. Late frames within a second are one
  /// occasion, and of one occasion there is no rate: it is spread over ten seconds of movement at least,
  /// about two of the scrolls whose ratio XCTest measures.
  package let addedHitchTimeRatio: Double?
  /// The longest work in nanoseconds for a frame that began while the map was at rest, or that kept
  /// the main thread longer than the profile's hang threshold; 0 without such a frame.
  ///
  /// A late frame of a map at rest is no hitch: nothing moves that could stutter. A frame of a
  /// movement that hangs is both: it stutters, and nothing answers meanwhile.
  package let longestFreeze: Int64
  /// Frames of a movement that are late.
  package let lateFrameCount: Int
  /// Frames, of a movement or not, whose work kept the main thread longer than the profile's hang
  /// threshold.
  package let hangCount: Int

  /// Predicts from the work for each frame.
  ///
  /// - Parameters:
  ///   - firstView: the frame that makes the first view of all; `nil` if none does.
  ///   - refresh: refreshes a second.
  package init(
    frames: [MapFrame], firstView: Int? = nil, profile: PlatformProfile, refresh: Double
  ) {
    let interval = Self.interval(refresh: refresh)
    let hangThreshold = Int64(profile[.hangThreshold])
    let moves = frames.filter(\.isMoving).map { Self.refreshes(for: $0.work, interval: interval) }
    frameTimes = frames.map(\.work)
    hitchTimeRatio = MovementDelay(moves, interval: interval).ratio.map {
      profile[.mapHitchFloor] * 1_000 + $0
    }
    var strategyFrames = frames
    if let firstView { strategyFrames[firstView].work -= Int64(profile[.firstViewWarmUp]) }
    addedHitchTimeRatio =
      MovementDelay(
        strategyFrames.filter(\.isMoving).map { Self.refreshes(for: $0.work, interval: interval) },
        interval: interval
      ).steadyRatio
    let freezes = frames.filter { !$0.isMoving || $0.work > hangThreshold }
    longestFreeze = freezes.map(\.work).max() ?? 0
    hangCount = frames.count { $0.work > hangThreshold }
    lateFrameCount = moves.count { $0 > 1 }
  }

  /// The time from one refresh to the next in nanoseconds.
  ///
  /// - Parameter refresh: refreshes a second.
  package static func interval(refresh: Double) -> Int64 {
    Int64((1_000_000_000 / refresh).rounded())
  }

  /// The number of refreshes from the one at which a frame's work begins to the one that shows the
  /// frame: 1 if it is not late.
  package static func refreshes(for work: Int64, interval: Int64) -> Int64 {
    max(1, (work + interval - 1) / interval)
  }
}

/// The delay of the frames of movements.
private struct MovementDelay {
  /// The time of the movements, in nanoseconds.
  private var duration: Int64 = 0
  /// The part of it by which frames are late.
  private var late: Int64 = 0
  /// The occasions on which they are: late frames within a second are one.
  private var occasions = 0

  /// The movement that is needed to distinguish a rate from a single occasion, in nanoseconds.
  private static let steady: Int64 = 10_000_000_000
  private static let second: Int64 = 1_000_000_000

  /// - Parameter refreshes: those that each frame takes, 1 if it is not late.
  init(_ refreshes: [Int64], interval: Int64) {
    var latest: Int64?
    for count in refreshes {
      duration += count * interval
      guard count > 1 else { continue }
      late += (count - 1) * interval
      if latest.map({ duration - $0 > Self.second }) ?? true { occasions += 1 }
      latest = duration
    }
  }

  /// In milliseconds for each second; `nil` without a movement.
  var ratio: Double? { duration > 0 ? Double(late) * 1_000 / Double(duration) : nil }

  /// The same, where a single occasion is spread over a longer movement.
  var steadyRatio: Double? {
    guard duration > 0 else { return nil }
    return Double(late) * 1_000 / Double(occasions > 1 ? duration : max(duration, Self.steady))
  }
}

/// The main thread's modelled time for one frame in nanoseconds, by its parts.
package struct FrameWork: Hashable, Sendable, Tally {
  package typealias Number = Double

  /// Evaluations of bodies, and the comparison of wanted and existing annotations.
  package var update = 0.0
  /// Searches for the pins in view.
  package var search = 0.0
  /// Pins sorted into clusters or an index, and native clustering's tests.
  package var clustering = 0.0
  /// Annotations added, removed and moved.
  package var annotations = 0.0
  /// Requests for views, with the making, reuse and drawing of views.
  package var viewFor = 0.0
  /// Views put in their places.
  package var layout = 0.0

  /// Creates work that takes no time.
  package init() {}

  /// The whole time.
  package var total: Double { update + search + clustering + annotations + viewFor + layout }
}

extension OperationCounts {
  /// The main thread's modelled time for these operations of a map.
  ///
  /// - Parameter afterFirstView: true if an earlier frame has made a view; the first view of all
  ///   has the cost of loading classes and images.
  package func work(on profile: PlatformProfile, afterFirstView: Bool) -> FrameWork {
    var work = FrameWork()
    // The views that a map does without which clusters first: as many fewer come from the queue.
    let spared =
      markerViewsClustered > 0 && profile.chooses(.clustersBeforeViews) ? markerViewsClustered : 0
    let markerViews = max(0, created.marker + reused.marker - spared)
    let markerViewsCreated = min(created.marker, markerViews)
    work.viewFor =
      (viewsCreated > 0 && !afterFirstView ? profile[.firstViewWarmUp] : 0)
      + profile.cost(of: Double(markerViewsCreated), .createMarkerView)
      + profile.cost(of: Double(hostedViewsCreated), .swiftuiAnnotation)
      + profile.cost(of: Double(created.image), .createImageView)
      + profile.cost(of: Double(markerViews - markerViewsCreated), .reuseMarkerView)
      + profile.cost(of: Double(reused.image), .reuseImageView)
    work.viewFor +=
      profile.cost(of: Double(imagesRedrawn), .assignImage)
      + profile.cost(of: Double(redrawnArea), .redrawSquarePoint)
      + profile.cost(of: Double(viewForCalls - spared), .viewForCall)
      + profile.cost(of: Double(clusterViewForCalls), .viewForClusterCall)
    work.layout =
      profile.cost(of: Double(placed.marker), .layoutMarkerView)
      + profile.cost(of: Double(placed.image), .layoutImageView)
    work.annotations =
      profile.cost(of: Double(annotationsInserted), .addAnnotation)
      + profile.cost(of: Double(annotationsRemoved), .removeAnnotation)
      + profile.cost(of: Double(annotationsMoved), .moveAnnotation)
    let candidates =
      clusterCandidates != settledCandidates && profile.chooses(.clustersAtRest)
      ? settledCandidates : clusterCandidates
    work.clustering = profile.cost(of: Double(candidates), .nativeClusterCandidate)
    return work
  }
}

/// The footprint that a platform profile predicts from a map's content, in its parts.
package struct FootprintForecast: Hashable, Sendable {
  /// The app and the map at rest, without annotations, in bytes.
  package let base: Double
  /// The annotations in bytes.
  package let annotations: Double
  /// Every view on screen or waiting to be used again, in bytes.
  package let views: Double
  /// The strategy's indexes in bytes.
  package let indexes: Double

  /// - Parameter indexes: the modelled memory of the indexes in bytes.
  package init(
    annotations: Int = 0, markerViews: Int = 0, imageViews: Int = 0, indexes: Double = 0,
    profile: PlatformProfile
  ) {
    base = profile[.appBaseMemory] + profile[.mapBaseMemory]
    self.annotations = profile.cost(of: Double(annotations), .annotationMemory)
    views =
      profile.cost(of: Double(markerViews), .markerViewMemory)
      + profile.cost(of: Double(imageViews), .imageViewMemory)
    self.indexes = indexes
  }

  /// The bytes that the annotations add to the footprint of the app and the map.
  package var spike: Double { annotations + views + indexes }

  /// The whole footprint in bytes.
  package var bytes: Int64 { Int64((base + spike).rounded()) }
}
