// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "mappressure-plugin",
  products: [.plugin(name: "MapPressureCommand", targets: ["MapPressureCommand"])],
  targets: [
    .plugin(
      name: "MapPressureCommand",
      capability: .command(
        intent: .custom(
          verb: "mappressure",
          description: "Replay situations that slow map apps down, and measure strategies."),
        permissions: [
          .writeToPackageDirectory(reason: "Reports are written to the folder Reports.")
        ]),
      dependencies: ["mappressure"]
    ),
    .binaryTarget(name: "mappressure", path: "mappressure.artifactbundle"),
  ]
)
