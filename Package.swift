// swift-tools-version: 6.2
import PackageDescription

// An app that takes only Clustering turns the trait off, and resolves nothing but this package:
// .package(name: "MapPressure", path: "../MapPressure", traits: [])
func tool(_ product: String, of package: String) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: ["Tool"]))
}
let arguments = tool("ArgumentParser", of: "swift-argument-parser")
let deque = tool("DequeModule", of: "swift-collections")
let heap = tool("HeapModule", of: "swift-collections")
let processes = tool("Subprocess", of: "swift-subprocess")
let system = tool("SystemPackage", of: "swift-system")
let yaml = tool("Yams", of: "Yams")

let pluginOfMakeDocs: [Package.Dependency] =
  Context.environment["MAPPRESSURE_DOCS"] == nil
  ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")]

// A program with a static standard library starts in half the time; macOS has one in the system. The
// flags are here and not those of a whole build, so that programs and tests share one build: the
// tests need the dynamic library of Swift Testing.
let staticImports: [SwiftSetting] = [
  .unsafeFlags(["-static-stdlib"], .when(platforms: [.linux]))
]
let staticLibraries: [LinkerSetting] = [
  .unsafeFlags(["-static-stdlib"], .when(platforms: [.linux]))
]
// In a release build, what is tested is optimized and the tests are not. They have no debug
// information either, and one job compiles a whole target: a quarter less work for the compiler.
let quickly: [SwiftSetting] = [
  .unsafeFlags(
    ["-Onone", "-Xfrontend", "-gnone", "-no-emit-module-separately-wmo"],
    .when(configuration: .release))
]
func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
  resources: [Resource]? = nil
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["Support", "TestSupport"], exclude: exclude,
    resources: resources, swiftSettings: quickly)
}

