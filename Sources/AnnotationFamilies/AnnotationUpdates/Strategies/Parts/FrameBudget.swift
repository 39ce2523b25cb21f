/// How many annotations a frame may add, from how long it took to add some: half as many after a
/// frame that was late, some more after one in time that added all it might.
struct FrameBudget {
  /// Annotations that the next frame may add.
  private(set) var limit = 32

  private static let limits = 8...256
  /// How much the limit grows after a frame in time.
  private static let growth = 8
  /// A frame that took more refreshes than this was late.
  private static let lateness = 1.5

  private let interval: Double

  /// - Parameter refresh: refreshes a second.
  init(refresh: Double) {
    interval = 1e9 / refresh
  }

  /// A frame came on screen. One that added nothing tells nothing.
  ///
  /// - Parameters:
  ///   - count: how many annotations it added.
  ///   - duration: nanoseconds from its beginning to that of the next.
  mutating func frameDidShow(adding count: Int, for duration: Int64) {
    guard count > 0 else { return }
    if Double(duration) > Self.lateness * interval {
      limit = max(limit / 2, Self.limits.lowerBound)
    } else if count == limit {
      limit = min(limit + Self.growth, Self.limits.upperBound)
    }
  }
}
