import ArgumentParser
import Clustering
import Foundation
import PinData
import PinService
import Synchronization

/// Starts the server with generated pins, loads it with the requests of phones, and prints a table.
@main
struct ServerTable: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "server-table",
    abstract: "Measure mappressure-server: build, start, requests, changes, processor, memory.",
    discussion: """
      The client measures the latencies; it runs on this machine and shares its processors. Each
      viewport is a phone's screen around a pin, at zooms 2 to 16.
      """)

  @Option(help: "The number of pins.")
  var pins = 1_000_000

  @Option(help: "The duration of each measurement, in seconds.")
  var seconds = 3

  @Option(parsing: .upToNextOption, help: "The numbers of connections.")
  var connections = [1, 8, 64]

  @Option(help: "Pin changes per second in the last part, in batches of 100.")
  var changes = 1_000

  @Option(help: "An empty PostgreSQL database, as postgres://user@host/name, instead of SQLite.")
  var database: String?

  func validate() throws {
    guard (1...100_000_000).contains(pins), (1...600).contains(seconds),
      connections.allSatisfy((1...1_000).contains), (100...1_000_000).contains(changes)
    else {
      throw ValidationError(
        "expected --pins 1 to 100000000, --seconds 1 to 600, --connections 1 to 1000, "
          + "--changes 100 to 1000000")
    }
  }

  func run() throws {
    signal(SIGPIPE, SIG_IGN)
    let folder = FileManager.default.temporaryDirectory.path + "/server-table-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let set = PinGenerator.cities.pins(count: pins, seed: 42)
    let stored = set.coordinates.enumerated().map {
      StoredPin(id: Int64($0), code: MortonCode(MapPoint($1)))
    }
    var arguments: [String]
    if let database {
      // The server itself puts the pins of a file into a database.
      let file = folder + "/pins.csv"
      let lines = set.coordinates.map { "\($0.latitude),\($0.longitude)" }
      try ("latitude,longitude\n" + lines.joined(separator: "\n"))
        .write(toFile: file, atomically: true, encoding: .utf8)
      arguments = [file, "--store", database]
    } else {
      let start = ContinuousClock.now
      try SQLitePinStore.build(stored, at: folder + "/pins.sqlite")
      print("store of \(pins) pins built in \(Self.seconds(since: start)) s")
      arguments = [folder + "/pins.sqlite"]
    }
    let start = ContinuousClock.now
    guard let program = ServerProcess.program else { throw ServerProcessError.missing }
    let server = try ServerProcess(
      program, arguments: arguments + ["--writable"], log: folder + "/log")
    defer { server.end() }
    let viewports = Viewports(stored)
    _ = try HTTPConnection(port: server.port).send("GET", "/cells?" + viewports.query(0))
    print("first answer after \(Self.seconds(since: start)) s")
    try waitForClusters(server)
    print("clusters built after \(Self.seconds(since: start)) s\n")
    Self.printRow([
      "request", "connections", "requests/s", "p50 ms", "p95 ms", "p99 ms", "server CPU us",
      "errors",
    ])
    for kind in RequestKind.allCases {
      for count in connections {
        let load = try Load(server, connections: count, seconds: seconds) {
          kind.target(viewports, $0)
        }
        load.printRow(kind.rawValue, connections: count)
      }
    }
    print("\npeak of resident memory: \(Self.mebibytes(server.peakMemory))")
    try measureChanges(server, stored: stored, viewports: viewports)
  }

  private func waitForClusters(_ server: ServerProcess) throws {
    let connection = try HTTPConnection(port: server.port)
    while try connection.send("GET", "/clusters?bbox=0,0,1,1&zoom=3").status == 503 {
      usleep(2_000)
    }
  }

  /// Requests while pins change.
  private func measureChanges(
    _ server: ServerProcess, stored: [StoredPin], viewports: Viewports
  ) throws {
    let (port, rate, seconds) = (server.port, changes, seconds)
    let result = Mutex<ChangeLoad?>(nil)
    let thread = Thread {
      let load = ChangeLoad(port: port, pins: stored, rate: rate, seconds: seconds)
      result.withLock { $0 = load }
    }
    thread.start()
    let load = try Load(server, connections: 8, seconds: seconds) {
      RequestKind.cells.target(viewports, $0)
    }
    while !thread.isFinished { usleep(1_000) }
    guard let written = result.withLock({ $0 }) else { return }
    print("\nwhile \(changes) pins a second change:")
    load.printRow("cells", connections: 8)
    print(
      "changes: \(written.latencies.count) batches of \(ChangeLoad.batchSize) "
        + "(\(Int(written.achievedRate)) pins/s), p50 \(written.latencies.percentile(50)) ms, "
        + "p99 \(written.latencies.percentile(99)) ms, \(written.errors) errors")
    print("peak of resident memory: \(Self.mebibytes(server.peakMemory))")
  }

  private static func mebibytes(_ bytes: Int?) -> String {
    bytes.map { "\($0 / 1_048_576) MiB" } ?? "not available"
  }

  private static func seconds(since start: ContinuousClock.Instant) -> String {
    String(format: "%.3f", (ContinuousClock.now - start) / .seconds(1))
  }

  static func printRow(_ cells: [String]) {
    print(
      zip(cells, [10, 12, 12, 9, 9, 9, 14, 8]).map { text, width in
        String(repeating: " ", count: max(width - text.count, 0)) + text
      }.joined(separator: " "))
  }
}

