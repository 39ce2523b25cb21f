import PlatformProfiles

/// The prediction of a platform profile from the operations counted in each frame.
///
/// All values are modelled on a virtual clock: the same on every machine, and no device's.
package struct FrameForecast: Hashable, Sendable {
  /// The main thread's work for each frame in nanoseconds.
  package let frameTimes: [Int64]
  /// Milliseconds that frames were late for each second, as XCTest's hitch time ratio.
  package let hitchTimeRatio: Double
  /// Frames whose work kept the main thread longer than the profile's hang threshold.
  package let hangCount: Int

  /// Predicts the frames of a replay.
  ///
  /// A frame's work is the sum of its operations times their cost. It is shown at the first refresh
  /// after it is done; it is late by the refreshes that it missed (WWDC20 session 10077).
  ///
  /// - Parameters:
  ///   - frames: the counts of each frame.
  ///   - computing: the strategy's own work for each frame in nanoseconds; empty if it has none.
  ///   - refresh: refreshes a second.
  package init(
    frames: [OperationCounts], computing: [Int64] = [], profile: PlatformProfile, refresh: Double
  ) {
    var times: [Int64] = []
    times.reserveCapacity(frames.count)
    var hasMadeView = false
    for (frame, counts) in frames.enumerated() {
      let computing = computing.isEmpty ? 0 : computing[frame]
      times.append(
        Self.work(of: counts, afterFirstView: hasMadeView, profile: profile) + computing)
      if counts.viewsCreated > 0 { hasMadeView = true }
    }
    self.init(frameTimes: times, profile: profile, refresh: refresh)
  }

  /// Predicts from the work of each frame.
  ///
  /// - Parameters:
  ///   - frameTimes: the main thread's work for each frame in nanoseconds, not negative.
  ///   - refresh: refreshes a second.
  package init(frameTimes: [Int64], profile: PlatformProfile, refresh: Double) {
    let interval = Self.interval(refresh: refresh)
    let hangThreshold = Int64(profile[.hangThreshold])
    var duration: Int64 = 0
    var late: Int64 = 0
    var hangs = 0
    for work in frameTimes {
      let refreshes = Self.refreshes(for: work, interval: interval)
      late += (refreshes - 1) * interval
      duration += refreshes * interval
      if work > hangThreshold { hangs += 1 }
    }
    self.frameTimes = frameTimes
    hitchTimeRatio = duration > 0 ? Double(late) * 1_000 / Double(duration) : 0
    hangCount = hangs
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

  /// The main thread's work for a frame in nanoseconds.
  ///
  /// - Parameters:
  ///   - counts: the counts of the frame.
  ///   - afterFirstView: true if an earlier frame has made a view; the first view of all has the
  ///     cost of loading classes and images.
  package static func work(
    of counts: OperationCounts, afterFirstView: Bool, profile: PlatformProfile
  ) -> Int64 {
    let warmUp =
      counts.viewsCreated > 0 && !afterFirstView ? Int64(profile[.firstViewWarmUp]) : 0
    return work(of: counts, profile: profile) + warmUp
  }

  private static func work(of counts: OperationCounts, profile: PlatformProfile) -> Int64 {
    var work = 0.0
    work += Double(counts.markerViewsCreated) * profile[.createMarkerView]
    work += Double(counts.imageViewsCreated) * profile[.createImageView]
    work += Double(counts.imagesRedrawn) * profile[.redrawView]
    work += Double(counts.markerViewsPlaced) * profile[.layoutMarkerView]
    work += Double(counts.imageViewsPlaced) * profile[.layoutImageView]
    work += Double(counts.viewForCalls) * profile[.viewForCall]
    work +=
      Double(counts.annotationsInserted + counts.annotationsRemoved) * profile[.addAnnotation]
    work += Double(counts.annotationsMoved) * profile[.moveAnnotation]
    work += Double(counts.clusterCandidates) * profile[.nativeClusterCandidate]
    return Int64(work.rounded())
  }
}

/// The footprint that a platform profile predicts from the peak of a map's content.
///
/// The strategy's own data (an index, a database's cache) is not part of it: that is measured.
package enum FootprintForecast {
  /// The modelled footprint in bytes: the app, the map, the annotations, and every view on screen
  /// or waiting to be used again.
  package static func bytes(
    annotations: Int, markerViews: Int, imageViews: Int, profile: PlatformProfile
  ) -> Int64 {
    let bytes =
      profile[.appBaseMemory] + profile[.mapBaseMemory]
      + Double(annotations) * profile[.annotationMemory]
      + Double(markerViews) * profile[.markerViewMemory]
      + Double(imageViews) * profile[.imageViewMemory]
    return Int64(bytes.rounded())
  }
}
