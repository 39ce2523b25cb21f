import ArgumentParser
import Clustering
import Foundation
import PinData
import PinService
import Support

/// Simulates a service of pins on more than one machine, and prints what each way of growing costs a
/// request.
///
/// What is real: the pins, the viewports, the shards that a viewport touches, and how often a tile is
/// asked for again. What is assumed: the times of the parts, see ``Part``, and that requests come
/// independently of each other.
@main
struct ScaleTable: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scale-table",
    abstract: "Simulate replicas, shards, a columnar database and a CDN, and print a table.",
    discussion: """
      Latencies are inside the data center: they exclude the network to the phone. A machine has 16
      cores. The seed is fixed: each run prints the same table.
      """)

  @Option(help: "The number of pins.")
  var pins = 1_000_000

  @Option(help: "The number of requests to simulate for each row.")
  var requests = 200_000

  @Option(parsing: .upToNextOption, help: "Requests a second.")
  var rates = [1_000, 10_000, 100_000]

  func run() throws {
    let points = [MapPoint](
      projecting: PinGenerator.cities.pins(count: pins, seed: 42).coordinates)
    let users = Users(points, count: requests)
    print("assumed parts (mean and spread of a request's work on one core):")
    for part in Part.allCases { print("  \(part.summary)") }
    print("")
    Self.printRow(["architecture", "requests/s", "machines", "p50 ms", "p99 ms", "busiest"])
    for rate in rates {
      for architecture in Architecture.allCases {
        let result = Simulation(
          architecture: architecture, users: users, rate: Double(rate)
        ).smallest()
        Self.printRow([
          architecture.rawValue, "\(rate)", "\(result.machines)", Self.text(result.p50),
          Self.text(result.p99), "\(Int((result.utilization * 100).rounded())) %",
        ])
      }
    }
    print("\nmean number of shards that a viewport touches, of 16: \(Self.text(users.meanShards))")
    print(
      "requests that a CDN answers if it keeps a tile for 60 s: "
        + rates.map { rate in
          "\(Int((users.hitFraction(rate: Double(rate)) * 100).rounded())) % at \(rate)/s"
        }.joined(separator: ", "))
  }

  private static func text(_ number: Double) -> String { String(format: "%.2f", number) }

  private static func printRow(_ cells: [String]) {
    print(
      zip(cells, [34, 11, 9, 8, 8, 8]).enumerated().map { column, cell in
        let space = String(repeating: " ", count: max(cell.1 - cell.0.count, 0))
        return column == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: " "))
  }
}

/// The parts of an architecture, with the work of a request in each.
enum Part: String, CaseIterable {
  case server
  case postgreSQL
  case coordinator
  case columns
  case cdn

  /// The mean work in seconds.
  var mean: Double { assumption.mean }
  /// The standard deviation of the work's logarithm.
  var sigma: Double { self == .columns ? 0.8 : 0.5 }

  private var assumption: (mean: Double, source: String) {
    switch self {
    case .server:
      (
        0.000_18,
        "the server with SQLite, measured on this project's machine: see 'make bench-server'"
      )
    case .postgreSQL: (0.000_5, "cells in PostgreSQL, measured on the same machine")
    case .coordinator:
      (0.000_5, "Citus' router for a request to several shards: assumption, 0.2 to 2 ms")
    case .columns:
      (0.004, "ClickHouse, one sorted range of a large table: assumption, 2 to 20 ms")
    case .cdn: (0.000_02, "a CDN's node: assumption")
    }
  }

  var summary: String {
    "\(rawValue): \(mean * 1_000) ms, sigma \(sigma); \(assumption.source)"
  }
}

/// The ways to grow.
enum Architecture: String, CaseIterable {
  case alone = "server with SQLite"
  case replicas = "SQLite replicas, one per machine"
  case primary = "PostgreSQL, one machine"
  case readReplicas = "PostgreSQL with read replicas"
  case shards = "Citus, 16 shards by tile key"
  case columns = "ClickHouse for counts"
  case cdn = "tiles on a CDN, then PostgreSQL"

  /// Indicates whether more machines take more requests.
  var grows: Bool { self != .alone && self != .primary }
}

/// The requests of many phones: the viewports around pins, at zooms 2 to 16.
struct Users {
  /// The shards that each request touches, of 16 with equally many pins.
  let shards: [[Int]]
  /// The tile at the middle of each request.
  let tiles: [QuadCell]

