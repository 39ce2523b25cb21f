// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that a build of MapPressure and its tests does not build the tables.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "MapPressure", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    // The algorithm that the clusterers are compared with.
    .target(
      name: "ReferenceClusters",
      dependencies: [.product(name: "Clustering", package: "MapPressure")]
    ),

    // How the numbers, checks and circumstances of all tables are printed.
    .target(
      name: "BenchmarkTables",
      dependencies: [
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Harness", package: "MapPressure"),
      ]
    ),

    // make bench: one table, compared with the reference and with floors.
    .target(name: "CAllocatorSettings"),
    .executableTarget(
      name: "clustering-table",
      dependencies: [
        "BenchmarkTables", "CAllocatorSettings", "ReferenceClusters",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Clustering", package: "MapPressure"),
        .product(name: "Harness", package: "MapPressure"),
        .product(name: "PinData", package: "MapPressure"),
      ],
      path: "Sources/ClusteringTable"
    ),

    // make bench-differences: differences of annotations, in one table.
    .executableTarget(
      name: "difference-table",
      dependencies: [
        "BenchmarkTables",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Clustering", package: "MapPressure"),
        .product(name: "Harness", package: "MapPressure"),
      ],
      path: "Sources/DifferenceTable"
    ),
  ],
  swiftLanguageModes: [.v6]
)