let package = Package(
  name: "MapPressure",
  // macOS for the harness; the others for the product Clustering in an app.
  platforms: [.macOS(.v15), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .executable(name: "mappressure", targets: ["mappressure"]),
    // For tools with strategies and families of their own.
    .library(name: "MapPressure", targets: ["MapPressure"]),
    // For apps.
    .library(name: "Clustering", targets: ["Clustering"]),
    // For the packages in this repository.
    .library(name: "PinService", targets: ["PinService", "PinData"]),
    .library(name: "PinData", targets: ["PinData"]),
    .library(name: "Harness", targets: ["Harness", "ScenarioModel", "Support"]),
    .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
  ],
  traits: [
    .trait(name: "Tool", description: "The tool; without it, the library Clustering alone."),
    .default(enabledTraits: ["Tool"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
  ] + pluginOfMakeDocs,
  targets: [
    // Arrows point down only: a target depends on targets above it in this list.
    .systemLibrary(
      name: "CJemalloc", path: "Sources/1-Base/C/CJemalloc", pkgConfig: "jemalloc",
      providers: [.apt(["libjemalloc-dev"]), .brew(["jemalloc"])]),
    .systemLibrary(
      name: "CPNG", path: "Sources/1-Base/C/CPNG", pkgConfig: "libpng",
      providers: [.apt(["libpng-dev"]), .brew(["libpng"])]),
    .systemLibrary(
      name: "CSQLite", path: "Sources/1-Base/C/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite3"])]),
    .systemLibrary(
      name: "CZlib", path: "Sources/1-Base/C/CZlib", pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"])]),
    .target(name: "CSystemCalls", path: "Sources/1-Base/C/CSystemCalls"),
    .target(name: "Clustering", path: "Sources/1-Base/Clustering"),
    .target(
      name: "Support", dependencies: ["CSQLite", "CSystemCalls", "CZlib", yaml],
      path: "Sources/1-Base/Support"),
    .target(
      name: "PinData", dependencies: ["CZlib", "Clustering", "Support"],
      path: "Sources/2-Environment/PinData",
      resources: [.embedInCode("Land/land.json"), .embedInCode("Places/places.json")]),
    .target(
      name: "Platform", dependencies: ["Support"], path: "Sources/2-Environment/Platform",
      resources: [.embedInCode("Profiles")]),
    .target(
      name: "Simulation",
      dependencies: ["CPNG", "CZlib", "Clustering", "PinData", "Platform", "Support", deque, heap],
      path: "Sources/2-Environment/Simulation"),
    .target(
      name: "PinService", dependencies: ["Clustering", "PinData", "Support"],
      path: "Sources/2-Environment/PinService",
      resources: [.embedInCode("Page/Assets"), .embedInCode("Service/openapi.json")]),
    .target(
      name: "ScenarioModel", dependencies: ["CJemalloc", "Platform", "Support"],
      path: "Sources/3-Engine/ScenarioModel"),
    .target(
      name: "Harness",
      dependencies: [
        "CSystemCalls", "Platform", "ScenarioModel", "Support", deque, processes, system,
      ],
      path: "Sources/3-Engine/Harness"),
    .target(
      name: "Families",
      dependencies: [
        "Clustering", "PinData", "PinService", "Platform", "ScenarioModel", "Simulation", "Support",
      ], path: "Sources/4-Families", resources: [.embedInCode("InApp")]),
    .target(
      name: "Documents", dependencies: ["Platform", "ScenarioModel", "Support"],
      path: "Sources/5-Answers/Documents"),
    .target(
      name: "Answers",
      dependencies: ["Documents", "Harness", "Platform", "ScenarioModel", "Support"],
      path: "Sources/5-Answers/Answers"),
    .target(
      name: "Guides",
      dependencies: [
        "Answers", "Clustering", "PinData", "Platform", "ScenarioModel", "Simulation", "Support",
      ],
      path: "Sources/5-Answers/Guides",
      resources: [
        .embedInCode("Checklist/axiom-mapkit.yaml"), .embedInCode("Component/rules.yaml"),
      ]),
    .target(
      name: "Gate",
      dependencies: [
        "Clustering", "Harness", "Platform", "ScenarioModel", "Simulation", "Support", processes,
        system,
      ],
      path: "Sources/6-Gate"),
    .target(
      name: "Reporting",
      dependencies: [
        "Answers", "Clustering", "Documents", "Gate", "Guides", "Harness", "PinData",
        "Platform", "ScenarioModel", "Simulation", "Support",
      ],
      path: "Sources/7-Reporting", resources: [.embedInCode("Page/Assets")]),
    .target(
      name: "Validation",
      dependencies: [
        "Answers", "Clustering", "Documents", "Families", "Harness", "Platform",
        "Reporting", "ScenarioModel", "Simulation", "Support",
      ],
      path: "Sources/8-Validation"),
    .target(
      name: "MapPressure",
      dependencies: [
        "CSystemCalls", "Answers", "Clustering", "Documents", "Families", "Gate",
        "Guides", "Harness", "PinData", "PinService", "Platform", "Reporting", "ScenarioModel",
        "Simulation", "Support", "Validation", arguments, processes,
      ],
      path: "Sources/9-Tool/MapPressure",
      // Links to the folder of scenarios and to the version.
      exclude: [
        "Scenarios/README.md", "Scenarios/Keys.md", "Scenarios/Claims", "Scenarios/large",
        "Scenarios/validation",
      ],
      resources: [
        .embedInCode("Commands/ProjectTemplate"), .embedInCode("Scenarios"),
        .embedInCode("VERSION"), .embedInCode("Commands/answers.tsv"),
      ]),
    .executableTarget(
      name: "mappressure", dependencies: ["MapPressure"], path: "Sources/9-Tool/Executable",
      swiftSettings: staticImports, linkerSettings: staticLibraries),
    // Tests, and below them the programs that they start.
    tests("ClusteringTests", ["Clustering"], resources: [.copy("Data")]),
    tests("SupportTests", ["CSystemCalls"]),
    tests("PinDataTests", ["Clustering", "PinData", "Platform", "Simulation"]),
    tests("SimulationTests", ["CPNG", "Clustering", "PinData", "Platform", "Simulation"]),
    tests("PlatformTests", ["Platform", "Simulation"]),
    tests("PinServiceTests", ["Clustering", "PinService"]),
    tests("ScenarioModelTests", ["Families", "Platform", "ScenarioModel", "Simulation"]),
    tests(
      "HarnessTests",
      ["CJemalloc", "Families", "Harness", "ScenarioModel", "Simulation", "TestWorker"]),
    tests(
      "FamiliesTests",
      [
        "Answers", "Clustering", "Documents", "Families", "Guides", "Harness",
        "PinData", "PinService", "Platform", "Reporting", "ScenarioModel", "Simulation",
      ]),
    tests("GateTests", ["Answers", "Gate", "Harness", "Platform", "ScenarioModel", "Simulation"]),
    tests("DocumentsTests", ["Documents", "ScenarioModel"]),
    tests("AnswersTests", ["Answers", "Harness", "Platform", "ScenarioModel", "Simulation"]),
    tests("GuidesTests", ["Answers", "Clustering", "Families", "Guides", "ScenarioModel"]),
    tests(
      "ReportingTests",
      [
        "Answers", "Documents", "Families", "Gate", "Harness", "Platform", "Reporting",
        "ScenarioModel", "Simulation",
      ], exclude: ["Golden"]),
    tests(
      "ValidationTests",
      ["Families", "Platform", "Reporting", "ScenarioModel", "Simulation", "Validation"]),
    tests(
      "CommandTests",
      ["Answers", "Families", "Guides", "MapPressure", "ScenarioModel"],
      exclude: ["lint-rules.json"]),
    tests("MutationTests", ["FuzzTargets"]),
    .target(
      name: "TestSupport",
      dependencies: [
        "Answers", "Clustering", "Families", "Gate", "Harness", "PinData", "Platform",
        "ScenarioModel", "Simulation", "Support",
      ],
      path: "Tests/TestSupport"),
    // Every reader of foreign files with what it promises, for the mutation tests and the fuzzer.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Clustering", "Families", "Gate", "Guides", "Harness", "PinData", "PinService",
        "Platform", "Reporting", "ScenarioModel", "Simulation", "Support", "Validation",
      ],
      path: "Tests/FuzzTargets"),
    // Starts the program and hurts it: signals, full disks, broken streams.
    .executableTarget(
      name: "torture", dependencies: ["Support", "TestSupport", arguments], path: "Tests/Torture"),
    // Lets the gate compare programs whose difference is known.
    .executableTarget(
      name: "gate-calibration",
      dependencies: [
        "Documents", "Families", "Gate", "Harness", "MapPressure", "Reporting", "ScenarioModel",
        "Support", arguments,
      ],
      path: "Benchmarks/Sources/GateCalibration"),
    .executableTarget(
      name: "AllocationProbe", dependencies: ["ScenarioModel", "Support"],
      path: "Tests/AllocationProbe"),
    // A worker for the tests of the harness, which links little.
    .executableTarget(
      name: "TestWorker",
      dependencies: ["Harness", "Platform", "ScenarioModel", "Simulation", "Support"],
      path: "Tests/TestWorker"),
    .executableTarget(
      name: "FaultyStrategies", dependencies: ["MapPressure"],
      path: "Tests/FaultyStrategies",
      swiftSettings: staticImports, linkerSettings: staticLibraries),
  ],
  swiftLanguageModes: [.v6]
)

// MAPPRESSURE_TESTS="Clustering Harness" builds the tests of these targets only.
if let tested = Context.environment["MAPPRESSURE_TESTS"]?.split(separator: " ") {
  package.targets.removeAll {
    $0.type == .test && !tested.contains($0.name.dropLast("Tests".count))
  }
}
