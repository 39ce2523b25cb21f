import Clustering
import TestSupport

extension SeededGenerator {
  /// Cell sizes of any kind: the standard ones, uniform ones, and steps of which some nest.
  mutating func cellSizes() throws -> GridCellSizes {
    switch int(in: 0...5) {
    case 0: return .clusterMap
    case 1: return try GridCellSizes(uniform: 300)
    case 2: return try GridCellSizes(uniform: 100.0 / 3)
    case 3: return try GridCellSizes(uniform: 4)
    case 4:
      // Cells as wide as the world and wider, then the smallest; sizes that grow with the zoom.
      return try GridCellSizes(steps: [
        .init(zoom: 0, size: 1e300), .init(zoom: 1, size: 1e6), .init(zoom: 4, size: 64),
        .init(zoom: 5, size: 256), .init(zoom: 6, size: 2048), .init(zoom: 9, size: 4),
      ])
    default:
      var steps = [GridCellSizes.Step(zoom: 0, size: double(in: 4...500))]
      for zoom in 1...22 where int(in: 0...3) == 0 {
        let isNesting = int(in: 0...1) == 0
        let size = isNesting ? steps[steps.count - 1].size * 2 : double(in: 4...500)
        steps.append(.init(zoom: zoom, size: size))
      }
      return try GridCellSizes(steps: steps)
    }
  }
}
