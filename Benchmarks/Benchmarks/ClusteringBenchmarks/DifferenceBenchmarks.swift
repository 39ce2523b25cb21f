import Benchmark
import Clustering

/// From each view of the camera path to the next.
func addDifferenceBenchmarks(on pins: BenchmarkPins) {
  addBenchmark(
    pins.name("difference"),
    prepare: { try ShownItems(on: pins) },
    work: { shown in
      for position in shown.items.indices.dropFirst() {
        shown.difference.update(from: shown.items[position - 1], to: shown.items[position])
        blackHole(shown.difference.isEmpty)
      }
    })
}

/// The items of each view, and the difference whose buffers are reused.
private struct ShownItems {
  let items: [[ClusterItem]]
  var difference = AnnotationDifference()

  init(on pins: BenchmarkPins) throws {
    let clusters = try HierarchicalClusters(points: pins.points)
    items = pins.views.map { view in
      var items: [ClusterItem] = []
      clusters.items(in: view.rect, zoom: view.zoom, into: &items)
      return items
    }
  }
}
