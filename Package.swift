// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "MapPressure",
  // macOS for the harness; the others for the product Clustering in an app.
  platforms: [.macOS(.v15), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "Clustering", targets: ["MapGeometry", "Clustering"]),
    // For apps: the clusterers with what connects them to MapKit; empty on Linux.
    .library(
      name: "ClusteringMapKit", targets: ["MapGeometry", "Clustering", "ClusteringMapKit"]),
    .library(name: "MapPressure", targets: ["MapPressure"]),
    // Targets that the benchmarks need on their own, so that they do not build everything.
    .library(name: "PinData", targets: ["PinData", "PlatformProfiles", "Statistics"]),
    .library(name: "Measurement", targets: ["Measurement", "Statistics"]),
    .library(name: "Harness", targets: ["Harness", "ScenarioModel"]),
    .library(name: "EventSimulation", targets: ["EventSimulation"]),
    .library(name: "UpdateSimulation", targets: ["UpdateSimulation"]),
    .library(name: "MapSimulation", targets: ["MapSimulation"]),
    .library(name: "PlaceSearch", targets: ["MapGeometry", "PlaceSearch"]),
    // For the package of the server, which needs a library for HTTP.
    .library(
      name: "PinService", targets: ["MapGeometry", "PinStorage", "PinService", "ServerControl"]),
    // For the package of the fuzzer, which is built with sanitizers.
    .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
    .executable(name: "mappressure", targets: ["mappressure"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    // For make docs only; nothing of it is built otherwise.
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    // Bottom of the house. Arrows point down only.
    .systemLibrary(
      name: "CJemalloc",
      pkgConfig: "jemalloc",
      providers: [.apt(["libjemalloc-dev"]), .brew(["jemalloc"])]
    ),
    .systemLibrary(
      name: "CPNG",
      pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]
    ),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // System calls that Swift cannot make.
    .target(name: "CProcessorAffinity"),
    .target(name: "CInstructionCounter"),
    .target(name: "CBuildIdentifier"),
    .target(name: "Support", dependencies: ["CZlib"]),
    .target(name: "Statistics"),
    .target(name: "MapGeometry"),
    // Outlines of the world, for maps in reports and for a check of coordinates.
    .target(name: "Land", dependencies: ["MapGeometry"], resources: [.embedInCode("land.json")]),
    .target(
      name: "PinData",
      dependencies: [
        "CZlib", "Support", "MapGeometry", "PlatformProfiles", "Statistics",
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]
    ),
    .target(name: "Measurement", dependencies: ["CJemalloc", "Statistics"]),
    .target(name: "Clustering", dependencies: ["MapGeometry"]),
    .target(name: "ClusteringMapKit", dependencies: ["MapGeometry", "Clustering"]),
    .target(
      name: "EventSimulation",
      dependencies: [
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
      ]
    ),
    .target(
      name: "YAMLReading",
      dependencies: ["Support", .product(name: "Yams", package: "Yams")]
    ),
    .target(
      name: "PlaceSearch",
      dependencies: [
        "MapGeometry", "PinData", "PlatformProfiles", "Support",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
    .target(
      name: "PlatformProfiles",
      dependencies: ["YAMLReading"],
      resources: [.embedInCode("Profiles")]
    ),
    // Pins in a database, as a server keeps them.
    .target(
      name: "PinStorage",
      dependencies: [
        "MapGeometry", "PinData", "Support",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ]
    ),
    .target(name: "VectorTiles"),
    // The server as a program: its start and its end, and a connection to it.
    .target(name: "ServerControl"),
    // What a server of pins answers, without a network.
    .target(
      name: "PinService",
      dependencies: [
        "Support", "MapGeometry", "Clustering", "PinStorage", "VectorTiles",
      ],
      resources: [.embedInCode("openapi.json")]
    ),
    .target(name: "UpdateSimulation", dependencies: ["EventSimulation"]),
    .target(
      name: "MapSimulation",
      dependencies: [
        "MapGeometry", "Clustering", "EventSimulation", "PlatformProfiles", "CPNG",
      ]
    ),
    .target(
      name: "SearchSimulation",
      dependencies: [
        "Statistics", "MapGeometry", "PinData", "EventSimulation", "PlaceSearch",
        "PlatformProfiles",
      ]
    ),
    .target(
      name: "LocationSimulation",
      dependencies: ["Statistics", "EventSimulation", "PlatformProfiles"]
    ),
    .target(
      name: "ScenarioModel",
      dependencies: [
        "Support", "Statistics", "Measurement", "PlatformProfiles", "EventSimulation",
        "YAMLReading",
      ]
    ),
    .target(
      name: "Verdicts",
      dependencies: ["Support", "Statistics", "Measurement", "PlatformProfiles", "ScenarioModel"]
    ),
    .target(
      name: "Harness",
      dependencies: [
        "CInstructionCounter", "CProcessorAffinity", "Support", "Statistics", "Measurement",
        "PlatformProfiles", "YAMLReading", "ScenarioModel",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]
    ),
    // Families: an environment with its naive and its fixed strategies.
    .target(
      name: "Workloads",
      dependencies: [
        "Support", "Statistics", "MapGeometry", "PinData", "Clustering", "EventSimulation",
        "PlatformProfiles", "MapSimulation", "YAMLReading", "ScenarioModel",
      ]
    ),
    .target(
      name: "AnnotationFamilies",
      dependencies: [
        "Statistics", "MapGeometry", "PinData", "Measurement", "Clustering", "EventSimulation",
        "PlatformProfiles", "MapSimulation", "SearchSimulation", "YAMLReading", "ScenarioModel",
        "Workloads",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
    .target(
      name: "RegionFamilies",
      dependencies: [
        "Statistics", "MapGeometry", "PinData", "Clustering", "EventSimulation",
        "PlatformProfiles", "UpdateSimulation", "MapSimulation", "YAMLReading", "ScenarioModel",
        "Workloads",
      ]
    ),
    .target(
      name: "SearchFamilies",
      dependencies: [
        "Statistics", "MapGeometry", "PinData", "Clustering", "EventSimulation",
        "PlaceSearch", "PlatformProfiles", "SearchSimulation", "YAMLReading", "ScenarioModel",
        "Workloads",
      ]
    ),
    .target(
      name: "LocationFamilies",
      dependencies: [
        "Statistics", "EventSimulation", "PlatformProfiles", "LocationSimulation",
        "YAMLReading", "ScenarioModel", "Workloads",
      ]
    ),
    .target(
      name: "ScreenFamilies",
      dependencies: [
        "Statistics", "MapGeometry", "Measurement", "EventSimulation", "PlatformProfiles",
        "MapSimulation", "ScenarioModel", "Workloads",
      ]
    ),
    .target(
      name: "RouteFamilies",
      dependencies: [
        "Statistics", "MapGeometry", "PinData", "PlatformProfiles", "MapSimulation",
        "YAMLReading", "ScenarioModel", "Workloads",
      ]
    ),
    .target(
      name: "ServerFamilies",
      dependencies: [
        "Support", "Statistics", "MapGeometry", "Clustering", "PlatformProfiles",
        "MapSimulation", "PinStorage", "PinService", "ServerControl", "VectorTiles",
        "YAMLReading", "ScenarioModel", "Workloads",
      ]
    ),
    .target(
      name: "Families",
      dependencies: [
        "ScenarioModel", "AnnotationFamilies", "RegionFamilies", "SearchFamilies",
        "LocationFamilies", "ScreenFamilies", "RouteFamilies", "ServerFamilies",
      ]
    ),
    // Published measurements, rebuilt and predicted.
    .target(
      name: "ModelValidation",
      dependencies: [
        "MapGeometry", "Clustering", "PlatformProfiles", "MapSimulation", "YAMLReading",
        "ScenarioModel", "AnnotationFamilies", "Reporting",
      ]
    ),
    .target(
      name: "RegressionGate",
      dependencies: [
        "Reporting", "Support", "Statistics", "Measurement", "PlatformProfiles", "YAMLReading",
        "ScenarioModel", "Harness", "Verdicts",
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ]
    ),
    // One file for an app's test target: here for the document that it writes.
    .target(
      name: "MapRecorder", path: "Recorder", exclude: ["synthetic-recording.json"]),
    .target(
      name: "ProfileFitting",
      dependencies: [
        "Support", "Statistics", "MapGeometry", "YAMLReading", "PlatformProfiles",
        "MapSimulation", "AnnotationFamilies", "MapRecorder", "PinData", "Reporting",
      ]
    ),
    .target(
      name: "Sensitivity",
      dependencies: [
        "Support", "Statistics", "PlatformProfiles", "ScenarioModel", "Harness", "Verdicts",
      ]
    ),
    // What to take and what to check: the decision trees and the checklist of a guide.
    .target(
      name: "Guides",
      dependencies: [
        "Support", "MapGeometry", "Land", "PinData", "YAMLReading", "PlatformProfiles",
        "ScenarioModel", "Verdicts",
      ],
      resources: [
        .embedInCode("Checklist/axiom-mapkit.yaml"), .embedInCode("Component/rules.yaml"),
      ]
    ),
    .target(
      name: "Reporting",
      dependencies: [
        "Guides", "Land", "Support", "Statistics", "Measurement", "PlatformProfiles",
        "EventSimulation", "ScenarioModel", "Harness", "Verdicts", "Sensitivity",
      ],
      resources: [.embedInCode("Page/Assets")]
    ),
    // Beside the files that are in it.
    .target(
      name: "StandardScenarios",
      path: "Scenarios",
      exclude: ["README.md", "large", "validation"],
      sources: ["StandardScenarios.swift"],
      resources: [
        .embedInCode("annotation-churn.yaml"),
        .embedInCode("annotation-count.yaml"),
        .embedInCode("annotations-in-body.yaml"),
        .embedInCode("automatic-position.yaml"),
        .embedInCode("camera-binding.yaml"),
        .embedInCode("camera-tick-recluster.yaml"),
        .embedInCode("delivery-circles.yaml"),
        .embedInCode("delivery-zones.yaml"),
        .embedInCode("filtered-memory.yaml"),
        .embedInCode("geocode-addresses.yaml"),
        .embedInCode("geocode-storm.yaml"),
        .embedInCode("growing-route.yaml"),
        .embedInCode("location-authorization.yaml"),
        .embedInCode("location-implicit-prompt.yaml"),
        .embedInCode("look-around.yaml"),
        .embedInCode("main-thread-geocoding.yaml"),
        .embedInCode("many-routes.yaml"),
        .embedInCode("map-rows.yaml"),
        .embedInCode("map-screens.yaml"),
        .embedInCode("marker-images.yaml"),
        .embedInCode("marker-redraw.yaml"),
        .embedInCode("moving-vehicles.yaml"),
        .embedInCode("mutated-while-clustering.yaml"),
        .embedInCode("position-history.yaml"),
        .embedInCode("region-end-fetch.yaml"),
        .embedInCode("region-loop.yaml"),
        .embedInCode("reused-content.yaml"),
        .embedInCode("route-on-selection.yaml"),
        .embedInCode("route-overlay.yaml"),
        .embedInCode("search-misconfigured.yaml"),
        .embedInCode("search-park.yaml"),
        .embedInCode("search-per-keystroke.yaml"),
        .embedInCode("server-clusters.yaml"),
        .embedInCode("stacked-pins.yaml"),
        .embedInCode("ten-thousand-pins.yaml"),
        .embedInCode("travel-times.yaml"),
        .embedInCode("view-annotations.yaml"),
        .embedInCode("view-reuse.yaml"),
        .embedInCode("visible-region.yaml"),
        .embedInCode("wandering-clusters.yaml"),
        .embedInCode("wrap-or-native.yaml"),
        .embedInCode("zoom-burst.yaml"),
      ]
    ),
    .target(
      name: "Commands",
      dependencies: [
        "CBuildIdentifier", "Support", "Measurement", "YAMLReading", "PlatformProfiles", "PinData",
        "ScenarioModel", "Harness", "Verdicts", "ModelValidation", "RegressionGate", "Sensitivity",
        "MapRecorder",
        "ProfileFitting", "Reporting", "MapGeometry", "StandardScenarios", "Workloads", "Guides",
        "Land", "ServerControl",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Subprocess", package: "swift-subprocess"),
      ],
      resources: [.embedInCode("ProjectTemplate")]
    ),
    .target(
      name: "MapPressure",
      dependencies: [
        "Statistics", "MapGeometry", "PinData", "Clustering", "MapSimulation", "SearchSimulation",
        "EventSimulation", "UpdateSimulation", "LocationSimulation", "ScenarioModel",
        "AnnotationFamilies", "RegionFamilies", "SearchFamilies", "LocationFamilies",
        "ScreenFamilies", "RouteFamilies", "ServerFamilies", "Families", "Workloads", "Commands",
      ]
    ),
    .executableTarget(name: "mappressure", dependencies: ["MapPressure"]),

    // Tests, a room each; below them the programs that they start.
    .testTarget(name: "SupportTests", dependencies: ["Support", "TestSupport"]),
    .testTarget(name: "MapGeometryTests", dependencies: ["MapGeometry"]),
    .testTarget(name: "StatisticsTests", dependencies: ["Statistics", "TestSupport"]),
    .testTarget(
      name: "PinDataTests",
      dependencies: [
        "PinData", "MapGeometry", "PlatformProfiles", "Statistics", "Support", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
    .testTarget(
      name: "MeasurementTests",
      dependencies: ["Measurement", "CJemalloc", "AllocationProbe", "TestSupport"]),
    .testTarget(
      name: "ClusteringTests",
      dependencies: ["Clustering", "MapGeometry", "TestSupport"],
      resources: [.copy("Data")]
    ),
    // The code for MapKit, type-checked against the stubs of Tests/AppleStubs.
    .testTarget(
      name: "ClusteringMapKitTests", dependencies: ["ClusteringMapKit", "TestSupport"]),
    .testTarget(name: "EventSimulationTests", dependencies: ["EventSimulation", "TestSupport"]),
    .testTarget(
      name: "UpdateSimulationTests",
      dependencies: ["UpdateSimulation", "EventSimulation", "TestSupport"]
    ),
    .testTarget(
      name: "PinStorageTests",
      dependencies: [
        "PinStorage", "MapGeometry", "TestSupport", .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
    .testTarget(name: "VectorTilesTests", dependencies: ["VectorTiles", "TestSupport"]),
    .testTarget(
      name: "PinServiceTests",
      dependencies: [
        "PinService", "PinStorage", "VectorTiles", "MapGeometry", "PinData", "Support",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "PlaceSearchTests",
      dependencies: [
        "PlaceSearch", "PinData", "MapGeometry", "PlatformProfiles", "Statistics", "TestSupport",
      ]
    ),
    .testTarget(
      name: "PlatformProfilesTests",
      dependencies: ["PlatformProfiles", "YAMLReading", "TestSupport"]
    ),
    .testTarget(
      name: "SearchSimulationTests",
      dependencies: [
        "SearchSimulation", "EventSimulation", "PlaceSearch", "PlatformProfiles", "PinData",
        "MapGeometry", "Statistics", "TestSupport",
      ]
    ),
    .testTarget(
      name: "LocationSimulationTests",
      dependencies: ["LocationSimulation", "EventSimulation", "Statistics"]
    ),
    .testTarget(name: "DrawingTests", dependencies: ["MapSimulation", "CPNG", "TestSupport"]),
    .testTarget(name: "YAMLReadingTests", dependencies: ["YAMLReading", "TestSupport"]),
    .testTarget(
      name: "MapSimulationTests",
      dependencies: [
        "MapSimulation", "MapGeometry", "Clustering", "EventSimulation", "PlatformProfiles",
        "YAMLReading", "TestSupport",
      ]
    ),
    .testTarget(
      name: "ScenarioModelTests",
      dependencies: [
        "ScenarioModel", "EventSimulation", "AnnotationFamilies", "Families", "PlatformProfiles",
        "Measurement", "Support", "YAMLReading", "TestSupport",
      ]
    ),
    .testTarget(
      name: "AnnotationFamiliesTests",
      dependencies: [
        "AnnotationFamilies", "Workloads", "ScenarioModel", "MapSimulation", "Clustering",
        "PinData", "MapGeometry", "PlatformProfiles", "Measurement", "YAMLReading", "TestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
    .testTarget(
      name: "ProfileFittingTests",
      dependencies: [
        "ProfileFitting", "MapRecorder", "MapSimulation", "AnnotationFamilies", "PinData",
        "PlatformProfiles",
        "Statistics", "YAMLReading", "TestSupport",
      ]
    ),
    .testTarget(
      name: "RegionFamiliesTests",
      dependencies: [
        "RegionFamilies", "Workloads", "ScenarioModel", "MapSimulation", "UpdateSimulation",
        "EventSimulation", "PinData", "MapGeometry", "PlatformProfiles", "Measurement",
        "YAMLReading", "TestSupport",
      ]
    ),
    .testTarget(
      name: "SearchFamiliesTests",
      dependencies: [
        "PlatformProfiles", "SearchFamilies", "ScenarioModel", "SearchSimulation", "PinData",
        "MapGeometry",
        "Measurement", "Families", "YAMLReading", "TestSupport",
      ]
    ),
    .testTarget(
      name: "LocationFamiliesTests",
      dependencies: [
        "LocationFamilies", "LocationSimulation", "Families", "ScenarioModel", "YAMLReading",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "ScreenFamiliesTests",
      dependencies: [
        "ScreenFamilies", "MapSimulation", "ScenarioModel", "PinData", "PlatformProfiles",
        "Measurement", "YAMLReading", "TestSupport",
      ]
    ),
    .testTarget(
      name: "RouteFamiliesTests",
      dependencies: [
        "RouteFamilies", "ScenarioModel", "MapSimulation", "MapGeometry", "PlatformProfiles",
        "YAMLReading", "TestSupport",
      ]
    ),
    .testTarget(
      name: "ServerFamiliesTests",
      dependencies: [
        "ServerFamilies", "ScenarioModel", "PinService", "PinStorage", "ServerControl",
        "MapGeometry", "PinData", "PlatformProfiles", "YAMLReading", "TestSupport",
      ]
    ),
    .testTarget(
      name: "FamiliesTests",
      dependencies: [
        "Families", "Harness", "ScenarioModel", "PinData", "PlatformProfiles", "TestSupport",
        "Verdicts", "Reporting", "Guides", "StandardScenarios", "YAMLReading", "Workloads",
        "MapSimulation", "MapGeometry",
      ]),
    .testTarget(
      name: "HarnessTests",
      dependencies: [
        "Harness", "ScenarioModel", "Statistics", "Measurement", "TestWorker", "TestSupport",
        // For the folder StandardFamilies.
        "Families", "FaultyStrategies",
      ]
    ),
    .testTarget(
      name: "VerdictsTests",
      dependencies: [
        "Verdicts", "Statistics", "Harness", "ScenarioModel", "PlatformProfiles", "Measurement",
        "YAMLReading",
      ]
    ),
    .testTarget(
      name: "GuidesTests",
      dependencies: [
        "Guides", "Land", "MapGeometry", "Families", "ScenarioModel", "Verdicts", "YAMLReading",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "ModelValidationTests",
      dependencies: [
        "ModelValidation", "Families", "Reporting", "ScenarioModel", "PlatformProfiles",
        "YAMLReading", "TestSupport",
      ]
    ),
    .testTarget(
      name: "RegressionGateTests",
      dependencies: [
        "RegressionGate", "Verdicts", "Harness", "ScenarioModel", "Measurement", "TestSupport",
      ]
    ),
    .testTarget(
      name: "ReportingTests",
      dependencies: [
        "Reporting", "RegressionGate", "Sensitivity", "Statistics", "Verdicts", "Harness",
        "EventSimulation", "ScenarioModel", "AnnotationFamilies", "Families",
        "PlatformProfiles", "Measurement", "Support", "YAMLReading", "TestSupport",
      ],
      exclude: ["Golden"]
    ),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "mappressure", "FaultyStrategies", "Commands", "Families", "Guides", "ScenarioModel",
        "StandardScenarios", "Statistics", "TestSupport", "YAMLReading",
      ]),
    .testTarget(name: "MutationTests", dependencies: ["FuzzTargets", "TestSupport"]),
    .target(
      name: "TestSupport",
      dependencies: [
        "ScenarioModel", "Families", "MapGeometry", "PinData", "PlatformProfiles", "YAMLReading",
      ],
      path: "Tests/TestSupport"),
    // Every reader of foreign files with what it promises, for the mutation tests and the fuzzer.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "YAMLReading", "MapGeometry", "PinData", "PlatformProfiles", "ScenarioModel", "Families",
        "Guides", "ModelValidation", "Harness", "Verdicts", "MapRecorder", "ProfileFitting",
        "Reporting", "PinService", "PinStorage", "VectorTiles",
      ],
      path: "Tests/FuzzTargets"
    ),
    // Starts the program and hurts it: signals, full disks, broken streams.
    .executableTarget(
      name: "torture",
      dependencies: [
        "TestSupport", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Torture"
    ),
    .executableTarget(
      name: "AllocationProbe", dependencies: ["Measurement"],
      path: "Tests/AllocationProbe"
    ),
    // A worker for the tests of the harness, which links little.
    .executableTarget(
      name: "TestWorker",
      dependencies: ["Harness", "ScenarioModel", "PlatformProfiles", "Statistics", "YAMLReading"],
      path: "Tests/TestWorker"
    ),
    .executableTarget(
      name: "FaultyStrategies",
      dependencies: [
        "MapPressure"
      ],
      path: "Tests/FaultyStrategies"
    ),
  ],
  swiftLanguageModes: [.v6]
)
