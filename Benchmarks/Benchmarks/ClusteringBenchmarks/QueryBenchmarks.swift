import Benchmark
import Clustering

/// All views of the camera path, one after the other.
func addQueryBenchmarks(on pins: BenchmarkPins) {
  addBenchmark(
    pins.name("query HierarchicalClusters"),
    prepare: { ItemsQuery(try HierarchicalClusters(points: pins.points)) },
    work: { query in
      for view in pins.views {
        query.index.items(in: view.rect, zoom: view.zoom, into: &query.items)
        blackHole(query.items.count)
      }
    })
  addBenchmark(
    pins.name("query GridClusters"),
    prepare: { ItemsQuery(try GridClusters(points: pins.points)) },
    work: { query in
      for view in pins.views {
        query.index.items(in: view.rect, zoom: view.zoom, into: &query.items)
        blackHole(query.items.count)
      }
    })
  addBenchmark(
    pins.name("query SpatialIndex"),
    prepare: { try SpatialIndex(points: pins.points) },
    work: { index in
      var sum = 0
      for view in pins.views { index.forEachPin(in: view.rect) { sum &+= $0 } }
      blackHole(sum)
    })
}

/// An index and the array for its results.
struct ItemsQuery<Index> {
  let index: Index
  var items: [ClusterItem] = []

  init(_ index: Index) {
    self.index = index
  }
}
