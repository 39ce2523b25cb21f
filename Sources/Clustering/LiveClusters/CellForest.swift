import MapGeometry

/// The clusters of a grid at each zoom level: the pins' places, and a ``CellTree`` for each run of
/// zooms whose cells nest.
struct CellForest<Places: PinPlaces>: Sendable {
  let cellSizes: GridCellSizes
  let minimumCount: Int
  var places: Places
  /// The runs of zooms, coarsest first, and the tree of each.
  let runs: [GridRun]
  var trees: [CellTree]
  /// For each zoom, the number of its tree.
  private let treeNumbers: [Int]

  /// - Throws: ``ClusteringError/invalidOption(name:found:expected:)`` for a minimum count below 2.
  init(
    pins: some Sequence<Int>, places: Places, cellSizes: GridCellSizes, minimumCount: Int
  ) throws(ClusteringError) {
    guard minimumCount >= 2 else {
      throw .invalidOption(name: "minimumCount", found: "\(minimumCount)", expected: "2 or more")
    }
    runs = GridRun.runs(of: cellSizes)
    self.cellSizes = cellSizes
    self.minimumCount = minimumCount
    self.places = places
    trees = runs.map { CellTree(run: $0, pins: pins, places: places) }
    treeNumbers = runs.indices.flatMap { [runs] number in runs[number].zooms.map { _ in number } }
  }

  func tree(atZoom zoom: Int) -> CellTree { trees[treeNumbers[zoom]] }

  /// The memory of the cells in bytes, without the places.
  var byteCount: Int { trees.reduce(0) { $0 + $1.byteCount } }
}
