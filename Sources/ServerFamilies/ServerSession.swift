import Clustering
import Foundation
import MapGeometry
import PinStorage
import ScenarioModel
import Statistics
import Workloads

/// What all strategies of a case have in common: the pins, the user, and the server's data.
struct ServerEnvironment {
  let points: [MapPoint]
  let index: SpatialIndex
  let session: MapSession
  /// The visible rectangle in each rest, with its zoom.
  let views: [MapRest]
  let network: ServerNetwork
  let updates: PinUpdates
}

/// One rest of the map, with what the server was asked for and what the user saw.
struct ServerOutcome: Sendable {
  let rest: MapSession.Rest
  let isGesture: Bool
  let exchange: ServerExchange
  /// Nanoseconds from the rest to the last answer's display; more than the rest if it is too short.
  let wait: Int64
  /// The fraction of the visible pins that are shown before and after the answers.
  let coverageBefore: Double
  let coverageAfter: Double
  /// The age of what is shown at the end, in nanoseconds; `nil` if nothing is.
  let age: Int64?
  /// The changes of a pin in a nanosecond.
  let changeRate: Double
  /// The nanoseconds on this machine until the change before the rest was acknowledged; `nil` without
  /// one.
  let updateTime: Int64?
  /// What the server has used until the rest; `nil` where it is not a process of its own.
  let usage: ServerUsage?

  /// The expected fraction of the pins that have changed since what is shown was read: each change is
  /// that of any pin.
  var outdatedFraction: Double? { age.map { 1 - exp(-changeRate * Double($0)) } }

  /// The integral of the coverage over the rest, in nanoseconds.
  var coveredTime: Double {
    let waiting = min(wait, rest.duration)
    return coverageBefore * Double(waiting) + coverageAfter * Double(rest.duration - waiting)
  }

  /// The time of the rest in which not all visible pins are shown, to 1 in 1,000.
  var incompleteTime: Int64 {
    if coverageAfter < 0.999 { return rest.duration }
    return coverageBefore < 0.999 ? min(wait, rest.duration) : 0
  }
}

/// Pins that move to the place of another while the map is used.
struct PinUpdates: Hashable, Sendable {
  /// Pins a minute.
  let perMinute: Int
  /// Seconds between two builds of the server's clusters.
  let clusterInterval: Int
  /// Days since the app was built with pins in it.
  let releaseDays: Int
  var seed: UInt64

  /// In nanoseconds.
  var releaseAge: Int64 { Int64(releaseDays) * 86_400_000_000_000 }
}

/// A session of one strategy with its server.
final class ServerSession {
  private let environment: ServerEnvironment
  private let backend: any PinBackend
  private let client: PinClient
  private let strategy: any ServerStrategy
  private var random: SplitMix64
  private var updateCount = 0
  /// The time when the server built its clusters.
  private var clusterTime: Int64 = 0
  private var hasConnection = false

  init(
    _ environment: ServerEnvironment, backend: any PinBackend,
    entry: StrategyEntry<ServerClustersFamily.Make>
  ) {
    self.environment = environment
    self.backend = backend
    client = PinClient(backend)
    random = SplitMix64(seed: environment.updates.seed)
    strategy = entry.make(
      client, PinBundle(points: environment.points, time: -environment.updates.releaseAge))
  }

  func perform(_ number: Int) throws -> ServerOutcome {
    let rest = environment.session.rests[number]
    let view = environment.views[number]
    let updateTime = try update(until: rest.start)
    let before = coverage(in: view)
    try strategy.mapDidRest(in: view)
    let exchange = client.takeExchange()
    let wait = environment.network.wait(for: exchange, isFirst: !hasConnection)
    if !exchange.groups.isEmpty { hasConnection = true }
    let after = coverage(in: view)
    return ServerOutcome(
      rest: rest, isGesture: number > 0, exchange: exchange, wait: Int64(wait.rounded()),
      coverageBefore: before, coverageAfter: after,
      age: strategy.dataTime(in: view).map { rest.end - $0 },
      changeRate: Double(environment.updates.perMinute) / 60e9 / Double(environment.points.count),
      updateTime: updateTime, usage: backend.usage)
  }

  /// Changes pins on the server until a time, and lets it build its clusters in time.
  ///
  /// - Returns: the nanoseconds on this machine until the change was acknowledged; `nil` without one.
  private func update(until time: Int64) throws -> Int64? {
    var duration: Int64?
    let count = Int(Double(environment.updates.perMinute) * Double(time) / 60e9)
    if count > updateCount {
      let changes = (updateCount..<count).map { _ in
        let points = environment.points
        let pin = Int(random.unit() * Double(points.count))
        let place = Int(random.unit() * Double(points.count))
        return StoredPin(id: Int64(pin), code: MortonCode(points[place]))
      }
      updateCount = count
      let start = ContinuousClock.now
      try backend.apply(changes)
      duration = Int64((ContinuousClock.now - start) / .nanoseconds(1))
    }
    if time - clusterTime >= Int64(environment.updates.clusterInterval) * 1_000_000_000 {
      clusterTime = time
      try backend.updateClusters()
    }
    return duration
  }

  /// The fraction of the visible pins that are shown: 1 where there are none.
  private func coverage(in view: MapRest) -> Double {
    let parts = view.visible.partsOnWorld
    let total = parts.reduce(0) { $0 + environment.index.count(in: $1) }
    guard total > 0 else { return 1 }
    let shown: Int
    switch strategy.shown(in: view) {
    case .all: return 1
    case .count(let count): shown = count
    case .inside(let rects):
      shown = rects.reduce(0) { sum, rect in
        parts.reduce(sum) { sum, part in
          part.intersection(rect).map { sum + environment.index.count(in: $0) } ?? sum
        }
      }
    }
    return min(Double(shown) / Double(total), 1)
  }
}

extension SpatialIndex {
  fileprivate func count(in rect: MapRect) -> Int {
    var count = 0
    forEachPin(in: rect) { _ in count += 1 }
    return count
  }
}
