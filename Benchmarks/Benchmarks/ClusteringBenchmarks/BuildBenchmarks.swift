import Benchmark
import Clustering

func addBuildBenchmarks(on pins: BenchmarkPins) {
  addBenchmark(
    pins.name("build HierarchicalClusters"), prepare: { pins.points },
    work: { blackHole(try HierarchicalClusters(points: $0)) })
  addBenchmark(
    pins.name("build GridClusters"), prepare: { pins.points },
    work: { blackHole(try GridClusters(points: $0)) })
  addBenchmark(
    pins.name("build SpatialIndex"), prepare: { pins.points },
    work: { blackHole(try SpatialIndex(points: $0)) })
  addBenchmark(
    pins.name("build LiveClusters"), prepare: { pins.points },
    work: { blackHole(try LiveClusters(points: $0)) })
}
