import Clustering
import Foundation
import PinService
import ScenarioModel
import Support

/// The parts that all strategies of a case share: the pins, the user, and the server's data.
struct ServerEnvironment {
  let points: [MapPoint]
  let index: SpatialIndex
  let session: MapSession
  /// The visible rectangle in each rest, with its zoom.
  let views: [MapRest]
  let updates: PinUpdates
}

/// A phone whose app uses one strategy, and its user.
final class ServerDriver {
  private let environment: ServerEnvironment
  private let backend: any PinBackend
  private let client: PinClient
  private let strategy: any ServerCallbacks
  private var random: SplitMix64
  private var updateCount = 0
  /// The time when the server built its clusters.
  private var clusterTime: Int64 = 0
  private var hasConnection = false

  init(
    _ environment: ServerEnvironment, backend: any PinBackend,
    entry: StrategyEntry<ServerMake>
  ) {
    self.environment = environment
    self.backend = backend
    client = PinClient(backend)
    random = SplitMix64(seed: environment.updates.seed)
    strategy = entry.make(
      client, PinBundle(points: environment.points, time: -environment.updates.releaseAge))
  }

  /// Lets the user look at the map at a rest. How long they wait depends on the network.
  func perform(_ number: Int) throws -> ServerRecord {
    let rest = environment.session.rests[number]
    let view = environment.views[number]
    let updateTime = try update(until: rest.start)
    let before = coverage(in: view)
    try strategy.mapDidRest(in: view)
    let exchange = client.takeExchange()
    let opensConnection = !hasConnection && !exchange.groups.isEmpty
    if opensConnection { hasConnection = true }
    let after = coverage(in: view)
    let age = strategy.dataTime(in: view).map { rest.end - $0 }
    // The changes of a pin in a nanosecond.
    let changeRate = Double(environment.updates.perMinute) / 60e9 / Double(environment.points.count)
    return ServerRecord(
      rest: rest, isGesture: number > 0, opensConnection: opensConnection, exchange: exchange,
      coverageBefore: before, coverageAfter: after, age: age,
      outdatedFraction: age.map { 1 - exp(-changeRate * Double($0)) }, updateTime: updateTime,
      usage: backend.usage)
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
