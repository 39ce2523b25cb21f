import MapGeometry

/// How large the cells of a grid are on the screen, for each zoom level.
public struct GridCellSizes: Hashable, Sendable {
  /// From a zoom level on, cells have this size, until the next step.
  public struct Step: Hashable, Sendable {
    /// The first whole zoom level of the step.
    public let zoom: Int
    /// The width and height of a cell in screen points.
    public let size: Double

    public init(zoom: Int, size: Double) {
      self.zoom = zoom
      self.size = size
    }
  }

  /// The zoom levels that a grid tells apart; others are clamped to these.
  public static let zoomRange = 0...22
  /// The least size of a cell in screen points.
  public static let minimumSize = 4.0

  /// The steps, by ascending zoom; the first is at zoom 0.
  public let steps: [Step]

  /// Sizes in steps.
  ///
  /// - Throws: ``ClusteringError/invalidOption(name:found:expected:)`` unless the first step is at
  ///   zoom 0, zooms ascend within ``zoomRange``, and sizes are finite and at least
  ///   ``minimumSize``.
  public init(steps: [Step]) throws(ClusteringError) {
    guard steps.first?.zoom == Self.zoomRange.lowerBound else {
      throw .invalidOption(
        name: "steps", found: steps.first.map { "zoom \($0.zoom)" } ?? "no step",
        expected: "a first step at zoom \(Self.zoomRange.lowerBound)")
    }
    for (step, next) in zip(steps, steps.dropFirst())
    where next.zoom <= step.zoom || !Self.zoomRange.contains(next.zoom) {
      throw .invalidOption(
        name: "steps", found: "zoom \(next.zoom) after zoom \(step.zoom)",
        expected: "ascending zooms in \(Self.zoomRange)")
    }
    for step in steps where !(step.size >= Self.minimumSize && step.size.isFinite) {
      throw .invalidOption(
        name: "size", found: "\(step.size) at zoom \(step.zoom)",
        expected: "a finite number of points, at least \(Self.minimumSize)")
    }
    self.init(uncheckedSteps: steps)
  }

  /// The same size at every zoom.
  ///
  /// - Throws: ``ClusteringError/invalidOption(name:found:expected:)`` unless the size is finite
  ///   and at least ``minimumSize``.
  public init(uniform size: Double) throws(ClusteringError) {
    try self.init(steps: [Step(zoom: 0, size: size)])
  }

  private init(uncheckedSteps steps: [Step]) {
    self.steps = steps
  }

  /// The sizes of the ClusterMap library: 88 points below zoom 13, 64 to 15, 32 to 18, then 16.
  public static let clusterMap = GridCellSizes(uncheckedSteps: [
    Step(zoom: 0, size: 88), Step(zoom: 13, size: 64), Step(zoom: 16, size: 32),
    Step(zoom: 19, size: 16),
  ])

  /// The size of a cell at a zoom level in screen points.
  public func size(atZoom zoom: Int) -> Double {
    var size = steps[0].size
    for step in steps where step.zoom <= zoom { size = step.size }
    return size
  }
}