  init(_ points: [MapPoint], count: Int) {
    let codes = points.map { MortonCode($0) }.sorted()
    let bounds = (1..<16).map { codes[codes.count * $0 / 16] }
    var random = SplitMix64(seed: 7)
    var shards: [[Int]] = []
    var tiles: [QuadCell] = []
    for _ in 0..<count {
      let center = points[Int(random.unit() * Double(points.count))]
      let zoom = 2 + Int(random.unit() * 15)
      let rect = Viewport(width: 393, height: 852).mapRect(center: center, zoom: Double(zoom))
      var touched: Set<Int> = []
      for box in MortonBox.boxes(of: rect) {
        for shard in 0..<16 {
          let first = shard == 0 ? MortonCode(rawValue: 0) : bounds[shard - 1]
          let end = shard == 15 ? MortonCode(rawValue: .max) : bounds[shard]
          if let code = box.code(from: first), code < end { touched.insert(shard) }
        }
      }
      shards.append(touched.sorted())
      tiles.append(QuadCell(level: zoom, containing: MortonCode(center)))
    }
    self.shards = shards
    self.tiles = tiles
  }

  var meanShards: Double {
    Double(shards.reduce(0) { $0 + $1.count }) / Double(max(shards.count, 1))
  }

  /// Returns for each request whether a CDN has its tile, which it keeps for a minute.
  func hits(rate: Double) -> [Bool] {
    var kept: [QuadCell: Double] = [:]
    return tiles.enumerated().map { number, tile in
      let time = Double(number) / rate
      if let since = kept[tile], time - since < 60 { return true }
      kept[tile] = time
      return false
    }
  }

  /// The hits of the second half of the requests: at first the CDN has nothing.
  func hitFraction(rate: Double) -> Double {
    let half = hits(rate: rate).dropFirst(tiles.count / 2)
    return Double(half.count { $0 }) / Double(max(half.count, 1))
  }
}

/// Requests that wait for cores.
struct Simulation {
  struct Result {
    let machines: Int
    let p50: Double
    let p99: Double
    /// The part of the time in which the busiest kind of core works.
    let utilization: Double
  }

  let architecture: Architecture
  let users: Users
  let rate: Double
  private static let cores = 16

  /// The result with the smallest number of machines that work at most 70 % of their time.
  func smallest() -> Result {
    var machines = 1
    while true {
      let result = run(machines: machines)
      if result.utilization <= 0.7 || !architecture.grows || machines >= 512 { return result }
      machines = max(machines + 1, Int(Double(machines) * result.utilization / 0.7))
    }
  }

  private func run(machines: Int) -> Result {
    var random = SplitMix64(seed: 11)
    let hits = architecture == .cdn ? users.hits(rate: rate) : []
    let groups = architecture == .shards ? 16 : 1
    // A shard has its part of the machines' cores.
    let count = max(machines * Self.cores / groups, 1)
    var free = [[Double]](repeating: [Double](repeating: 0, count: count), count: groups)
    var busy = [Double](repeating: 0, count: groups)
    var latencies: [Double] = []
    var time = 0.0
    for number in users.tiles.indices {
      time += -log(1 - random.unit()) / rate
      var latency = 0.0
      func work(_ part: Part, group: Int) {
        let duration = part.mean * exp(part.sigma * random.normal() - part.sigma * part.sigma / 2)
        // The core that is free first.
        var best = 0
        for core in free[group].indices where free[group][core] < free[group][best] { best = core }
        let start = max(time, free[group][best])
        free[group][best] = start + duration
        busy[group] += duration
        latency = max(latency, start + duration - time)
      }
      switch architecture {
      case .alone, .replicas: work(.server, group: 0)
      case .primary, .readReplicas: work(.postgreSQL, group: 0)
      case .shards:
        for shard in users.shards[number] { work(.postgreSQL, group: shard) }
        latency += Part.coordinator.mean
      case .columns: work(.columns, group: 0)
      case .cdn:
        latency = Part.cdn.mean
        if !hits[number] { work(.postgreSQL, group: 0) }
      }
      latencies.append(latency * 1_000)
    }
    let second = latencies.dropFirst(latencies.count / 2).sorted()
    return Result(
      machines: machines, p50: second[second.count / 2], p99: second[second.count * 99 / 100],
      utilization: (busy.max() ?? 0) / (time * Double(count)))
  }
}

extension SplitMix64 {
  /// A number of the normal distribution, by the method of Box and Muller.
  fileprivate mutating func normal() -> Double {
    (-2 * log(1 - unit())).squareRoot() * cos(2 * .pi * unit())
  }
}