/// The kinds of requests that are measured.
private enum RequestKind: String, CaseIterable {
  case cells, clusters, pins, tiles

  func target(_ viewports: Viewports, _ number: Int) -> String {
    switch self {
    case .cells: "/cells?" + viewports.query(number)
    case .clusters: "/clusters?" + viewports.query(number)
    case .pins: "/pins?limit=500&" + viewports.box(number)
    case .tiles: viewports.tile(number)
    }
  }
}

/// The visible regions of phones around pins.
private struct Viewports: Sendable {
  private var boxes: [String] = []
  private var zooms: [Int] = []
  private var tiles: [String] = []

  init(_ pins: [StoredPin], count: Int = 2_000) {
    // A sequence of Weyl is spread evenly, and the same each time.
    for number in 0..<count {
      let part = (Double(number) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
      let pin = pins[Int(Double(pins.count) * part)]
      let zoom = 2 + number % 15
      let rect = Viewport(width: 393, height: 852).mapRect(
        center: pin.code.mapPoint, zoom: Double(zoom))
      let world = MapSize.world
      let corners = [
        MapPoint(x: max(rect.minX, 0), y: min(rect.maxY, world.height)),
        MapPoint(x: min(rect.maxX, world.width), y: max(rect.minY, 0)),
      ].map(\.coordinate)
      boxes.append(
        "bbox=\(corners[0].longitude),\(corners[0].latitude),\(corners[1].longitude),"
          + "\(corners[1].latitude)")
      zooms.append(zoom)
      let side = world.width / Double(1 << zoom)
      let center = pin.code.mapPoint
      tiles.append("/tiles/clusters/\(zoom)/\(Int(center.x / side))/\(Int(center.y / side)).mvt")
    }
  }

  func box(_ number: Int) -> String { boxes[number % boxes.count] }
  func query(_ number: Int) -> String { box(number) + "&zoom=\(zooms[number % zooms.count])" }
  func tile(_ number: Int) -> String { tiles[number % tiles.count] }
}

extension [Double] {
  /// The percentile of milliseconds, as a text.
  func percentile(_ percent: Int) -> String {
    let sorted = sorted()
    guard !sorted.isEmpty else { return "-" }
    return String(format: "%.2f", sorted[Swift.min(sorted.count * percent / 100, sorted.count - 1)])
  }
}
