extension SlicePlan {
  /// A build that takes no longer than this makes nothing: 20 µs.
  public static let leastBuild: Int64 = 20_000

  /// Cuts builds into slices; `nil` where neither program builds anything to speak of.
  ///
  /// The dearer program decides: the other's slices are shorter then.
  public static func builds(base: SliceCosts, head: SliceCosts) -> SlicePlan? {
    let cost = max(base.build, head.build)
    guard cost >= leastBuild else { return nil }
    let count = Int(max(1, wantedSlice / cost))
    let all = (0..<wantedSlices).map {
      Slice(first: $0 * count, count: count, length: cost * Int64(count))
    }
    let slices = Array(all.prefix(timedCount(of: all)))
    return SlicePlan(
      part: .builds, slices: slices, timedCount: slices.count, frames: 0,
      framesOfCase: base.frameCount, overhead: cost * Int64(count))
  }
}
