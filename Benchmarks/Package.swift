// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that whoever depends on MapPressure does not build the benchmark
// library.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "MapPressure", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    // What the clusterers are compared with, and what both kinds of benchmark run on.
    .target(
      name: "ReferenceClusters",
      dependencies: [.product(name: "Clustering", package: "MapPressure")]
    ),
    .target(
      name: "ClusteringWorkloads",
      dependencies: [
        .product(name: "Clustering", package: "MapPressure"),
        .product(name: "Simulation", package: "MapPressure"),
      ]
    ),

    // How the numbers, checks and circumstances of all tables are printed.
    .target(
      name: "BenchmarkTables",
      dependencies: [
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Harness", package: "MapPressure"),
      ]
    ),

    // make bench: one table, beside the reference and beside floors.
    .target(name: "CAllocatorSettings"),
    .executableTarget(
      name: "clustering-table",
      dependencies: [
        "BenchmarkTables", "CAllocatorSettings", "ClusteringWorkloads", "ReferenceClusters",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Clustering", package: "MapPressure"),
        .product(name: "Harness", package: "MapPressure"),
      ],
      path: "Sources/ClusteringTable"
    ),

    // make bench-updates: update cycles, differences of annotations and views, a table each.
    .executableTarget(
      name: "update-table",
      dependencies: [
        "BenchmarkTables", "ClusteringWorkloads",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Clustering", package: "MapPressure"),
        .product(name: "Simulation", package: "MapPressure"),
        .product(name: "Harness", package: "MapPressure"),
      ],
      path: "Sources/UpdateTable"
    ),

    // make benchmarks: what the benchmark library finds, for comparing one's own versions.
    .executableTarget(
      name: "ClusteringBenchmarks",
      dependencies: [
        "ClusteringWorkloads",
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "Clustering", package: "MapPressure"),
        .product(name: "Harness", package: "MapPressure"),
      ],
      path: "Benchmarks/ClusteringBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    ),
    .executableTarget(
      name: "HarnessBenchmarks",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "Harness", package: "MapPressure"),
      ],
      path: "Benchmarks/HarnessBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    ),
  ],
  swiftLanguageModes: [.v6]
)
