import MapGeometry

extension HierarchicalClusters {
  /// Clusters pins away from the caller's actor; ends early when its task is cancelled.
  ///
  /// Cancellation is looked for between the zoom levels, the first of which takes longest: at a
  /// million pins, a few hundredths of a second.
  ///
  /// - Parameters:
  ///   - points: The pins. Their order matters: a cluster grows from the one that comes first.
  ///   - options: How to cluster them.
  ///   - threads: How many threads may work on it, 1 or more.
  ///   - progress: Gets the share of the zoom levels that are done, from 0 to 1, on the thread of
  ///     the build. High zooms, which come first, take longer than low ones.
  /// - Throws: a ``ClusteringError``: as the initializer, and ``ClusteringError/cancelled``.
  @concurrent
  public static func build(
    points: [MapPoint], options: Options = Options(), threads: Int = 1,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(ClusteringError) -> HierarchicalClusters {
    try HierarchicalClusters(
      points: points, options: options, threads: threads,
      observer: BuildObserver { share in
        progress(share)
        return !Task.isCancelled
      })
  }
}
