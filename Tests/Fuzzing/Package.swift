// swift-tools-version: 6.1
import PackageDescription

// A package of its own, because all of it is built with the fuzzer's and the address sanitizer's
// instructions in it: see `run`.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "MapPressure", path: "../..")],
  targets: [
    .target(
      name: "FuzzedReaders",
      dependencies: [.product(name: "FuzzTargets", package: "MapPressure")]
    ),
    // In C, because the package manager renames the main function of an executable in Swift, and
    // here the fuzzer's library brings the main function.
    .executableTarget(name: "fuzz-readers", dependencies: ["FuzzedReaders"]),
  ],
  swiftLanguageModes: [.v6]
)
