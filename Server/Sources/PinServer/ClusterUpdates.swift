import Dispatch
import Logging
import PinService
import Synchronization

/// Builds the clusters at the start and again when pins have changed, on a thread of its own.
final class ClusterUpdates: Sendable {
  private let service: PinService
  private let interval: Int
  private let logger: Logger
  private let queue = DispatchQueue(label: "clusters", qos: .utility)
  private let isStopped = Mutex(false)

  init(service: PinService, interval: Int, logger: Logger) {
    self.service = service
    self.interval = interval
    self.logger = logger
  }

  func start() {
    queue.async { self.update() }
  }

  func stop() {
    isStopped.withLock { $0 = true }
  }

  private func update() {
    guard !isStopped.withLock({ $0 }) else { return }
    let start = ContinuousClock.now
    do {
      if try service.updateClusters() {
        logger.info(
          "clusters built",
          metadata: [
            "milliseconds": "\(Int((ContinuousClock.now - start) / .milliseconds(1)))",
            "bytes": "\(service.clusterByteCount)",
          ])
      }
    } catch {
      logger.error("the clusters cannot be built", metadata: ["reason": "\(error)"])
    }
    queue.asyncAfter(deadline: .now() + .seconds(interval)) { self.update() }
  }
}
