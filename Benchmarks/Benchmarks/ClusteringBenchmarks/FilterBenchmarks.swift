import Benchmark
import Clustering

/// All views of the camera path with a filter that includes one pin in ten.
func addFilterBenchmarks(on pins: BenchmarkPins) {
  addBenchmark(
    pins.name("filter HierarchicalClusters"),
    prepare: { ItemsQuery(try HierarchicalClusters(points: pins.points)) },
    work: { query in
      for view in pins.views {
        query.index.items(
          in: view.rect, zoom: view.zoom, where: { $0.isMultiple(of: 10) }, into: &query.items)
        blackHole(query.items.count)
      }
    })
  addBenchmark(
    pins.name("filter GridClusters"),
    prepare: { ItemsQuery(try GridClusters(points: pins.points)) },
    work: { query in
      for view in pins.views {
        query.index.items(
          in: view.rect, zoom: view.zoom, where: { $0.isMultiple(of: 10) }, into: &query.items)
        blackHole(query.items.count)
      }
    })
}
