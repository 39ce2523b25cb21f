import Foundation
import PinService
import Synchronization

/// Requests over several connections at once. Each connection sends the next when it has its
/// answer.
struct Load {
  private var milliseconds: [Double] = []
  private var errors = 0
  private let duration: Double
  private let serverTime: Double

  init(
    _ server: ServerProcess, connections: Int, seconds: Int,
    target: @escaping @Sendable (Int) -> String
  ) throws {
    let results = Mutex<([Double], Int)>(([], 0))
    let port = server.port
    let before = server.processorTime ?? 0
    let start = ContinuousClock.now
    let end = start + .seconds(seconds)
    let finished = DispatchGroup()
    for number in 0..<connections {
      finished.enter()
      Thread.detachNewThread {
        let connection = try? HTTPConnection(port: port)
        var times: [Double] = []
        var errors = 0
        var request = number * 131
        while ContinuousClock.now < end {
          let sent = ContinuousClock.now
          let status = (try? connection?.send("GET", target(request)).status) ?? 0
          times.append((ContinuousClock.now - sent) / .microseconds(1) / 1_000)
          if status != 200 { errors += 1 }
          if status == 0 { break }
          request += 1
        }
        results.withLock {
          $0.0 += times
          $0.1 += errors
        }
        finished.leave()
      }
    }
    finished.wait()
    duration = (ContinuousClock.now - start) / .seconds(1)
    serverTime = (server.processorTime ?? 0) - before
    (milliseconds, errors) = results.withLock { $0 }
  }

  func printRow(_ name: String, connections: Int) {
    let count = Double(max(milliseconds.count, 1))
    ServerTable.printRow([
      name, "\(connections)", "\(Int(count / duration))", milliseconds.percentile(50),
      milliseconds.percentile(95), milliseconds.percentile(99),
      "\(Int(serverTime * 1_000_000 / count))", "\(errors)",
    ])
  }
}

/// Sends batches of changes at a rate.
struct ChangeLoad {
  static let batchSize = 100

  private(set) var latencies: [Double] = []
  private(set) var errors = 0
  private(set) var achievedRate = 0.0

  init(port: Int, pins: [StoredPin], rate: Int, seconds: Int) {
    guard let connection = try? HTTPConnection(port: port) else {
      errors += 1
      return
    }
    let start = ContinuousClock.now
    let interval = Duration.seconds(1) * Self.batchSize / rate
    for batch in 0..<(rate * seconds / Self.batchSize) {
      let due = start + interval * batch
      let delay = due - ContinuousClock.now
      if delay > .zero { usleep(useconds_t(delay / .microseconds(1))) }
      let features = (0..<Self.batchSize).map { position in
        let id = (batch * Self.batchSize + position) * 7_919 % pins.count
        let place = pins[(id + 1) % pins.count].code.mapPoint.coordinate
        return #"{"type":"Feature","id":\#(id),"geometry":{"type":"Point","coordinates":["#
          + "\(place.longitude),\(place.latitude)]}}"
      }
      let body = #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#
      let sent = ContinuousClock.now
      let status = (try? connection.send("POST", "/pins", body: Array(body.utf8)).status) ?? 0
      latencies.append((ContinuousClock.now - sent) / .microseconds(1) / 1_000)
      if status != 200 { errors += 1 }
    }
    achievedRate =
      Double(latencies.count * Self.batchSize) / ((ContinuousClock.now - start) / .seconds(1))
  }
}
