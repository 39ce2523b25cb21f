// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that the tool is built without a library for servers and without that of
// a database: `make server` builds it.
let package = Package(
  name: "MapPressureServer",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "mappressure-server", targets: ["mappressure-server"])
  ],
  dependencies: [
    .package(name: "MapPressure", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.81.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.20.0"),
  ],
  targets: [
    // The service behind HTTP.
    .target(
      name: "PinServer",
      dependencies: [
        .product(name: "PinService", package: "MapPressure"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
      ]
    ),
    .systemLibrary(
      name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    // Pins in a database that several servers share.
    .target(
      name: "PostgreSQLStorage",
      dependencies: ["CPostgreSQL", .product(name: "PinService", package: "MapPressure")]
    ),
    .executableTarget(
      name: "mappressure-server",
      dependencies: [
        "PinServer", "PostgreSQLStorage",
        .product(name: "PinService", package: "MapPressure"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]
    ),
    // make bench-server: the program under load, in a table.
    .executableTarget(
      name: "server-table",
      dependencies: [
        .product(name: "PinService", package: "MapPressure"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    // make plan-server: more than one machine, simulated, in a table.
    .executableTarget(
      name: "scale-table",
      dependencies: [
        .product(name: "PinService", package: "MapPressure"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]
    ),
    .testTarget(
      name: "PostgreSQLStorageTests",
      dependencies: [
        "PostgreSQLStorage", .product(name: "PinService", package: "MapPressure"),
      ]
    ),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "PinServer", "mappressure-server", .product(name: "PinService", package: "MapPressure"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)
