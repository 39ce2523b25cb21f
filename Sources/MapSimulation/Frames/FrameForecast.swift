import PlatformProfiles

/// What a platform profile predicts from the operations counted in each frame.
///
/// All values are modelled on a virtual clock: the same on every machine, and no device's.
public struct FrameForecast: Hashable, Sendable {
  /// The main thread's work for each frame in nanoseconds.
  public let frameTimes: [Int64]
  /// Milliseconds that frames were late for each second, as XCTest's hitch time ratio.
  public let hitchTimeRatio: Double
  /// Frames whose work kept the main thread longer than the profile's hang threshold.
  public let hangCount: Int

  /// Predicts the frames of a replay.
  ///
  /// A frame's work is the sum of its operations times their cost. It is shown at the first refresh
  /// after it is done; it is late by the refreshes that it missed (WWDC20 session 10077).
  ///
  /// - Parameters:
  ///   - frames: what was counted in each frame.
  ///   - refresh: refreshes a second.
  public init(frames: [OperationCounts], profile: PlatformProfile, refresh: Double) {
    let interval = Int64((1_000_000_000 / refresh).rounded())
    let hangThreshold = Int64(profile[.hangThreshold])
    var duration: Int64 = 0
    var times: [Int64] = []
    times.reserveCapacity(frames.count)
    var late: Int64 = 0
    var hangs = 0
    var hasMadeView = false
    for counts in frames {
      var work = Self.work(of: counts, profile: profile)
      if !hasMadeView, counts.viewsCreated > 0 {
        hasMadeView = true
        work += Int64(profile[.firstViewWarmUp])
      }
      times.append(work)
      let refreshes = max(1, (work + interval - 1) / interval)
      late += (refreshes - 1) * interval
      duration += refreshes * interval
      if work > hangThreshold { hangs += 1 }
    }
    frameTimes = times
    hitchTimeRatio = duration > 0 ? Double(late) * 1_000 / Double(duration) : 0
    hangCount = hangs
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
    work += Double(counts.clusterCandidates) * profile[.nativeClusterCandidate]
    work += Double(counts.pinsExamined) * profile[.examinePin]
    return Int64(work.rounded())
  }
}
